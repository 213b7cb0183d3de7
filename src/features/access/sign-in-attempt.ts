/**
 * A try to sign in, between the way to the identity provider and the way back: kept by the browser in a signed cookie, one for
 * each try, so that two tabs do not spoil each other's.
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
  /** The site as this browser reaches it: the way back must lead to the same host, or the cookie is not there. */
  origin: z.string(),
  /** A path of this site. */
  returnUrl: z.string(),
  /** Milliseconds since 1970. */
  expires: z.number(),
})

export type Attempt = z.output<typeof attemptShape>

/** The life of a try to sign in: long enough to find a password. */
export const ATTEMPT_SECONDS = 15 * 60
/** More open tries than anybody has tabs; beyond that the older ones only make requests longer. */
const MOST = 8

const PURPOSE = 'sign-in'

export function writeAttempt(secret: string, attempt: Attempt): string {
  const text = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  return `${text}.${sign(secret, PURPOSE, text)}`
}

/** Null for one that is not ours, or too old. */
export function readAttempt(secret: string, cookie: string | undefined, now: Date): Attempt | null {
  const [text = '', mark = '', ...rest] = (cookie ?? '').split('.')
  if (rest.length > 0 || !sameText(mark, sign(secret, PURPOSE, text))) return null
  const attempt = attemptShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return attempt.expires > now.getTime() ? attempt : null
}

const cookiePrefix = (secure: boolean) => (secure ? '__Host-sign-in-' : 'sign-in-')

/** The cookie of the try with this state; null when it cannot be the state of any. */
export function attemptCookieName(state: string, secure: boolean): string | null {
  const [part] = /^[\w-]{12}/.exec(state) ?? []
  return part ? cookiePrefix(secure) + part : null
}

/** The cookies to take away before another try is begun: none as long as they are few. */
export function spentAttempts(cookies: string | null, secure: boolean): string[] {
  const names = Object.keys(parse(cookies ?? '')).filter((name) => name.startsWith(cookiePrefix(secure)))
  return names.length < MOST ? [] : names
}

/**
 * The site as the browser that asks reaches it. Without `PUBLIC_URL` that may be any name of this machine (R21.3); with
 * it, never anything else, whatever a request says.
 */
export function ownOrigin(
  request: Request,
  { publicUrl, publicUrlGiven }: Pick<Settings, 'publicUrl' | 'publicUrlGiven'>,
): string {
  if (publicUrlGiven) return publicUrl
  const host = request.headers.get('host') ?? new URL(request.url).host
  return isLoopback(host) ? `http://${host}` : publicUrl
}

/** A page of this site at the host that the browser is at; any other address as it is. */
export const atOrigin = (address: URL, origin: string, publicUrl: string): string =>
  address.origin === publicUrl ? `${origin}${address.pathname}${address.search}` : address.href
