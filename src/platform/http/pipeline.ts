/**
 * The steps of an API call: refuse pages of other sites, check access, XSRF token, limits and input, call the
 * handler, reply. Callers without access are refused before the body is read (R14.7, R19.11). Requests that
 * are refused before the check of limits do not count.
 */
import { type Endpoint, isCacheable } from '#shared/endpoint.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Logger } from '../log.ts'
import { createSemaphore } from '../concurrency.ts'
import { networkOf } from './address.ts'
import { type Bound, fail, Failure, failureResponse, failureStatus } from './bind.ts'
import { readBytes, readInput, WEBHOOK_LIMIT_BYTES } from './request-input.ts'
import {
  ANONYMOUS,
  type Caller,
  type HttpContext,
  type HttpEnv,
  may,
  type RequestContext,
  type ResolveCaller,
} from './context.ts'
import { cookieHeader, readCookie } from './cookies.ts'
import { CallLimits, rateLimitKeys } from './call-limits.ts'
import { markCacheable } from './headers.ts'
import { isOutage } from './outage.ts'
import { isBearerAlone, isForged, isEmbeddedCrossSite, isSecure, type XsrfOptions } from './xsrf.ts'
import { Hono } from 'hono'

interface PipelineOptions extends XsrfOptions {
  limits: RateLimits
  log: Logger
  resolveCaller: ResolveCaller
}

/** Answers one API call. `bound` is the endpoint with its handler. Never throws. */
async function answer(bound: Bound, c: HttpContext, options: PipelineOptions): Promise<Response> {
  const { endpoint } = bound
  const tries = new CallLimits(options.limits, endpoint)
  const cookies: string[] = []
  try {
    const found = await passThrough(bound, c, { ...options, tries, cookies })
    const ended = { missed: isMiss(found, endpoint), refused: found instanceof Failure }
    const outcome = (await tries.end(ended)) ? found : fail('rate_limited')
    const response = responseOf(outcome, endpoint)
    if (response.status === 429) {
      const told = outcome instanceof Failure ? outcome.details.retryAfterSeconds : undefined
      response.headers.set('retry-after', String(told ?? tries.retryAfterSeconds))
    }
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    return response
  } catch (error) {
    await tries.end({ missed: false, refused: true })
    const code = isOutage(error) ? 'unavailable' : 'internal'
    options.log.error(
      { err: error, requestId: c.get('requestId'), route: endpoint.name, code },
      'call failed',
    )
    return failureResponse(fail(code))
  }
}

function responseOf(outcome: unknown, endpoint: Endpoint): Response {
  const { name, failures, savedAs, status = 200 } = endpoint
  if (outcome instanceof Failure) return failureResponse(outcome, failures)
  // Makes a copy of the reply, because the headers of `Response.redirect` cannot be changed.
  if (outcome instanceof Response) return new Response(outcome.body, outcome)
  const headers = new Headers(savedAs ? { 'content-disposition': `attachment; filename="${savedAs}"` } : {})
  if (isCacheable(endpoint, outcome)) markCacheable(headers, name)
  return Response.json(outcome, { status, headers })
}

/**
 * Limits how many uploads are in memory at the same time. A handler has its whole file in memory, so the site
 * does not read further uploads until a slot is free.
 */
const fileSlots = createSemaphore(4)

interface Passage extends PipelineOptions {
  tries: CallLimits
  cookies: string[]
}

async function passThrough(bound: Bound, c: HttpContext, passage: Passage): Promise<unknown> {
  const { endpoint } = bound
  const elsewhere = endpoint.method === 'GET' && isCrossSiteCall(c.req.raw, passage)
  // If a page of another site calls an endpoint without a limit, treats the caller as anonymous instead of
  // refusing. `auth/is-admin` must never fail.
  if (elsewhere && endpoint.limit !== 'none') return fail('csrf', ELSEWHERE)
  const known = elsewhere ? ANONYMOUS : c.env?.origin?.caller
  const caller = known ?? (await findCaller(endpoint, c.req.raw, passage))
  const refusal = accessProblem(endpoint, caller)
  if (refusal) return fail(refusal)
  const changes = endpoint.method !== 'GET' && endpoint.access !== 'signature'
  if (changes && isForged(c.req.raw, passage)) return fail('csrf')
  const { publicUrl } = passage
  const forElsewhere = c.env?.origin?.elsewhere ?? false
  const counted = rateLimitKeys({
    request: c.req.raw,
    address: c.get('address'),
    caller,
    publicUrl,
    openedCrossSite: forElsewhere,
  })
  if (!(await passage.tries.begin(counted))) return fail('rate_limited')
  const request = endpoint.access === 'signature' ? await bounded(c.req.raw) : c.req.raw
  if (request instanceof Failure) return request
  const run = async () => {
    const input = await readInput(endpoint, request)
    if (input instanceof Failure) return input
    return bound.run(input, requestContext(c, { caller, request, ...passage }))
  }
  const outcome = await (endpoint.takes === 'file' ? fileSlots(run) : run())
  if (outcome instanceof Failure) return outcome
  // Parsing drops fields that the contract does not declare, such as an extra column in a handler's object.
  const reply = endpoint.reply.parse(outcome)
  if (reply instanceof Response) return reply
  return endpoint.method === 'GET' ? reply : { success: true, ...(reply as object) }
}

