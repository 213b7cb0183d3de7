/**
 * Protects against cross-site request forgery (R15.4). The page must repeat the value of a readable cookie in a
 * header. The value consists of a random part, and a signature of that part and the session to which it belongs.
 */
import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './context.ts'
import { cookieHeader, readCookie, sessionCookieName } from './cookies.ts'
import { sameText, sign } from './signing.ts'

export const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'x-xsrf-token'

export interface XsrfOptions {
  secret: string
  /** The site's origin, from `PUBLIC_URL`. */
  publicUrl: string
}

/** Returns a new token for a session (given by its cookie's value), or for a caller without one. */
export function issueXsrfToken(secret: string, session: string | undefined): string {
  const random = randomBytes(18).toString('base64url')
  return `${random}.${signature(secret, random, session)}`
}

const signature = (secret: string, random: string, session: string | undefined): string =>
  sign(secret, 'xsrf', `${random} ${session || 'anonymous'}`)

/** Returns true if the token was issued for this session. */
export function isXsrfTokenValid(
  secret: string,
  token: string | undefined,
  session: string | undefined,
): boolean {
  const [random, mark, ...rest] = (token ?? '').split('.')
  if (!random || !mark || rest.length > 0) return false
  return sameText(mark, signature(secret, random, session))
}

/**
 * Returns true if another site may have forged a call that changes data. The pipeline then replies `csrf`.
 */
export function isForged(request: Request, { secret, publicUrl }: XsrfOptions): boolean {
  if (isBearerAlone(request)) return false
  if (isCrossSite(request, publicUrl)) return true
  const cookie = readCookie(request, XSRF_COOKIE)
  const header = request.headers.get(XSRF_HEADER)
  if (!cookie || !header || !sameText(cookie, header)) return true
  return !isXsrfTokenValid(secret, cookie, readCookie(request, sessionCookieName(isSecure(publicUrl))))
}

/**
 * Returns true for the call of a program. Browsers never add a bearer token on their own, and no cookie gives access
 * to the call.
 */
export const isBearerAlone = ({ headers }: Request): boolean =>
  /^bearer /i.test(headers.get('authorization') ?? '') && !headers.has('cookie')

/**
 * Browsers report frames as navigations. But our pages cannot be shown in frames, so no visitor has chosen
 * these.
 */
const FRAMES = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe'])

/**
 * Returns true if a page of another site loads this as a picture, script or frame. A link that a visitor
 * follows does not count. Only browsers send the headers that show this. Programs can send anything, but the
 * limits count them.
 */
export function isEmbeddedCrossSite(request: Request, publicUrl: string): boolean {
  if (!isCrossSite(request, publicUrl)) return false
  const { headers } = request
  return headers.get('sec-fetch-mode') !== 'navigate' || FRAMES.has(headers.get('sec-fetch-dest') ?? '')
}

/** Returns true if the browser says that a page of another site sent this. */
export function isCrossSite(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (!origin) return false
  return origin !== new URL(publicUrl).origin && !isOwnLoopback(request, origin)
}

/**
 * Returns true if the origin is this machine itself. The site always accepts such an origin, even if
 * `PUBLIC_URL` differs.
 */
function isOwnLoopback(request: Request, origin: string): boolean {
  const host = request.headers.get('host') ?? new URL(request.url).host
  return isLoopback(host) && origin === `http://${host}`
}

/** Returns true if a `Host` header is a name of this machine itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host)

export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/**
 * The outermost middleware. Adds a cookie with a token to every reply if the request has no valid token for
 * its session. A reply that proxies may store gets none, because a proxy would give the cookie to everyone
 * (R15.5).
 */
export function xsrfCookie({ secret, publicUrl }: XsrfOptions): MiddlewareHandler<HttpEnv> {
  const secure = isSecure(publicUrl)
  const sessionName = sessionCookieName(secure)
  return async (c, next) => {
    await next()
    // Calls of a page within the process use their own token, which no browser receives.
    if (c.env?.origin || isPublic(c.res)) return
    const before = readCookie(c.req.raw, sessionName)
    const session = newSession(c.res, sessionName) ?? before
    if (isXsrfTokenValid(secret, readCookie(c.req.raw, XSRF_COOKIE), session)) return
    const token = issueXsrfToken(secret, session)
    c.res.headers.append('set-cookie', cookieHeader(XSRF_COOKIE, token, { httpOnly: false, secure }))
  }
}

const isPublic = ({ headers }: Response) => /\bpublic\b/.test(headers.get('cache-control') ?? '')

/**
 * Returns the session that the reply starts, or `''` if it ends one. After sign-in and sign-out a new token is
 * needed.
 */
function newSession(response: Response, name: string): string | undefined {
  const header = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  return header?.slice(name.length + 1).split(';')[0]
}
