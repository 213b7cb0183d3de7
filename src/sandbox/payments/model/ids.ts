/** Identifiers as Stripe forms them: a prefix, then letters and digits of which the first ones tell the time. */
import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

type Prefix = 'pi' | 'pm' | 'ch' | 're' | 'txn' | 'evt' | 'du' | 'req' | 'src'

let made = 0

/** A later one sorts after an earlier one, in every database: what was made in one moment keeps its order. */
export function newId(prefix: Prefix): string {
  if (prefix === 'req') return `req_${randomText(14)}`
  made += 1
  return `${prefix}_3${sorted(Date.now(), 8)}${sorted(made, 4)}${randomText(11)}`
}

// Capitals and digits alone: databases do not agree on where small letters stand among them.
const sorted = (number: number, length: number) =>
  number.toString(36).toUpperCase().padStart(length, '0').slice(-length)
