/** Private links as mail programs and people pass them on: in brackets or quotes, with the mark that ends a sentence, in two lines (R8.9). */
import { visibleText } from '#shared/text.ts'

const AROUND = /^[\s<([{"'“‘«=]+|[\s>)\]}"'”’»=.,;:!?]+$/g
/** How quoted-printable writes the equals sign before or behind a token. */
const EQUALS = /^=?3D|=3D$/gi
/** A token, and what follows that of a link to confirm spots. */
const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.[\w-]+)?$/i

function mendedSegment(segment: string): string {
  let text: string
  try {
    text = visibleText(decodeURIComponent(segment))
  } catch {
    return segment
  }
  // Quoted-printable ends a line that goes on with an equals sign.
  const bare = text.replaceAll(/=?[\r\n]+|\s+/g, '').replaceAll(AROUND, '')
  // A token may begin with 3d.
  const found = TOKEN.exec(bare) ?? TOKEN.exec(bare.replaceAll(EQUALS, ''))
  const [, token, rest = ''] = found ?? []
  return token === undefined ? segment : `${token.toLowerCase()}${rest}`
}

/** Returns the path of a private link without what was put around its token; any other path unchanged. */
export const mendedPath = (pathname: string): string => pathname.split('/').map(mendedSegment).join('/')
