/**
 * Handles the password of a private event (R10.10). The right password sets a signed, HttpOnly cookie. The cookie's
 * value is computed from the password, so a new password makes the cookie invalid. `mayGuess` limits wrong passwords.
 */
import type { RequestContext } from '#platform/http/context.ts'
import { sameText, sign } from '#platform/http/signing.ts'
import { isAdminCaller } from '#domain/staff/sign-in/rules.ts'
import { comparablePassword } from './rules.ts'

interface PasswordEvent {
  id: number
  password: string | null
}

/** A browser stays unlocked for 60 days. That is long enough to read an invitation, sign up and return later. */
export const UNLOCKED_SECONDS = 60 * 24 * 60 * 60

export const unlockCookieName = (eventId: number): string => `unlocked-${eventId}`

/** Returns the value of the cookie that unlocks this private event. */
export const unlockToken = (secret: string, { id, password }: PasswordEvent): string =>
  sign(secret, 'unlocked event', `${id}:${comparablePassword(password ?? '')}`)

/**
 * Returns true if the caller may see the event: the event is public, the caller is an admin, or this browser has
 * unlocked the event. If not, calls that name an event by its id return 404. `secret` is `services.sessionSecret`.
 */
export function isUnlocked(
  { caller, cookie }: Pick<RequestContext, 'caller' | 'cookie'>,
  event: PasswordEvent,
  secret: string,
): boolean {
  if (event.password === null) return true
  if (isAdminCaller(caller)) return true
  const given = cookie(unlockCookieName(event.id))
  return given !== undefined && sameText(given, unlockToken(secret, event))
}

/**
 * Compares a text with the event's password in constant time. Otherwise the duration could reveal how much of the
 * text is right.
 */
export const isPassword = (secret: string, event: PasswordEvent, text: string): boolean =>
  sameText(unlockToken(secret, { ...event, password: text }), unlockToken(secret, event))
