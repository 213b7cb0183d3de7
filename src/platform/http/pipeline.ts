/**
 * The way of a call: limit → access → forgery → input → handler → reply. Who may not call learns so before
 * the body is read (CONTRACT section 2).
 */
import type { Endpoint, LimitName } from '../../shared/endpoint.ts'
import type { Limits, Taken } from '../limits.ts'
import type { Logger } from '../log.ts'
import { createTurns } from '../turns.ts'
import { limitKey } from './address.ts'
import type { Bound } from './bind.ts'
import { readBytes, WEBHOOK_LIMIT_BYTES } from './body.ts'
import {
  ANONYMOUS,
  type Caller,
  type HttpContext,
  type RequestContext,
  type ResolveCaller,
} from './context.ts'
import { cookieHeader, readCookie } from './cookies.ts'
import { fail, Failure, failureResponse, failureStatus } from './failure.ts'
import { readInput } from './input.ts'
import { isOutage } from './outage.ts'
import { isForged, isSecure, type XsrfOptions } from './xsrf.ts'

export interface PipelineOptions extends XsrfOptions {
  limits: Limits
  log: Logger
  resolveCaller: ResolveCaller
}

/** Answers one call of a bound endpoint. Never throws. */
export async function answer(bound: Bound, c: HttpContext, options: PipelineOptions): Promise<Response> {
  const { endpoint } = bound
  const tries = new Tries(options.limits, endpoint, limitKey(c.get('address')))
  const cookies: string[] = []
  try {
    const outcome = await passThrough(bound, c, { ...options, tries, cookies })
    if (!isMiss(outcome, endpoint)) tries.forget()
    const response = responseOf(outcome, endpoint)
    if (response.status === 429) response.headers.set('retry-after', String(tries.retryAfterSeconds))
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    return response
  } catch (error) {
    tries.forget()
    const code = isOutage(error) ? 'unavailable' : 'internal'
    options.log.error(
      { err: error, requestId: c.get('requestId'), route: endpoint.name, code },
      'call failed',
    )
    return failureResponse(fail(code))
  }
}

function responseOf(outcome: unknown, { failures, savedAs, status = 200 }: Endpoint): Response {
  if (outcome instanceof Failure) return failureResponse(outcome, failures)
  // Made anew, since the headers of `Response.redirect` cannot be added to.
  if (outcome instanceof Response) return new Response(outcome.body, outcome)
  const headers = new Headers(savedAs ? { 'content-disposition': `attachment; filename="${savedAs}"` } : {})
  return Response.json(outcome, { status, headers })
}

/** A file is held whole until its handler is done with it: what comes beyond these waits outside, unread. */
const filesInTurn = createTurns(4)

interface Passage extends PipelineOptions {
  tries: Tries
  cookies: string[]
}

async function passThrough(bound: Bound, c: HttpContext, passage: Passage): Promise<unknown> {
  const { endpoint } = bound
  if (!passage.tries.begin()) return fail('rate_limited')
  const caller = await findCaller(endpoint, c.req.raw, passage)
  const refusal = accessProblem(endpoint, caller)
  if (refusal) return fail(refusal)
  const changes = endpoint.method !== 'GET' && endpoint.access !== 'signature'
  if (changes && isForged(c.req.raw, passage)) return fail('csrf')
  const request = endpoint.access === 'signature' ? await bounded(c.req.raw) : c.req.raw
  if (request instanceof Failure) return request
  const run = async () => {
    const input = await readInput(endpoint, request)
    if (input instanceof Failure) return input
    return bound.run(input, requestContext(c, { caller, request, ...passage }))
  }
  const outcome = await (endpoint.takes === 'file' ? filesInTurn(run) : run())
  if (outcome instanceof Failure) return outcome
  // Only what the contract declares leaves: a column too many in a handler's object does not.
  const reply = endpoint.reply.parse(outcome)
  if (reply instanceof Response) return reply
  return endpoint.method === 'GET' ? reply : { success: true, ...(reply as object) }
}

/** A public call goes on as anonymous when the session cannot be looked up; a guarded one fails. */
async function findCaller(endpoint: Endpoint, request: Request, options: PipelineOptions): Promise<Caller> {
  const guarded = endpoint.access === 'admin' || endpoint.access === 'family'
  try {
    return await options.resolveCaller(request)
  } catch (error) {
    if (guarded) throw error
    options.log.warn({ err: error, route: endpoint.name }, 'caller unknown')
    return ANONYMOUS
  }
}

/** What the declared access says about this caller; null lets them pass. */
function accessProblem(endpoint: Endpoint, caller: Caller): 'unauthenticated' | 'forbidden' | null {
  switch (endpoint.access) {
    case 'all':
    case 'link':
    case 'signature':
      return null
    case 'family':
    case 'admin':
      if (endpoint.access === 'family' && caller.family) return null
      if (caller.kind === 'anonymous') return 'unauthenticated'
      return caller.admin ? null : 'forbidden'
  }
}

async function bounded(request: Request): Promise<Request | Failure> {
  const bytes = await readBytes(request, WEBHOOK_LIMIT_BYTES)
  if (typeof bytes === 'string') return fail(bytes)
  return new Request(request.url, { method: request.method, headers: request.headers, body: bytes })
}

function requestContext(
  c: HttpContext,
  { caller, request, publicUrl, cookies, tries }: Passage & { caller: Caller; request: Request },
): RequestContext {
  return {
    caller,
    request,
    address: c.get('address'),
    requestId: c.get('requestId'),
    cookie: (name) => readCookie(request, name),
    setCookie: (name, value, options = {}) => {
      cookies.push(cookieHeader(name, value, { ...options, secure: isSecure(publicUrl) }))
    },
    withinLimit: (target) => tries.take(target),
    withinLimitOf: (limit) => tries.takeOf(limit),
  }
}

/** A wrong guess: refused, not found, or plainly `false`. A guest who reloads their own page misses nothing. */
function isMiss(outcome: unknown, endpoint: Endpoint): boolean {
  if (!(outcome instanceof Failure)) return outcome === false
  const status = failureStatus(outcome, endpoint.failures)
  return status === 403 || status === 404
}

/** What this call has taken of its limits, to be given back when it was no miss. */
class Tries {
  readonly #taken: Extract<Taken, { ok: true }>[] = []
  readonly #limits: Limits
  readonly #endpoint: Endpoint
  readonly #key: string
  retryAfterSeconds = 1

  constructor(limits: Limits, endpoint: Endpoint, key: string) {
    this.#limits = limits
    this.#endpoint = endpoint
    this.#key = key
  }

  /** The call itself. One that is only counted when it misses is a read all the same: a right link is no free pass. */
  begin(): boolean {
    if (this.#endpoint.limit !== 'guess') return this.take()
    return this.#note(this.#limits.take('read', this.#key)) && this.take()
  }

  take(target?: string): boolean {
    const taken = this.#limits.take(this.#endpoint.limit, this.#key, target)
    if (taken.ok) this.#taken.push(taken)
    return this.#note(taken)
  }

  takeOf(limit: LimitName): boolean {
    return this.#note(this.#limits.take(limit, this.#key))
  }

  #note(taken: Taken): boolean {
    if (!taken.ok) this.retryAfterSeconds = taken.retryAfterSeconds
    return taken.ok
  }

  /** Only `guess` forgets: there a try counts when it was a miss. */
  forget(): void {
    if (this.#endpoint.limit !== 'guess') return
    for (const taken of this.#taken) taken.giveBack()
  }
}
