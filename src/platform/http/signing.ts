/**
 * Signs the tokens in cookies. Each purpose has its own key, so that a token for one purpose is never accepted for
 * another.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/** Returns the signature of a value for a purpose, in base64url. */
export const sign = (secret: string, purpose: string, value: string): string =>
  createHmac('sha256', keyFor(secret, purpose)).update(value).digest('base64url')

/**
 * Signing keys by purpose. They stay in memory, because every request checks a token, and creating a key
 * takes longer than signing.
 */
const keys = new Map<string, KeyObject>()

function keyFor(secret: string, purpose: string): KeyObject {
  const name = `${purpose} ${secret}`
  const key =
    keys.get(name) ?? createSecretKey(createHmac('sha256', secret).update(`twelve-mile ${purpose}`).digest())
  keys.set(name, key)
  return key
}

/**
 * Returns true if two texts are equal. Takes the same time wherever they differ, so that the time reveals
 * nothing.
 */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
