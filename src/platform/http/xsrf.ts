/**
 * Against calls forged by other sites (R15.4): a readable cookie whose value the page repeats in
 * a header. The value is a random part and its signature together with the session it belongs to.
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
  /** `PUBLIC_URL`. */
  publicUrl: string
}

/** A fresh token for a session (the value of its cookie), or for a caller without one. */
export function issueXsrfToken(secret: string, session: string | undefined): string {
  const random = randomBytes(18).toString('base64url')
  return `${random}.${signature(secret, random, session)}`
}

const signature = (secret: string, random: string, session: string | undefined): string =>
  sign(secret, 'xsrf', `${random} ${session || 'anonymous'}`)

/** True when the token was issued for this session. */
export function isXsrfTokenValid(
  secret: string,
  token: string | undefined,
  session: string | undefined,
): boolean {
  const [random, mark, ...rest] = (token ?? '').split('.')
  if (!random || !mark || rest.length > 0) return false
  return sameText(mark, signature(secret, random, session))
}

/** True when a call that changes something may have been forged: it is refused with `csrf`. */
export function isForged(request: Request, { secret, publicUrl }: XsrfOptions): boolean {
  if (isBearerAlone(request)) return false
  if (isFromElsewhere(request, publicUrl)) return true
  const cookie = readCookie(request, XSRF_COOKIE)
  const header = request.headers.get(XSRF_HEADER)
  if (!cookie || !header || !sameText(cookie, header)) return true
  return !isXsrfTokenValid(secret, cookie, readCookie(request, sessionCookieName(isSecure(publicUrl))))
}

/** A program's call: no browser sends such a header by itself, and no cookies speak for it. */
export const isBearerAlone = ({ headers }: Request): boolean =>
  /^bearer /i.test(headers.get('authorization') ?? '') && !headers.has('cookie')

/** Pages of other sites have their frames asked for as if somebody went there; ours cannot be framed. */
const FRAMES = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe'])

/**
 * True when another site's page has the browser fetch this as a part of its own: a picture, a script, a frame. A link that somebody
 * follows is none. Only what browsers say can be known: a program says what it likes, and is counted.
 */
export function isPulledInElsewhere(request: Request, publicUrl: string): boolean {
  if (!isFromElsewhere(request, publicUrl)) return false
  const { headers } = request
  return headers.get('sec-fetch-mode') !== 'navigate' || FRAMES.has(headers.get('sec-fetch-dest') ?? '')
}

/** True when the browser says that another site's page sent this. */
export function isFromElsewhere(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (!origin) return false
  return origin !== new URL(publicUrl).origin && !isOwnLoopback(request, origin)
}

/** True when the origin is a loopback name of this machine, to which the site answers whatever `PUBLIC_URL` says. */
function isOwnLoopback(request: Request, origin: string): boolean {
  const host = request.headers.get('host') ?? new URL(request.url).host
  return isLoopback(host) && origin === `http://${host}`
}

/** True when a `Host` names this very machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host)

export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/**
 * The outermost layer: adds the cookie to any reply whose request lacks one valid for its session, but for those that
 * proxies may keep: they would hand one visitor's cookie to all (R15.5).
 */
export function xsrfCookie({ secret, publicUrl }: XsrfOptions): MiddlewareHandler<HttpEnv> {
  const secure = isSecure(publicUrl)
  const sessionName = sessionCookieName(secure)
  return async (c, next) => {
    await next()
    // A page's own calls have a token of their own, which no browser gets.
    if (c.env?.origin || isPublic(c.res)) return
    const before = readCookie(c.req.raw, sessionName)
    const session = newSession(c.res, sessionName) ?? before
    if (isXsrfTokenValid(secret, readCookie(c.req.raw, XSRF_COOKIE), session)) return
    const token = issueXsrfToken(secret, session)
    c.res.headers.append('set-cookie', cookieHeader(XSRF_COOKIE, token, { httpOnly: false, secure }))
  }
}

const isPublic = ({ headers }: Response) => /\bpublic\b/.test(headers.get('cache-control') ?? '')

/** The session that the reply itself starts, or `''` for one that it ends: sign-in and sign-out reissue the token. */
function newSession(response: Response, name: string): string | undefined {
  const header = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  return header?.slice(name.length + 1).split(';')[0]
}
