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
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, '')
  const whole = [...title.normalize('NFC')]
    .map((letter) => (/[\p{C}\\/:*?"<>|]/u.test(letter) ? ' ' : letter))
    .slice(0, LONGEST)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  const encoded = encodeURIComponent(`Reservations ${whole}`).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.codePointAt(0)?.toString(16).toUpperCase()}`,
  )
  return `attachment; filename="reservations-${plain}.${ending}"; filename*=UTF-8''${encoded}.${ending}`
}
