/**
 * Repairs private links that mail programs and people damaged: brackets, quotes, a full stop at the end, a
 * line break (R8.9).
 */
import { visibleText } from '#shared/text.ts'

const SURROUNDING_MARKS = /^[\s<([{"'“‘«=]+|[\s>)\]}"'”’»=.,;:!?]+$/g
/** The quoted-printable form of an equals sign before or after a token. */
const EQUALS = /^=?3D|=3D$/gi
/** A token; a link to confirm spots has a second part after a dot. */
const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.[\w-]+)?$/i

function repairedSegment(segment: string): string {
  let text: string
  try {
    text = visibleText(decodeURIComponent(segment))
  } catch {
    return segment
  }
  // Quoted-printable marks a line that continues with an equals sign at its end.
  const bare = text.replaceAll(/=?[\r\n]+|\s+/g, '').replaceAll(SURROUNDING_MARKS, '')
  // Try the text unchanged first, since a token may begin with 3d.
  const found = TOKEN.exec(bare) ?? TOKEN.exec(bare.replaceAll(EQUALS, ''))
  const [, token, rest = ''] = found ?? []
  return token === undefined ? segment : `${token.toLowerCase()}${rest}`
}

/** Returns the path of a private link without the characters around its token; any other path unchanged. */
export const repairedPath = (pathname: string): string => pathname.split('/').map(repairedSegment).join('/')
