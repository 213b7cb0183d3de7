/** Under which name a browser saves a download. */

/** Characters of a name at most, without its ending. */
const LONGEST = 80

/**
 * The header `content-disposition` (RFC 6266) of a download that is named after a text that people wrote: plain letters,
 * digits and dashes for old programs, the text itself beside it. Nothing in it can end the header, leave the folder or be a
 * device of Windows.
 */
export function attachment(title: string, ending: string, what = 'Reservations'): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const whole = [...title.normalize('NFC')]
    .slice(0, LONGEST)
    .map((letter) => (FORBIDDEN.test(letter) ? ' ' : letter))
    .join('')
  const old = [what.toLowerCase(), ...plain].join('-').slice(0, LONGEST)
  const name = `${what} ${whole}`.replaceAll(/\s+/g, ' ').trim()
  return `attachment; filename="${old}.${ending}"; filename*=UTF-8''${encoded(name)}.${ending}`
}

/** Characters that no file system or header takes, and marks that turn letters round. */
const FORBIDDEN = /[\p{C}\\/:*?"<>|]/u

/** RFC 8187: what `encodeURIComponent` leaves and a header does not take. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )
}
