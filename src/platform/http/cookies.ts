/**
 * Reads and writes cookies, with the same attributes everywhere. Under https, some names start with
 * `__Host-`.
 */
import { parse, serialize } from 'hono/utils/cookie'
import type { CookieOptions } from './context.ts'

export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie')
  return header ? parse(header, name)[name] : undefined
}

export const cookieHeader = (
  name: string,
  value: string,
  { maxAgeSeconds, httpOnly = true, secure }: CookieOptions & { secure: boolean },
): string =>
  serialize(name, value, {
    path: '/',
    sameSite: 'Lax',
    httpOnly,
    secure,
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  })

/**
 * Returns the name of the session cookie. Under https, the prefix `__Host-` prevents other hosts of the
 * domain from setting this cookie.
 */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'session')

/**
 * Returns the name of the cookie that opens the family's calendar. Under https, it has the prefix `__Host-`.
 */
export const familyCookieName = (secure: boolean): string => (secure ? '__Host-family' : 'family')
