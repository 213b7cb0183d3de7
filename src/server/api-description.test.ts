import { expect, test } from 'vitest'
import { z } from 'zod'
import { successStatus } from '#shared/endpoint.ts'
import { failureParts } from '#shared/failures.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const app = await openTestApp()

interface Content {
  schema: object
  example?: unknown
}

interface Operation {
  operationId: string
  summary: string
  parameters?: { name: string; in: string; schema: object }[]
  requestBody?: { content?: Record<string, Content> }
  responses: Record<string, { description: string; content?: Record<string, Content> }>
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

test('describes the input and failures of every endpoint (R15.1, R15.2, R15.6)', async () => {
  const { paths } = await description()
  for (const { endpoint } of app.endpoints) {
    const operation = paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    const summary = endpoint.summary.replaceAll('`', '')
    expect(operation, endpoint.name).toMatchObject({ operationId: endpoint.name, summary })
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined)
    expect(operation?.responses[successStatus(endpoint)]).toBeDefined()
    for (const [code, spec] of Object.entries(endpoint.failures ?? {})) {
      const [status] = failureParts(spec)
      expect(operation?.responses[status]?.description).toContain(code)
    }
  }
})

test('refuses a number in an API query that is too large for the database, without a server error', async () => {
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

test('contains an example of every body and reply, and each example is valid by the schema of its endpoint', async () => {
  const { paths } = await description()
  const wrong = app.endpoints.flatMap(({ endpoint }) => {
    const { requestBody, responses } = paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()] ?? {}
    const reply = Object.entries(responses ?? {}).find(([status]) => status.startsWith('2'))?.[1]
    return [
      exampleProblem(endpoint.body, requestBody?.content?.['application/json']),
      exampleProblem(endpoint.reply, reply?.content?.['application/json']),
    ].flatMap((problem) => (problem === null ? [] : [`${endpoint.name}: ${problem}`]))
  })
  expect(wrong).toEqual([])
})

function exampleProblem(schema: z.ZodType | undefined, content: { example?: unknown } | undefined) {
  if (!schema || !content) return null
  if (content.example === undefined) return 'no example'
  const read = schema.safeParse(content.example)
  return read.success ? null : z.prettifyError(read.error)
}

test('shows people the API description in a viewer that is loaded from the site itself (R15.6)', async () => {
  const response = await app.request('/api/docs')
  const page = await response.text()
  expect(page).not.toMatch(/https?:/)
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';")
  for (const [, path = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await app.request(path)
    expect([path, file.status]).toEqual([path, 200])
    expect((await file.text()).length).toBeGreaterThan(100)
    const compressed = await app.request(path, { headers: { 'accept-encoding': 'gzip' } })
    if (!path.endsWith('.json')) expect(compressed.headers.get('content-encoding')).toBe('gzip')
  }
})
