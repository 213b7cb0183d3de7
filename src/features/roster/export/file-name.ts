/** The name under which a download is saved, from a text that people wrote. */

const LONGEST = 80

/**
 * The header `content-disposition` (RFC 6266): plain letters, digits and dashes for old programs, the text itself
 * beside it. Nothing in it can end the header, leave the folder or be a device of Windows.
 */
export function attachment(title: string, ending: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const whole = [...title.normalize('NFC')]
    .slice(0, LONGEST)
    .map((letter) => (FORBIDDEN.test(letter) ? ' ' : letter))
    .join('')
  const old = ['reservations', ...plain].join('-').slice(0, LONGEST)
  const name = `Reservations ${whole}`.replaceAll(/\s+/g, ' ').trim()
  return `attachment; filename="${old}.${ending}"; filename*=UTF-8''${encoded(name)}.${ending}`
}

/** What no file system or header takes, and what turns letters round. */
const FORBIDDEN = /[\p{C}\\/:*?"<>|]/u

/** RFC 8187: what `encodeURIComponent` leaves and a header does not take. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )
}
