/** E-mail addresses as people type and paste them, and what makes two of them the same (R47.3). */
import { visibleLine } from './text.ts'

const NOT_ASCII = /[^\u0000-\u007f]/
/** Joiners too: an address has no use for them. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Returns the address without what pasting brings along: invisible marks, blanks, brackets around it alone, `mailto:`, and the comma of a
 * list. Wide signs of an Asian keyboard become plain ones.
 */
export const typedAddress = (text: string): string =>
  visibleLine(text)
    .replaceAll(INVISIBLE, '')
    .normalize('NFC')
    .replaceAll('＠', '@')
    .replaceAll('．', '.')
    .trim()
    .replace(/\s*[,;]$/, '')
    .replace(/^<([^<>]*)>$/, '$1')
    .replace(/^mailto:\s*([^?]*)(\?.*)?$/i, '$1')

const CHECK = 'Please check this email address'
// The letters that RFC 5322 has for a local part without quotes, and those of RFC 6531.
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~.\-\p{L}\p{M}\p{N}]+$/u
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i

/** Returns why this is not one address that a mail can be sent to, in words for its field; null when it is. */
export function addressProblem(address: string): string | null {
  if (/[,;]\s*\S|@.*@/.test(address)) return `${CHECK}: it has to be one address alone`
  if (/[<>"()]/.test(address)) return `${CHECK}: leave out the name and the brackets`
  if (/\s/.test(address)) return `${CHECK}: it has a blank in it`
  const at = address.lastIndexOf('@')
  if (at < 0) return CHECK
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (local === '') return `${CHECK}: nothing comes before the @`
  if (address.includes('..')) return `${CHECK}: it has two dots in a row`
  if (local.startsWith('.') || local.endsWith('.')) return `${CHECK}: there is a dot too many before the @`
  if (domain.startsWith('.') || domain.endsWith('.')) return `${CHECK}: there is a dot too many behind the @`
  if (!LOCAL.test(local)) return `${CHECK}: it has a character that no address has`
  if (!domain.includes('.')) return `${CHECK}: it ends too early, such as without “.com”`
  if (!DOMAIN.test(asciiDomain(domain))) return CHECK
  return [local, ...domain.split('.')].some(mixesAlphabets)
    ? `${CHECK}: it mixes letters of two alphabets that look alike`
    : null
}

const LOOK_ALIKE = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u]
const mixesAlphabets = (text: string) => LOOK_ALIKE.filter((letters) => letters.test(text)).length > 1

/** Returns a domain as computers write it: `"bücher.example"` → `"xn--bcher-kva.example"`. One that cannot be written so stays. */
function asciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain) || /[/\\?#@:[\]%\s]/.test(domain)) return domain
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain
}

/** Returns the address with its domain in ASCII, as mail servers take it. The part before the @ stays. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at + 1)}${asciiDomain(address.slice(at + 1))}`
}

/** True when a mail server needs SMTPUTF8 for the address (RFC 6531): its domain can be written in ASCII, the rest cannot. */
export const needsUtf8 = (address: string): boolean => NOT_ASCII.test(asciiAddress(address))

/** Returns the text by which addresses are compared: in any case, and with any way to write the domain. */
export const addressKey = (address: string): string =>
  NOT_ASCII.test(address)
    ? asciiAddress(address.trim().normalize('NFC').toLowerCase()).toLowerCase()
    : address.trim().toLowerCase()
