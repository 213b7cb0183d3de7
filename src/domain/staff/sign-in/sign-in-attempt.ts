/**
 * A sign-in attempt lasts from when the browser leaves for the identity provider until it returns. Each attempt has
 * its own signed cookie, so that two tabs do not disturb each other.
 */
import { parse } from 'hono/utils/cookie'
import { z } from 'zod'
import { sameText, sign } from '#platform/http/signing.ts'
import { isLoopback } from '#platform/http/xsrf.ts'
import type { Settings } from '#platform/settings.ts'

const attemptShape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /**
   * The site's origin as this browser reaches it. The identity provider must send the browser back to the same host.
   * At another host, the cookie would be missing.
   */
  origin: z.string(),
  /** The path of the page on this site that opens after the sign-in. */
  returnUrl: z.string(),
  /** When the sign-in attempt expires, in milliseconds since 1970. */
  expires: z.number(),
})

export type Attempt = z.output<typeof attemptShape>

/** How many seconds a sign-in attempt lasts: long enough to look for a password. */
export const ATTEMPT_SECONDS = 15 * 60
/**
 * The largest number of unfinished sign-in attempts in one browser. Each has a cookie, and more cookies would only
 * make every request longer.
 */
const MAX_ATTEMPTS = 8

const PURPOSE = 'sign-in'

export function writeAttempt(secret: string, attempt: Attempt): string {
  const text = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  return `${text}.${sign(secret, PURPOSE, text)}`
}

/**
 * Returns the sign-in attempt in a cookie. Returns null if this site did not sign the cookie, or if the attempt has
 * expired.
 */
export function readAttempt(secret: string, cookie: string | undefined, now: Date): Attempt | null {
  const [text = '', mark = '', ...rest] = (cookie ?? '').split('.')
  if (rest.length > 0 || !sameText(mark, sign(secret, PURPOSE, text))) return null
  const attempt = attemptShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return attempt.expires > now.getTime() ? attempt : null
}

const cookiePrefix = (secure: boolean) => (secure ? '__Host-sign-in-' : 'sign-in-')

/** Returns the name of the cookie for the sign-in attempt with this state, or null if the state is malformed. */
export function attemptCookieName(state: string, secure: boolean): string | null {
  const [part] = /^[\w-]{12}/.exec(state) ?? []
  return part ? cookiePrefix(secure) + part : null
}

/**
 * Returns the cookies of older sign-in attempts that the site deletes before another attempt starts. Returns none
 * while there are fewer than `MAX_ATTEMPTS`.
 */
export function attemptCookiesToDelete(cookies: string | null, secure: boolean): string[] {
  const names = Object.keys(parse(cookies ?? '')).filter((name) => name.startsWith(cookiePrefix(secure)))
  return names.length < MAX_ATTEMPTS ? [] : names
}

/**
 * Returns the origin at which this browser reaches the site. Without `PUBLIC_URL`, the origin may be any name of this
 * machine (R21.3). With `PUBLIC_URL`, the origin is always that address, whatever the request claims.
 */
export function ownOrigin(
  request: Request,
  { publicUrl, publicUrlGiven }: Pick<Settings, 'publicUrl' | 'publicUrlGiven'>,
): string {
  if (publicUrlGiven) return publicUrl
  const host = request.headers.get('host') ?? new URL(request.url).host
  return isLoopback(host) ? `http://${host}` : publicUrl
}

/**
 * Changes an address of this site to the origin that the browser uses. Returns an address of another site unchanged.
 */
export const atOrigin = (address: URL, origin: string, publicUrl: string): string =>
  address.origin === publicUrl ? `${origin}${address.pathname}${address.search}` : address.href
