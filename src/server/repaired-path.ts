/**
 * Repairs private links that mail programs and people have damaged, by brackets, quotes, a full stop at the
 * end or a line break (R8.9).
 */
import { visibleText } from '#shared/text.ts'

const SURROUNDING_MARKS = /^[\s<([{"'“‘«=]+|[\s>)\]}"'”’»=.,;:!?]+$/g
/**
 * Matches an encoded equals sign before or after a token. E-mails in the encoding quoted-printable contain
 * such signs.
 */
const EQUALS = /^=?3D|=3D$/gi
/**
 * Matches the token of a private link. In the link that confirms spots, a second part follows after a dot.
 */
const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.[\w-]+)?$/i

function repairedSegment(segment: string): string {
  let text: string
  try {
    text = visibleText(decodeURIComponent(segment))
  } catch {
    return segment
  }
  // In e-mails with the encoding quoted-printable, an equals sign at the end of a line means that the line
  // continues.
  const bare = text.replaceAll(/=?[\r\n]+|\s+/g, '').replaceAll(SURROUNDING_MARKS, '')
  // Tries the unchanged text first, because a token may itself begin with 3d.
  const found = TOKEN.exec(bare) ?? TOKEN.exec(bare.replaceAll(EQUALS, ''))
  const [, token, rest = ''] = found ?? []
  return token === undefined ? segment : `${token.toLowerCase()}${rest}`
}

/** Returns the path of a private link without the characters around its token. Returns any other path unchanged. */
export const repairedPath = (pathname: string): string => pathname.split('/').map(repairedSegment).join('/')
