/**
 * The password of a private event (R10.10): a right one leaves a signed, HttpOnly cookie in the
 * browser, made from the password itself, so that a new password voids it. How often one may guess: `platform/rate-limits.ts`, asked by the handler.
 */
import type { RequestContext } from '#platform/http/context.ts'
import { sameText, sign } from '#platform/http/signing.ts'
import { isAdminCaller } from '#features/access/rules.ts'
import { comparablePassword } from './rules.ts'

interface Guarded {
  id: number
  /** Null: not private. */
  password: string | null
}

/** As long as people take from reading an invitation to signing up, and come back to look. */
export const UNLOCKED_SECONDS = 60 * 24 * 60 * 60

export const unlockCookieName = (eventId: number): string => `unlocked-${eventId}`

/** The cookie's value for an event with a password. */
export const unlockToken = (secret: string, { id, password }: Guarded): string =>
  sign(secret, 'unlocked event', `${id}:${comparablePassword(password ?? '')}`)

/**
 * The caller may know the event: it is not private, they are an admin, or their browser has
 * unlocked it. Calls that name an event by id answer 404 otherwise. `secret` is `services.sessionSecret`.
 */
export function isUnlocked(
  { caller, cookie }: Pick<RequestContext, 'caller' | 'cookie'>,
  event: Guarded,
  secret: string,
): boolean {
  if (event.password === null) return true
  if (isAdminCaller(caller)) return true
  const given = cookie(unlockCookieName(event.id))
  return given !== undefined && sameText(given, unlockToken(secret, event))
}

/** Compares a text with the event's password; takes the same time whatever is wrong with it. */
export const isPassword = (secret: string, event: Guarded, text: string): boolean =>
  sameText(unlockToken(secret, { ...event, password: text }), unlockToken(secret, event))
