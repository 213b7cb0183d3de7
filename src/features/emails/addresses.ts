/** Mail addresses, always kept as name and address: a whole line with CR LF in it could redirect a mail. */
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
