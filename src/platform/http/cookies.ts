/** Cookies by the book: the same attributes everywhere, `__Host-` names where https allows them. */
import { parse, serialize } from 'hono/utils/cookie'
import type { CookieOptions } from './context.ts'

/** The value of one cookie of a request. */
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

/** The session cookie's name: under https one that no other host of the domain can set. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'session')

/** Likewise of the cookie that opens the family's calendar. */
export const familyCookieName = (secure: boolean): string => (secure ? '__Host-family' : 'family')
