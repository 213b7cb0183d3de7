/**
 * The context of a request: what the layers share and what handlers see. Also the two outermost layers, which
 * assign an id and log the request.
 */
import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { LimitName } from '#shared/endpoint.ts'
import type { Logger } from '../log.ts'
import type { AddressOf } from './address.ts'

interface SignedInCaller {
  kind: 'user'
  subject: string
  /** The address from the identity provider; null if it reports none. */
  email: string | null
  admin: boolean
  /**
   * True if the browser has named the family's dog. This is independent of who is signed in, also for admins.
   */
  family: boolean
  via: 'session' | 'bearer'
}

export type Caller = { kind: 'anonymous'; family: boolean } | SignedInCaller

export const ANONYMOUS: Caller = { kind: 'anonymous', family: false }

/**
 * The origin of a call that the site makes to itself. A page's loader acts for the browser that requested the
 * page.
 */
export interface InProcessOrigin {
  address: string
  requestId: string
  /** True if another site's page opened it; see `rateLimitKeys`. */
  elsewhere: boolean
  /** The caller of the page, resolved once for all its calls; null if that failed. */
  caller: Caller | null
}

export interface HttpEnv {
  Bindings: Partial<HttpBindings> & { origin?: InProcessOrigin }
  Variables: {
    /** The caller's address, read through trusted proxies. */
    address: string
    requestId: string
    /**
     * The endpoint's name or the page's pattern. The log shows this and never the path, which may contain
     * secrets.
     */
    route: string
  }
}

export type HttpContext = Context<HttpEnv>

export interface CookieOptions {
  /** Lifetime in seconds. Without it, the cookie lasts until the browser closes; 0 removes it. */
  maxAgeSeconds?: number
  /** Scripts can read the cookie only if this is false. */
  httpOnly?: boolean
}

export interface RequestContext {
  caller: Caller
  /** The widest network that limits count: the /48 around an IPv6 address, or the IPv4 address itself. */
  network: string
  requestId: string
  /** The request itself. Its body is already read, except for the webhook's. */
  request: Request
  cookie(name: string): string | undefined
  /** Sets a cookie: SameSite=Lax, path /, Secure under https, and HttpOnly by default. */
  setCookie(name: string, value: string, options?: CookieOptions): void
  /**
   * Counts an attempt at a named target, such as a mailbox, for this many people. On false, return
   * `fail('rate_limited')`.
   */
  withinLimit(target: string, people?: number): Promise<boolean>
  /**
   * Counts an act against another limit than the call's own, if the call turns out to be such an act. A
   * refused call does not count.
   */
  countAgainst(limit: Exclude<LimitName, 'none' | 'guess'>, people?: number): Promise<boolean>
  /** Counts everyone whom this call is for against its own limit: a party counts once per person (R46.5). */
  withinLimitFor(people: number): Promise<boolean>
  /**
   * Counts a guess at a short secret, such as an event's password. Call it before comparing. On false, return
   * `fail('rate_limited')`.
   * A correct guess does not count. Callers who have already proved that they know the secret need no check.
   */
  mayGuess(target: string): Promise<boolean>
}

/** Identifies the caller from the session cookie or the bearer token. Throws if it cannot find out. */
export type ResolveCaller = (request: Request) => Promise<Caller>

/** Sets address, request id and route. Returns the id to the client as `X-Request-Id`. */
export function identifyRequest(addressOf: AddressOf): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const origin = c.env?.origin
    const remote = c.env?.incoming?.socket.remoteAddress
    c.set('address', origin?.address ?? addressOf(remote, c.req.header('x-forwarded-for')))
    c.set('requestId', origin?.requestId ?? newRequestId())
    c.set('route', 'unmatched')
    await next()
    c.res.headers.set('x-request-id', c.get('requestId'))
  }
}

/** Not a uuid, since uuids are guests' secrets and the log removes them. */
const newRequestId = (): string => randomBytes(10).toString('hex')

/** Logs one line per request: its name (never its path), its outcome and its duration. */
export function logRequests(log: Logger): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const fields = {
      requestId: c.get('requestId'),
      method: c.req.method,
      route: c.get('route'),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    }
    // Pages call the API in process, and their own log line is enough.
    if (c.env?.origin) log.debug(fields, 'call')
    else log.info(fields, 'request')
  }
}
