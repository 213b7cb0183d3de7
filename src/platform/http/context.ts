/**
 * The context of a request: what the server's middlewares share, and what handlers see. Also contains the
 * first two middlewares, which give the request an id and log it.
 */
import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { LimitName } from '#shared/endpoint.ts'
import { type Permission, permissionsOf, type Role } from '#shared/roles.ts'
import type { Logger } from '../log.ts'
import type { AddressOf } from './address.ts'

interface SignedInCaller {
  kind: 'user'
  subject: string
  /** The person's e-mail address. Null if the identity provider reports none. */
  email: string | null
  /** The person's name, as an owner entered it. Null if nobody did. */
  name: string | null
  /** The person's role at the venue. Null for a person who does not work here. */
  role: Role | null
  /**
   * True if this browser has given the name of the family's dog, which opens the family calendar. Does not
   * depend on a sign-in.
   */
  family: boolean
  via: 'session' | 'bearer'
}

export type Caller = { kind: 'anonymous'; family: boolean } | SignedInCaller

export const ANONYMOUS: Caller = { kind: 'anonymous', family: false }

/** Returns the role of the caller. Returns null for callers who do not work here. */
export const roleOf = (caller: Caller): Role | null => (caller.kind === 'user' ? caller.role : null)

/**
 * Returns true if the caller's role has the permission. A handler whose reply has parts for some roles only asks this
 * for each such part (docs/decisions/0107). The pipeline checks the permission of the endpoint itself.
 */
export const may = (caller: Caller, permission: Permission): boolean =>
  permissionsOf(roleOf(caller)).includes(permission)

/**
 * Describes a call that the site makes to itself: a page's loader calls the API for the browser that
 * requested the page.
 */
export interface InProcessOrigin {
  address: string
  requestId: string
  /** True if a page of another site opened this page (see `rateLimitKeys`). */
  elsewhere: boolean
  /** The caller of the page, looked up once for all API calls of the page. Null if the lookup failed. */
  caller: Caller | null
}

export interface HttpEnv {
  Bindings: Partial<HttpBindings> & { origin?: InProcessOrigin }
  Variables: {
    /** The caller's address, as trusted proxies report it. */
    address: string
    requestId: string
    /**
     * The endpoint's name or the page's pattern. The log contains this instead of the path, which may contain
     * secrets.
     */
    route: string
  }
}

export type HttpContext = Context<HttpEnv>

export interface CookieOptions {
  /**
   * Lifetime in seconds. If it is missing, the cookie lasts until the browser is closed. 0 deletes the
   * cookie.
   */
  maxAgeSeconds?: number
  /** If this is false, scripts in the browser can read the cookie. */
  httpOnly?: boolean
}

export interface RequestContext {
  caller: Caller
  /**
   * The widest network by which rate limits count the caller: the /48 around an IPv6 address, or the IPv4
   * address.
   */
  network: string
  requestId: string
  /** The original request. Its body has already been read, unless the call is a webhook. */
  request: Request
  cookie(name: string): string | undefined
  /**
   * Sets a cookie with SameSite=Lax, path /, Secure under https, and HttpOnly unless the options say
   * otherwise.
   */
  setCookie(name: string, value: string, options?: CookieOptions): void
  /**
   * Counts an attempt at a target, such as a mailbox, for this many people. If it returns false, the handler
   * must return `fail('rate_limited')`.
   */
  withinLimit(target: string, people?: number): Promise<boolean>
  /**
   * Counts this many people against a limit that is not the call's own. They do not count if the call is
   * refused in the end.
   */
  countAgainst(limit: Exclude<LimitName, 'none' | 'guess'>, people?: number): Promise<boolean>
  /**
   * Counts everyone in this call against the call's limit, so that a party counts once per person (R46.5).
   */
  withinLimitFor(people: number): Promise<boolean>
  /**
   * Counts a guess of a short secret, such as an event's password. Call this before comparing the secret, but
   * not for callers who have already proven that they know it. If it returns false, the handler must return
   * `fail('rate_limited')`. If the handler succeeds, the pipeline removes the guess from the count.
   */
  mayGuess(target: string): Promise<boolean>
}

/**
 * Finds the person who sent a request, by the session cookie or the bearer token. Throws if the lookup fails.
 */
export type ResolveCaller = (request: Request) => Promise<Caller>

/**
 * Stores the caller's address, the request id and the route. Returns the id to the client as `X-Request-Id`.
 */
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

/** The request id is not a uuid, because the log removes uuids, which are secrets of guests. */
const newRequestId = (): string => randomBytes(10).toString('hex')

/** Writes one log line per request: the route (never the path), the status, and how long the request took. */
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
    // A page's API call within the process is logged only as `debug`, because the page has its own log line.
    if (c.env?.origin) log.debug(fields, 'call')
    else log.info(fields, 'request')
  }
}
