/**
 * Cleans and checks e-mail addresses as people type or paste them, and decides whether two are the same
 * (R47.3).
 */
import { visibleLine } from './text.ts'

const NOT_ASCII = /[^\u0000-\u007f]/
/**
 * Invisible characters, including joiners. Some scripts need joiners in other texts, but an address never does.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Removes what pasting adds to an address: invisible characters, spaces, angle brackets, `mailto:`, a list's
 * comma. Replaces full-width signs of Asian keyboards.
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
// Characters that RFC 5322 allows in a local part without quotes, and the letters that RFC 6531 adds.
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~.\-\p{L}\p{M}\p{N}]+$/u
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i

/** Returns an error message for the form field. Null if the text is one valid address. */
export function addressProblem(address: string): string | null {
  if (/[,;]\s*\S|@.*@/.test(address)) return `${CHECK}: enter only one address`
  if (/[<>"()]/.test(address)) return `${CHECK}: leave out the name and the brackets`
  if (/\s/.test(address)) return `${CHECK}: it has a space in it`
  const at = address.lastIndexOf('@')
  if (at < 0) return CHECK
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (local === '') return `${CHECK}: nothing comes before the @`
  if (address.includes('..')) return `${CHECK}: it has two dots in a row`
  if (local.startsWith('.') || local.endsWith('.')) return `${CHECK}: there is an extra dot before the @`
  if (domain.startsWith('.') || domain.endsWith('.')) return `${CHECK}: there is an extra dot after the @`
  if (!LOCAL.test(local)) return `${CHECK}: it has a character that no email address can have`
  if (!domain.includes('.')) return `${CHECK}: its end is missing, such as “.com”`
  if (!DOMAIN.test(asciiDomain(domain))) return CHECK
  return [local, ...domain.split('.')].some(mixesAlphabets)
    ? `${CHECK}: it mixes look-alike letters of two alphabets`
    : null
}

const LOOK_ALIKE = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u]
const mixesAlphabets = (text: string) => LOOK_ALIKE.filter((letters) => letters.test(text)).length > 1

/**
 * Returns a domain in ASCII: `"bücher.example"` → `"xn--bcher-kva.example"`. Returns it unchanged if that is
 * impossible.
 */
function asciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain) || /[/\\?#@:[\]%\s]/.test(domain)) return domain
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain
}

/** Returns the address with its domain in ASCII, as mail servers expect it. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at + 1)}${asciiDomain(address.slice(at + 1))}`
}

/**
 * Returns true if a mail server needs SMTPUTF8 (RFC 6531): the part before the @ has letters beyond ASCII.
 */
export const needsUtf8 = (address: string): boolean => NOT_ASCII.test(asciiAddress(address))

/**
 * Returns the text by which two addresses are compared. It ignores case and the spelling of international
 * domains.
 */
export const addressKey = (address: string): string =>
  NOT_ASCII.test(address)
    ? asciiAddress(address.trim().normalize('NFC').toLowerCase()).toLowerCase()
    : address.trim().toLowerCase()
