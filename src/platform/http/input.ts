/** Checks a request's query and body against the endpoint's schemas. */
import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { REQUIRED } from '#shared/fields.ts'
import { holdsUnstorableText, readFile, readJson } from './body.ts'
import { fail, type Failure } from './failure.ts'

export type Input = { query: unknown; body: unknown }

/** The parsed input, or the failure that says what is wrong with it. */
export async function readInput(endpoint: Endpoint, request: Request): Promise<Input | Failure> {
  const fields: Record<string, string> = {}
  const input: Input = { query: undefined, body: undefined }
  if (endpoint.query) {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    if (holdsUnstorableText(query)) return fail('malformed')
    input.query = check(endpoint.query, query, fields)
  }
  if (endpoint.body) {
    const body = endpoint.takes === 'file' ? await readFile(request) : await readJson(request)
    if (!body.ok) return fail(body.problem)
    input.body = check(endpoint.body, body.value, fields)
  }
  if (Object.keys(fields).length === 0) return input
  return fail('invalid', { fields })
}

/** The parsed value; problems go into `fields`, the first of each field, named by its innermost name. */
function check(schema: z.ZodType, value: unknown, fields: Record<string, string>): unknown {
  const result = schema.safeParse(value, {
    error: (issue) => (issue.input === undefined ? REQUIRED : undefined),
  })
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    const name = issue.path.findLast((part) => typeof part === 'string') ?? 'body'
    fields[name] ??= issue.message
  }
  return undefined
}
