/**
 * The context of a request: what it carries through the layers, what a handler gets to see of it, and the two layers around
 * everything, which give it an id and log it.
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
  /** The e-mail address as the identity provider says it; null when it does not. */
  email: string | null
  admin: boolean
  /** The browser has named the family's dog. Apart from who is signed in, also for admins. */
  family: boolean
  via: 'session' | 'bearer'
}

export type Caller = { kind: 'anonymous'; family: boolean } | SignedInCaller

export const ANONYMOUS: Caller = { kind: 'anonymous', family: false }

/** A call of the site to itself (a page's loader) speaks for the browser that asked for the page. */
export interface InProcessOrigin {
  address: string
  requestId: string
  /** Another site's page opened it; see `rateLimitKeys`. */
  elsewhere: boolean
  /** The caller who asked for the page, found out once for all its calls; null: that could not be found out. */
  caller: Caller | null
}

export interface HttpEnv {
  Bindings: Partial<HttpBindings> & { origin?: InProcessOrigin }
  Variables: {
    /** The caller's address, with trusted proxies seen through. */
    address: string
    requestId: string
    /** The endpoint's name or the page's pattern: the only way a path gets into the log. */
    route: string
  }
}

export type HttpContext = Context<HttpEnv>

export interface CookieOptions {
  /** Missing: until the browser closes. 0 removes it. */
  maxAgeSeconds?: number
  /** Readable by scripts only when false. */
  httpOnly?: boolean
}

export interface RequestContext {
  caller: Caller
  /** The widest network that one caller has: of IPv6 the /48 around the address, of IPv4 the address itself. */
  network: string
  requestId: string
  /** The request itself; its body is already read, except for the webhook's. */
  request: Request
  cookie(name: string): string | undefined
  /** SameSite=Lax, whole site, Secure under https, HttpOnly unless told otherwise. */
  setCookie(name: string, value: string, options?: CookieOptions): void
  /** Counts a try at a named target (a mailbox) by this caller, for so many people. False: refuse with `fail('rate_limited')`. */
  withinLimit(target: string, people?: number): Promise<boolean>
  /** The same against another limit than the call's own, for an act that the call turns out to be. A refused call is not counted there. */
  withinLimitOf(limit: Exclude<LimitName, 'none' | 'guess'>, people?: number): Promise<boolean>
  /** Counts all whom this call is for against its own limit: a party counts as many as it has people (R46.5). */
  withinLimitFor(people: number): Promise<boolean>
  /**
   * Counts a guess at a named short secret (an event's password), to be asked before it is compared. False: refuse with
   * `fail('rate_limited')`. A guess that turns out right is not counted; who has proved it already needs not be asked.
   */
  mayGuess(target: string): Promise<boolean>
}

/** Decides who is calling, from the session cookie or the bearer token. Throws when it cannot be found out. */
export type ResolveCaller = (request: Request) => Promise<Caller>

/** Sets address, request id and route; the id is returned as `X-Request-Id`. */
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

/** Not a uuid: those are guests' secrets, and the log blots them out. */
const newRequestId = (): string => randomBytes(10).toString('hex')

/** Logs a line for each request: its name (never its path), the outcome, how long it took. */
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
    // Pages call the API in process: their own line says enough.
    if (c.env?.origin) log.debug(fields, 'call')
    else log.info(fields, 'request')
  }
}
