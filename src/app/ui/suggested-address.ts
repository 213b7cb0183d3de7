/** Finds likely typos in the domain of an e-mail address (R53.2, docs/decisions/0106). */
import { run } from '@zootools/email-spell-checker'

/**
 * Mailboxes of most guests. Short names such as `aol.com` are missing, because many companies have a domain
 * that differs from these by one letter.
 */
const OFTEN = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'bellsouth.net',
  'sbcglobal.net',
  'earthlink.net',
  'charter.net',
  'protonmail.com',
  'fastmail.com',
]
/** Mail services whose domain looks like a typo of a frequent one. */
const NO_TYPO = new Set(['mail.com', 'email.com', 'ymail.com', 'cloud.com', 'tmail.com'])

/** A threshold that only the same text reaches, because the library replaces 0 by its default. */
const EXACT = 0.1

/**
 * Returns the address with the domain that the guest probably meant: `"ada@gmial.com"` → `"ada@gmail.com"`.
 * Null if the domain looks right.
 */
export function suggestedAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 1 || domain === '' || NO_TYPO.has(domain)) return null
  const email = `a@${domain}`
  const found = run({ email, domains: OFTEN, secondLevelThreshold: EXACT, topLevelThreshold: EXACT })
  return found ? `${address.slice(0, at + 1)}${found.domain}` : null
}
