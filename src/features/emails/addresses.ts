/**
 * Addresses, always kept as name and address: a whole line with CR LF in it could redirect a mail. And which names may be written
 * out: anyone can sign up with someone else's address, so what reads like a message is not passed on.
 */
import parse from 'nodemailer/lib/addressparser'
import { oneLine } from '#shared/text.ts'

export interface Mailbox {
  name: string
  address: string
}

// Deliberately narrow: quoted local parts and address lists are valid mail, but never a guest's address here.
const ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()[\]\\,;:"@\p{Cc}]+$/u
const MAX_NAME = 100

/** A recipient or sender fit for a header; null when the address is not exactly one address. */
export function mailbox(address: string, name = ''): Mailbox | null {
  if (address.length > 254 || !ADDRESS.test(address)) return null
  return { name: oneLine(name).slice(0, MAX_NAME), address }
}

/** Reads a sender as in `MAIL_FROM`: `Name <address>` or an address alone. */
export function parseMailbox(text: string): Mailbox | null {
  const [first, ...others] = parse(text, { flatten: true })
  return first && others.length === 0 ? mailbox(first.address, first.name) : null
}

const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’.-]{0,39}$/u
const LOOKS_LIKE_ADDRESS = /\.\p{L}{2,}/u
/** Marks upon marks, which cover the lines above and below. */
const PILED_UP = /\p{M}{3}/u

/** The text if it plainly is a name, else null: letters alone, in few words; no message, number to call or link. */
function asName(text: string, most: { words: number; letters: number }): string | null {
  const words = text.split(' ')
  if (words.length > most.words || text.length > most.letters || PILED_UP.test(text)) return null
  return words.every((word) => NAME.test(word) && !LOOKS_LIKE_ADDRESS.test(word)) ? text : null
}

/** The name to greet with: the nickname, else the first name; null when it is not plainly a name. */
export function greetingName(guest: { nickname: string | null; customerName: string }): string | null {
  const text = oneLine(guest.nickname ?? '') || (oneLine(guest.customerName).split(' ')[0] ?? '')
  return asName(text, { words: 3, letters: 40 })
}

/** The name beside a guest's address in the header of a mail; empty when it is not plainly a name. */
export const recipientName = (customerName: string): string =>
  asName(oneLine(customerName), { words: 5, letters: 60 }) ?? ''
