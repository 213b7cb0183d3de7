/**
 * Addresses and names that are safe to write into an e-mail. The site passes names and addresses to the mail library
 * separately, because a text with CR LF could redirect an e-mail. Anyone can sign up with another person's address and
 * write a message to that person as the name. So a name that reads like a message is omitted.
 */
import parse from 'nodemailer/lib/addressparser'
import { oneLine } from '#shared/text.ts'

export interface Mailbox {
  name: string
  address: string
}

// This pattern is deliberately narrow. E-mail addresses may also contain quoted text before the "@", but no guest has
// such an address.
const ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()[\]\\,;:"@\p{Cc}]+$/u
const MAX_NAME = 100

/** Returns a recipient or sender that is safe in an e-mail header, or null if the text is not exactly one address. */
export function mailbox(address: string, name = ''): Mailbox | null {
  if (address.length > 254 || !ADDRESS.test(address)) return null
  return { name: oneLine(name).slice(0, MAX_NAME), address }
}

/** Parses a sender such as `MAIL_FROM`: `Name <address>` or an address alone. */
export function parseMailbox(text: string): Mailbox | null {
  const [first, ...others] = parse(text, { flatten: true })
  return first && others.length === 0 ? mailbox(first.address, first.name) : null
}

const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’.-]{0,39}$/u
const LOOKS_LIKE_ADDRESS = /\.\p{L}{2,}/u
/** Three or more combining marks on one letter. Piled up, they would cover the lines above and below. */
const PILED_UP = /\p{M}{3}/u

/**
 * Returns the text if it looks like a name, otherwise null. A name has few words and only letters, so that messages,
 * phone numbers and links do not pass.
 */
function asName(text: string, most: { words: number; letters: number }): string | null {
  const words = text.split(' ')
  if (words.length > most.words || text.length > most.letters || PILED_UP.test(text)) return null
  return words.every((word) => NAME.test(word) && !LOOKS_LIKE_ADDRESS.test(word)) ? text : null
}

/**
 * Returns the name for the greeting: the nickname, otherwise the first name. Returns null if the text does not look
 * like a name.
 */
export function greetingName(guest: { nickname: string | null; customerName: string }): string | null {
  const text = oneLine(guest.nickname ?? '') || (oneLine(guest.customerName).split(' ')[0] ?? '')
  return asName(text, { words: 3, letters: 40 })
}

/** Returns the name to write next to a guest's address, or "" if the text does not look like a name. */
export const recipientName = (customerName: string): string =>
  asName(oneLine(customerName), { words: 5, letters: 60 }) ?? ''
