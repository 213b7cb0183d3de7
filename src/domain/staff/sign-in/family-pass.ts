/**
 * The family pass (docs/decisions/0029) is a signed, HttpOnly cookie for a person who knows the name of the dog. The
 * pass's signature includes that name, so changing `FAMILY_ANSWER` ends every pass.
 */
import { familyCookieName, readCookie } from '#platform/http/cookies.ts'
import { sameText, sign } from '#platform/http/signing.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import { comparable } from '#shared/folding.ts'

/**
 * A family pass lasts 180 days. Nobody wants to type the dog's name every week, and a phone that is given away loses
 * access within half a year.
 */
export const PASS_SECONDS = 180 * 24 * 60 * 60

type Gate = Pick<Services, 'settings' | 'sessionSecret' | 'now'>

/**
 * Returns true if `given` is the name of the dog. Takes constant time, so that the duration reveals nothing. Always
 * false if `FAMILY_ANSWER` is not set.
 */
export function isRightAnswer({ settings: { family }, sessionSecret }: Gate, given: string): boolean {
  if (!family) return false
  const mark = (answer: string) => sign(sessionSecret, 'family answer', comparable(answer))
  return sameText(mark(given), mark(family.answer))
}

/** Creates the cookie for a person who has just given the dog's name. Throws if `FAMILY_ANSWER` is not set. */
export function createFamilyPass(gate: Gate): { name: string; value: string } {
  const { family, publicUrl } = gate.settings
  if (!family) throw new Error('No family answer is configured, so no pass can be made')
  const until = String(gate.now().getTime() + PASS_SECONDS * 1000)
  const value = `${until}.${signPass(gate.sessionSecret, family.answer, until)}`
  return { name: familyCookieName(isSecure(publicUrl)), value }
}

/** Returns true if the request has a family pass that is valid and has not expired. */
export function hasFamilyPass(
  { settings: { family, publicUrl }, sessionSecret, now }: Gate,
  request: Request,
): boolean {
  const cookie = readCookie(request, familyCookieName(isSecure(publicUrl)))
  if (!family || !cookie) return false
  const [until = '', mark = '', ...rest] = cookie.split('.')
  if (rest.length > 0 || !sameText(mark, signPass(sessionSecret, family.answer, until))) return false
  return Number(until) > now().getTime()
}

/**
 * Signs the expiry of a family pass. `until` is in milliseconds since 1970. The browser deletes the cookie at that
 * time, but a copy of the cookie must expire too.
 */
const signPass = (secret: string, answer: string, until: string): string =>
  sign(secret, 'family', `${until} ${comparable(answer)}`)
