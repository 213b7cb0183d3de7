/**
 * Typed API client for browsers and page loaders: `createClient(fetch)` returns `call(endpoint, input)`. It
 * returns failures as values and never throws. A reply that the site did not write, such as a proxy's error
 * page, becomes `unavailable`. No reply at all becomes `offline`.
 */
import type { Endpoint, FailureCodeOf, InputOf, ReplyOf, SentFile } from './endpoint.ts'
import { COMMON_FAILURES, type CommonFailureCode, type FailureBody } from './failures.ts'

export interface Failed<Code extends string = string> {
  ok: false
  /** The HTTP status. 0 if the site did not answer (`offline`). */
  status: number
  code: Code | CommonFailureCode | 'offline'
  message: string
  fields: Record<string, string>
  /** Seconds to wait before the next attempt, from the header `Retry-After`. */
  retryAfterSeconds?: number
}

/**
 * Returns true if the server changed nothing because the caller's data is stale (404 or 409). The caller must
 * refetch.
 */
export const isOutdated = ({ status }: Pick<Failed, 'status'>): boolean => status === 404 || status === 409

export type Result<E> = { ok: true; data: ReplyOf<E> } | Failed<FailureCodeOf<E>>

export type InputArgs<E> = keyof InputOf<E> extends never ? [] : [InputOf<E>]

export type Call = <E extends Endpoint>(endpoint: E, ...input: InputArgs<E>) => Promise<Result<E>>

/**
 * Wraps the input for generic code, in which the compiler cannot know whether the endpoint takes input:
 * `call(endpoint, ...inputArgs(endpoint, input))`.
 */
export const inputArgs = <E extends Endpoint>(_endpoint: E, input: InputOf<E>) => [input] as InputArgs<E>

interface ClientOptions {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Returns the value of the cookie `XSRF-TOKEN`. Undefined if there is none. */
  xsrfToken?: () => string | undefined
}

/** Creates an API client. Its calls never throw and return failures as `Failed`. */
export function createClient({ fetch, xsrfToken }: ClientOptions): Call {
  return async (endpoint, ...rest) => {
    const input = (rest[0] ?? {}) as { query?: Record<string, unknown>; body?: unknown }
    const headers: Record<string, string> = { accept: 'application/json' }
    const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
    if (endpoint.takes === 'file') {
      init.body = formOf(input.body as { file: SentFile })
    } else if (input.body !== undefined) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(input.body)
    }
    const token = endpoint.method === 'GET' ? undefined : xsrfToken?.()
    if (token) headers['x-xsrf-token'] = token
    const response = await fetch(`/api/${endpoint.path}${queryString(input.query)}`, init).catch(() => null)
    if (response === null) return OFFLINE
    try {
      const reply: unknown = await response.json()
      if (!response.ok)
        return { ...failedFrom<FailureCodeOf<typeof endpoint>>(response.status, reply), ...waitOf(response) }
      return { ok: true, data: reply as ReplyOf<typeof endpoint> }
    } catch {
      return failedFrom<FailureCodeOf<typeof endpoint>>(0, null)
    }
  }
}

function waitOf({ headers }: Response): { retryAfterSeconds?: number } {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? { retryAfterSeconds: seconds } : {}
}

function formOf({ file: { bytes, name, type } }: { file: SentFile }): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type }), name)
  return form
}

/** Returns the query as text, such as `?id=7`. Skips undefined and null values. Empty if no value is left. */
export function queryString(query: Record<string, unknown> | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  if (entries.length === 0) return ''
  return `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/**
 * The failure of a request without an answer. Often only the visitor's network is down, so the message does
 * not say that the site is.
 */
export const OFFLINE: Failed<never> = {
  ok: false,
  status: 0,
  code: 'offline',
  message: 'There is no connection. Please check it, then try again.',
  fields: {},
}

/** Returns the failure that a reply describes. Returns `unavailable` if the site did not write the reply. */
export function failedFrom<Code extends string>(status: number, reply: unknown): Failed<Code> {
  const body = reply as Partial<FailureBody> | null
  if (body && typeof body === 'object' && body.success === false && body.code) {
    return {
      ok: false,
      status,
      code: body.code as Code,
      message: body.message ?? '',
      fields: body.fields ?? {},
    }
  }
  return { ok: false, status, code: 'unavailable', message: COMMON_FAILURES.unavailable[1], fields: {} }
}

/**
 * Returns a random key for one press of a button (128 bits). `crypto.randomUUID` would not work on pages
 * loaded over plain HTTP.
 */
export const newAttempt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
