/** Identifiers as Stripe forms them: a prefix and base 62. */
import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

type Prefix = 'pi' | 'pm' | 'ch' | 're' | 'txn' | 'evt' | 'du' | 'req' | 'src'

export function newId(prefix: Prefix): string {
  return `${prefix}_${prefix === 'req' ? randomText(14) : `3${randomText(23)}`}`
}
