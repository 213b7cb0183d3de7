/**
 * Handles the password of a private event (R10.10). The right password sets a signed, HttpOnly cookie. The cookie's
 * value is computed from the password, so a new password makes it invalid. The handler limits wrong passwords with
 * `mayGuess`.
 */
import type { RequestContext } from '#platform/http/context.ts'
import { sameText, sign } from '#platform/http/signing.ts'
import { isAdminCaller } from '#domain/staff/sign-in/rules.ts'
import { comparablePassword } from './rules.ts'

interface PasswordEvent {
  id: number
  password: string | null
}

/** A browser stays unlocked for 60 days, long enough to read an invitation, sign up and come back later. */
export const UNLOCKED_SECONDS = 60 * 24 * 60 * 60

export const unlockCookieName = (eventId: number): string => `unlocked-${eventId}`

/** Returns the value of the cookie that unlocks a private event. */
export const unlockToken = (secret: string, { id, password }: PasswordEvent): string =>
  sign(secret, 'unlocked event', `${id}:${comparablePassword(password ?? '')}`)

/**
 * Returns whether the caller may see the event: it is public, the caller is an admin, or this browser has unlocked
 * it. Calls that name an event by its id return 404 otherwise. `secret` is `services.sessionSecret`.
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
 * Compares a text with the event's password in constant time. Otherwise the time could reveal how much of the
 * password is right.
 */
export const isPassword = (secret: string, event: PasswordEvent, text: string): boolean =>
  sameText(unlockToken(secret, { ...event, password: text }), unlockToken(secret, event))
