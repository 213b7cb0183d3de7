/**
 * Protects against cross-site request forgery (R15.4). The page must repeat the value of a readable cookie in
 * a header. The value is a random part, followed by a signature of that part and the session.
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

/**
 * Returns a new XSRF token for a session (given by its cookie's value), or for a caller without a session.
 */
export function issueXsrfToken(secret: string, session: string | undefined): string {
  const random = randomBytes(18).toString('base64url')
  return `${random}.${signature(secret, random, session)}`
}

const signature = (secret: string, random: string, session: string | undefined): string =>
  sign(secret, 'xsrf', `${random} ${session || 'anonymous'}`)

/** Returns true if the XSRF token was issued for this session. */
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
 * Returns true if another site may have forged this request to change data. The API then replies with the
 * failure `csrf`.
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
 * Returns true for a call that a program made with a bearer token. Browsers never send a bearer token on
 * their own, and no cookie gives access to such a call.
 */
export const isBearerAlone = ({ headers }: Request): boolean =>
  /^bearer /i.test(headers.get('authorization') ?? '') && !headers.has('cookie')

/**
 * Kinds of frames. When a frame loads a page, the browser sends the same `Sec-Fetch-Mode` as when a visitor
 * opens the page. But our pages cannot be shown in frames, so no visitor wanted that.
 */
const FRAMES = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe'])

/**
 * Returns true if a page of another site loads this address as a picture, script or frame. Following a link
 * does not count. Only browsers send the headers that this function reads. Programs can send any headers, but
 * rate limits count their requests.
 */
export function isEmbeddedCrossSite(request: Request, publicUrl: string): boolean {
  if (!isCrossSite(request, publicUrl)) return false
  const { headers } = request
  return headers.get('sec-fetch-mode') !== 'navigate' || FRAMES.has(headers.get('sec-fetch-dest') ?? '')
}

/** Returns true if the browser says that a page of another site sent this request. */
export function isCrossSite(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (!origin) return false
  return origin !== new URL(publicUrl).origin && !isOwnLoopback(request, origin)
}

/**
 * Returns true if the request's origin is this machine itself. The site always accepts such an origin, even
 * if `PUBLIC_URL` differs.
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
 * The outermost middleware. Adds a cookie with an XSRF token to every reply if the request has no valid token
 * for its session. Leaves out replies that proxies may store, because a proxy would give the cookie to
 * everyone (R15.5).
 */
export function xsrfCookie({ secret, publicUrl }: XsrfOptions): MiddlewareHandler<HttpEnv> {
  const secure = isSecure(publicUrl)
  const sessionName = sessionCookieName(secure)
  return async (c, next) => {
    await next()
    // API calls that a page makes within the process use their own token, which no browser receives.
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
 * Returns the session that the reply starts, or `''` if the reply ends a session. After sign-in and sign-out
 * the browser needs a new XSRF token.
 */
function newSession(response: Response, name: string): string | undefined {
  const header = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  return header?.slice(name.length + 1).split(';')[0]
}
