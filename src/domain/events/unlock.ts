/**
 * Decides who may see an event (R58.1), and handles the password of a private event (R10.10). The right password sets a signed, HttpOnly cookie. The cookie's
 * value is computed from the password, so a new password makes the cookie invalid. `mayGuess` limits wrong passwords.
 */
import { may, type RequestContext } from '#platform/http/context.ts'
import { sameText, sign } from '#platform/http/signing.ts'
import { isPublished, type Publication } from './domain/publication.ts'
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

interface AccessOptions {
  /** `services.sessionSecret`. */
  secret: string
  now: Date
}

/**
 * Returns whether the caller may see the event. Admins may see every event. For all others, an unpublished event is
 * `hidden`: replies must be the same as for an event that does not exist. A private event is `locked` until this
 * browser has sent its password. Calls that name an event by its id return 404 for both.
 */
export function accessTo(
  { caller, cookie }: Pick<RequestContext, 'caller' | 'cookie'>,
  event: PasswordEvent & Publication,
  { secret, now }: AccessOptions,
): 'open' | 'locked' | 'hidden' {
  if (may(caller, 'events.see')) return 'open'
  if (!isPublished(event, now)) return 'hidden'
  if (event.password === null) return 'open'
  const given = cookie(unlockCookieName(event.id))
  return given !== undefined && sameText(given, unlockToken(secret, event)) ? 'open' : 'locked'
}

/** Returns true if the caller may see the event and it takes sign-ups: nobody signs up before it is published. */
export const isOpenForSignUp = (
  context: Pick<RequestContext, 'caller' | 'cookie'>,
  event: PasswordEvent & Publication,
  options: AccessOptions,
): boolean => isPublished(event, options.now) && accessTo(context, event, options) === 'open'

/**
 * Compares a text with the event's password in constant time. Otherwise the duration could reveal how much of the
 * text is right.
 */
export const isPassword = (secret: string, event: PasswordEvent, text: string): boolean =>
  sameText(unlockToken(secret, { ...event, password: text }), unlockToken(secret, event))