const ELSEWHERE = {
  message: 'Another site sent this request, so nothing was done. Please open our own page and try again.',
}

/**
 * Returns true for a read that a page of another site caused in the visitor's browser without the visitor's
 * intent.
 */
const isCrossSiteCall = (request: Request, { publicUrl }: XsrfOptions): boolean =>
  isEmbeddedCrossSite(request, publicUrl) && !isBearerAlone(request)

/**
 * Finds out who the caller is. If reading the session fails, the caller of a public endpoint counts as
 * anonymous. Other calls fail.
 */
async function findCaller(endpoint: Endpoint, request: Request, options: PipelineOptions): Promise<Caller> {
  const guarded = endpoint.needs !== null
  try {
    return await options.resolveCaller(request)
  } catch (error) {
    if (guarded) throw error
    options.log.warn({ err: error, route: endpoint.name }, 'caller unknown')
    return ANONYMOUS
  }
}

/** Returns the failure for a caller without access, or null if the caller has access. */
function accessProblem({ access, needs }: Endpoint, caller: Caller): 'unauthenticated' | 'forbidden' | null {
  if (needs === null || may(caller, needs)) return null
  if (access === 'family' && caller.family) return null
  return caller.kind === 'anonymous' ? 'unauthenticated' : 'forbidden'
}

async function bounded(request: Request): Promise<Request | Failure> {
  const bytes = await readBytes(request, WEBHOOK_LIMIT_BYTES)
  if (typeof bytes === 'string') return fail(bytes)
  return new Request(request.url, { method: request.method, headers: request.headers, body: bytes })
}

const requestContext = (
  c: HttpContext,
  { caller, request, publicUrl, cookies, tries }: Passage & { caller: Caller; request: Request },
): RequestContext => ({
  caller,
  request,
  network: networkOf(c.get('address')),
  requestId: c.get('requestId'),
  cookie: (name) => readCookie(request, name),
  setCookie: (name, value, options = {}) => {
    cookies.push(cookieHeader(name, value, { ...options, secure: isSecure(publicUrl) }))
  },
  withinLimit: (target, people) => tries.take(target, people),
  countAgainst: (limit, people) => tries.countAgainst(limit, people),
  withinLimitFor: (people) => tries.takeFor(people),
  mayGuess: (target) => tries.guess(target, c.get('address')),
})

/**
 * Returns true for a wrong guess: a 403, a 404, or a plain `false`. No other failure counts, such as the 410
 * for the valid link of a purged reservation.
 */
function isMiss(outcome: unknown, endpoint: Endpoint): boolean {
  if (!(outcome instanceof Failure)) return outcome === false
  const status = failureStatus(outcome, endpoint.failures)
  return status === 403 || status === 404
}

// Connects each endpoint and its handler with the endpoint's path.

/**
 * Creates the API below `/api`. Unknown paths and wrong methods also get a failure in the API's form. Throws
 * if two endpoints have the same method and path.
 */
export function mountEndpoints(endpoints: readonly Bound[], options: PipelineOptions): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>()
  const methods = new Map<string, Set<string>>()
  for (const bound of endpoints) {
    const { method, path, name } = bound.endpoint
    const known = methods.get(path) ?? new Set<string>()
    if (known.has(method)) throw new Error(`${method} ${path} is declared twice`)
    methods.set(path, known.add(method))
    api.on(method, `/${path}`, (c) => {
      c.set('route', name)
      return answer(bound, c, options)
    })
  }
  for (const [path, allowed] of methods) {
    api.all(`/${path}`, () => {
      const response = failureResponse(fail('method_not_allowed'))
      response.headers.set('allow', [...allowed].join(', '))
      return response
    })
  }
  api.all('*', () => failureResponse(fail('not_found')))
  return api
}
