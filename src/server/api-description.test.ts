import { expect, test } from 'vitest'
import { z } from 'zod'
import { successStatus } from '#shared/endpoint.ts'
import { failureParts } from '#shared/failures.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const app = await openTestApp()

interface Operation {
  operationId: string
  summary: string
  parameters?: { name: string; in: string; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

interface Description {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

async function description(): Promise<Description> {
  const response = await app.request('/api/openapi.json')
  expect(response.headers.get('content-type')).toContain('application/json')
  return (await response.json()) as Description
}

test('the API description is a valid OpenAPI 3.1 document (R15.6)', async () => {
  const { openapi, info, paths } = await description()
  expect(openapi).toBe('3.1.0')
  expect(info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  const operations = Object.values(paths).flatMap((methods) => Object.entries(methods))
  for (const [method, operation] of operations) {
    expect(['get', 'post', 'put', 'delete']).toContain(method)
    expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/)
      expect(description).not.toBe('')
      if (status === '302') continue
      const [kind] = Object.values(content ?? {})
      expect(kind?.schema).toBeTypeOf('object')
    }
    for (const parameter of operation.parameters ?? []) {
      expect(parameter).toMatchObject({ name: expect.any(String), in: 'query', schema: expect.any(Object) })
    }
  }
  const ids = operations.map(([, { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the API description has the input and failures of every endpoint (R15.2, R15.6)', async () => {
  const { paths } = await description()
  for (const { endpoint } of app.endpoints) {
    const operation = paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    expect(operation, endpoint.name).toMatchObject({ operationId: endpoint.name, summary: endpoint.summary })
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined)
    expect(operation?.responses[successStatus(endpoint)]).toBeDefined()
    for (const [code, spec] of Object.entries(endpoint.failures ?? {})) {
      const [status] = failureParts(spec)
      expect(operation?.responses[status]?.description).toContain(code)
    }
  }
})

test('refuses a number in a query that is too large for the database, without a server error', async () => {
  const admin = await app.signIn({ admin: true })
  const { id } = await makeEvent(app.services.db)
  for (const { endpoint } of app.endpoints) {
    if (endpoint.method !== 'GET' || !(endpoint.query instanceof z.ZodObject)) continue
    for (const name of Object.keys(endpoint.query.shape)) {
      const query = new URLSearchParams({ id: `${id}`, eventId: `${id}`, q: 'some', [name]: `${2 ** 31}` })
      const { status } = await admin.fetch(`/api/${endpoint.path}?${query}`)
      expect.soft(status, `${endpoint.name} ${name}`).toBeLessThan(500)
    }
  }
})

test('renders a page about the API for people, without scripts and with a strict content policy', async () => {
  const response = await app.request('/api/docs')
  const page = await response.text()
  expect(response.headers.get('content-type')).toContain('text/html')
  for (const { endpoint } of app.endpoints) expect(page).toContain(`/api/${endpoint.path}`)
  expect(page).not.toMatch(/<script|https?:\/\/(?!localhost)/)
  expect(page).toContain('<code>csrf</code>')
  expect(page.replaceAll(/<pre>.*?<\/pre>/gs, '')).not.toContain('`')
  expect(response.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
})
