/**
 * Reads the query and the body of a request, as JSON or as one file. Limits their size, and checks them with
 * the endpoint's schemas.
 */
import type { z } from 'zod'
import { FILE_LIMIT_BYTES, type SentFile, type Endpoint } from '#shared/endpoint.ts'
import { REQUIRED } from '#shared/fields.ts'
import { fail, type Failure } from './bind.ts'

/** The largest JSON or form body, in bytes. No form of the site needs more. */
export const FORM_LIMIT_BYTES = 100 * 1024
/** The largest webhook body, in bytes. It is larger than for forms, because Stripe sends whole objects. */
export const WEBHOOK_LIMIT_BYTES = 512 * 1024

type BodyProblem = 'too_large' | 'unsupported_type' | 'malformed'
type ReadBody = { ok: true; value: unknown } | { ok: false; problem: BodyProblem }
/** Bytes that an upload may have in addition to its file: boundaries, headers and a few other fields. */
const ENVELOPE_BYTES = 16 * 1024

/**
 * Reads the body. Returns `too_large` once the body is larger than `limit`. Returns `malformed` if the caller
 * aborts. That is no error of the site, so it is not logged.
 */
export async function readBytes(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | 'too_large' | 'malformed'> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return 'too_large'
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > limit) return 'too_large'
      chunks.push(chunk)
    }
  } catch {
    return 'malformed'
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Returns the media type of the body in lower case, without parameters. Returns `''` if the request names
 * none.
 */
export function mediaType(request: Request): string {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
  return type.trim().toLowerCase()
}

/**
 * Reads a JSON body. Returns a problem if the content type is not JSON, or if the body is not UTF-8 or not
 * valid JSON.
 */
async function readJson(request: Request): Promise<ReadBody> {
  if (mediaType(request) !== 'application/json') return { ok: false, problem: 'unsupported_type' }
  const bytes = await readBytes(request, FORM_LIMIT_BYTES)
  if (typeof bytes === 'string') return { ok: false, problem: bytes }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return holdsUnstorableText(value) ? { ok: false, problem: 'malformed' } : { ok: true, value }
  } catch {
    return { ok: false, problem: 'malformed' }
  }
}

/**
 * Reads the file of a multipart body as `{ file }`. If there is not exactly one file, `file` is undefined,
 * and the schema refuses it. Ignores other fields.
 */
async function readFile(request: Request): Promise<ReadBody> {
  if (mediaType(request) !== 'multipart/form-data') return { ok: false, problem: 'unsupported_type' }
  const bytes = await readBytes(request, FILE_LIMIT_BYTES + ENVELOPE_BYTES)
  if (typeof bytes === 'string') return { ok: false, problem: bytes }
  try {
    const type = request.headers.get('content-type') ?? ''
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    const files = form.getAll('file')
    const [file] = files
    if (files.length !== 1 || !(file instanceof File)) return { ok: true, value: { file: undefined } }
    if (file.size > FILE_LIMIT_BYTES) return { ok: false, problem: 'too_large' }
    return { ok: true, value: { file: await sentFile(file) } }
  } catch {
    return { ok: false, problem: 'malformed' }
  }
}

async function sentFile(file: File): Promise<SentFile> {
  return { bytes: new Uint8Array(await file.arrayBuffer()), name: file.name, type: file.type }
}

/**
 * Returns true if a text contains U+0000 or half a surrogate pair, which PostgreSQL cannot store. Nobody
 * types these characters.
 */
function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed()
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([key, inner]) => holdsUnstorableText(key) || holdsUnstorableText(inner))
}

type Input = { query: unknown; body: unknown }

/** Returns the parsed input, or a failure that names each wrong field. */
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

/**
 * Returns the parsed value. Adds the first problem of each field to `fields`. A nested field appears there
 * under its own name, without the names of the fields around it. A field of an item in a list also has the list
 * and the index, as in `companions.0.email`.
 */
function check(schema: z.ZodType, value: unknown, fields: Record<string, string>): unknown {
  const result = schema.safeParse(value, { error: wordsOf })
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    fields[nameOf(issue.path)] ??= issue.message
  }
  return undefined
}

function nameOf(path: readonly PropertyKey[]): string {
  const end = path.findLastIndex((part) => typeof part === 'string')
  if (end < 0) return 'body'
  const index = path.slice(0, end).findIndex((part) => typeof part === 'number')
  return path.slice(index > 0 ? index - 1 : end, end + 1).join('.')
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/**
 * The message for a wrong value where the schema is a pattern or a union, because their own messages are for
 * programmers.
 */
const AS_DESCRIBED = 'Please send this as the API describes it'

/** Returns a message that says which value is expected, for a schema without a message of its own. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return REQUIRED
  switch (issue.code) {
    case 'invalid_type':
      return `Please send this as ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `Please send this as ${String(issue.values[0])}`
        : `Please choose one of ${issue.values.join(', ')}`
    case 'too_small': {
      const least = issue.inclusive === false ? `more than ${issue.minimum}` : `${issue.minimum} or more`
      return `Please enter ${amountOf(issue.origin, `at least ${issue.minimum}`, least)}`
    }
    case 'too_big':
      return `Please enter ${amountOf(issue.origin, `at most ${issue.maximum}`, `${issue.maximum} or less`)}`
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'Please enter a day and time with its offset, such as 2027-05-06T09:00:00-06:00'
        : AS_DESCRIBED
    case 'invalid_union':
      return AS_DESCRIBED
    default:
      return undefined
  }
}

function amountOf(origin: string, length: string, value: string): string {
  if (origin === 'string') return `${length} characters`
  return origin === 'array' ? `${length} of these` : value
}
