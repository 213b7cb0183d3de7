/**
 * The typed caller of the API, for browsers and for page loaders alike: `createClient(fetch)` gives
 * `call(endpoint, input)`. Expected failures are values, never exceptions; a reply that is not ours
 * (a proxy's error page) becomes `unavailable`, none at all `offline`.
 */
import type { Endpoint, FailureCodeOf, InputOf, ReplyOf, SentFile } from './endpoint.ts'
import { COMMON_FAILURES, type CommonFailureCode, type FailureBody } from './failures.ts'

export interface Failed<Code extends string = string> {
  ok: false
  /** 0 when no answer of the site came: no network (`offline`), or a proxy's page in its place. */
  status: number
  code: Code | CommonFailureCode | 'offline'
  message: string
  fields: Record<string, string>
  /** Seconds to wait before the next try, where the site says so. */
  retryAfterSeconds?: number
}

/** Nothing was done, since things are no longer as they were seen: they are to be read again. */
export const isOutdated = ({ status }: Pick<Failed, 'status'>): boolean => status === 404 || status === 409

export type Result<E> = { ok: true; data: ReplyOf<E> } | Failed<FailureCodeOf<E>>

/** The input of a call as its last argument; of an endpoint that takes none there is none. */
export type InputArgs<E> = keyof InputOf<E> extends never ? [] : [InputOf<E>]

export type Call = <E extends Endpoint>(endpoint: E, ...input: InputArgs<E>) => Promise<Result<E>>

/** For what calls any endpoint, where the compiler cannot see which of the two `InputArgs` is: `call(endpoint, ...inputArgs(endpoint, input))`. */
export const inputArgs = <E extends Endpoint>(_endpoint: E, input: InputOf<E>) => [input] as InputArgs<E>

interface ClientOptions {
  /** Sends the request; the address is a path of this site (`/api/…`). */
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** The current value of the readable cookie `XSRF-TOKEN`, if there is one. */
  xsrfToken?: () => string | undefined
}

/** Makes a caller. What fails: nothing is thrown; see `Failed`. */
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

/** `?id=7`, or nothing; what is undefined or null is left out. */
export function queryString(query: Record<string, unknown> | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  if (entries.length === 0) return ''
  return `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/** The failure of a request that got no answer: the fault is between here and the site, and no news of the site. */
export const OFFLINE: Failed<never> = {
  ok: false,
  status: 0,
  code: 'offline',
  message: 'There is no connection. Please check it, then try again.',
  fields: {},
}

/** The failure that a reply tells, one of those that its endpoint declares; `unavailable` for one that is not ours. */
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

/** 128 random bits as text: the key that makes a repeated press one act. Unlike `randomUUID` also where the page came over plain http. */
export const newAttempt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
