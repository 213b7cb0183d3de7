/** Signed tokens for cookies. Each purpose has its own key, so one token never passes for another. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of a value for a purpose, base64url. */
export function sign(secret: string, purpose: string, value: string): string {
  const key = createHmac('sha256', secret).update(`twelve-mile ${purpose}`).digest()
  return createHmac('sha256', key).update(value).digest('base64url')
}

/** Whether two texts are equal, in constant time for a given length. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
