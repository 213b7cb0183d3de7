/** Generates random requests from the site's own API description (OpenAPI). */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import { type Answer, expectNoInternals, type AttackRequest } from './attacker.ts'
import { fromSchema, type Known, type Schema } from './random-values.ts'

export interface Operation {
  path: string
  method: string
  parameters?: { name: string; schema: Schema }[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
  /** How the caller must sign in to make the API call. Empty if everyone may make it. */
  security?: Record<string, string[]>[]
  responses: Record<string, unknown>
}

export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const response = await app.request('/api/openapi.json')
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      Object.assign(operation, { path, method: method.toUpperCase() }),
    ),
  )
}

/** Generates a random request to one API call. */
export function shotAt(
  { path, method, parameters = [], requestBody }: Operation,
  known: Known,
): fc.Arbitrary<AttackRequest> {
  const fields = parameters.map(({ name, schema }) => [name, fromSchema(schema, known, name)])
  const query = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [],
  })
  const schema = requestBody?.content['application/json']?.schema
  const bodies = schema ? fromSchema(schema, known) : fc.constant(undefined)
  return fc.tuple(query, bodies).map(([values, sent]) => {
    const pairs = Object.entries(values).map(([name, value]) => [name, textOf(value)])
    const body = schema ? JSON.stringify(sent) : undefined
    return { method, path: `/api${path}?${new URLSearchParams(pairs)}`, body }
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/**
 * Expects a reply that the API description declares. A failure must have the form of all API failures and
 * reveal no internals.
 */
export function expectDeclared(operation: Operation, answer: Answer): void {
  expect(Object.keys(operation.responses)).toContain(String(answer.status))
  expect(answer.status).toBeLessThan(500)
  if (answer.status >= 400) expect(answer.json).toMatchObject({ success: false, code: expect.any(String) })
  expectNoInternals(answer)
}
