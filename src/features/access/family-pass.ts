/**
 * The family's pass (docs/decisions/0034): whoever has named the dog keeps a signed, HttpOnly cookie, made from the answer
 * itself, so that another `FAMILY_ANSWER` ends every pass.
 */
import { familyCookieName, readCookie } from '#platform/http/cookies.ts'
import { sameText, sign } from '#platform/http/signing.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import { comparable } from '#shared/folding.ts'

/** The pass's life: nobody wants to name the dog every week, and a phone that is given away is shut out within the half-year. */
export const PASS_SECONDS = 180 * 24 * 60 * 60

type Gate = Pick<Services, 'settings' | 'sessionSecret' | 'now'>

/** True when this is the name of the dog; takes the same time whatever is wrong with it. While none is set nothing is right. */
export function isRightAnswer({ settings: { family }, sessionSecret }: Gate, given: string): boolean {
  if (!family) return false
  const mark = (answer: string) => sign(sessionSecret, 'family answer', comparable(answer))
  return sameText(mark(given), mark(family.answer))
}

/** The cookie for whoever has just answered rightly. Throws while the gate has no answer. */
export function newPass(gate: Gate): { name: string; value: string } {
  const { family, publicUrl } = gate.settings
  if (!family) throw new Error('Without an answer there is no pass')
  const until = String(gate.now().getTime() + PASS_SECONDS * 1000)
  const value = `${until}.${signature(gate.sessionSecret, family.answer, until)}`
  return { name: familyCookieName(isSecure(publicUrl)), value }
}

/** True when the request brings a pass that still stands. */
export function hasPass(
  { settings: { family, publicUrl }, sessionSecret, now }: Gate,
  request: Request,
): boolean {
  const cookie = readCookie(request, familyCookieName(isSecure(publicUrl)))
  if (!family || !cookie) return false
  const [until = '', mark = '', ...rest] = cookie.split('.')
  if (rest.length > 0 || !sameText(mark, signature(sessionSecret, family.answer, until))) return false
  return Number(until) > now().getTime()
}

/** `until`: milliseconds since 1970. The browser forgets the cookie by itself; a copy of it ends here. */
const signature = (secret: string, answer: string, until: string): string =>
  sign(secret, 'family', `${until} ${comparable(answer)}`)
