/**
 * Explains to the uploader why the site could not read a file as a picture: what kind of file it is, and what to do.
 */
import { HEIC_WORDS } from '#shared/uploaded-picture.ts'

/** Returns true for a photo of an iPhone: an ISO base media file with one of the HEIC brands. */
function isHeic(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(4, 40))
  return head.startsWith('ftyp') && /hei[cxms]|hev[cxms]/.test(head)
}

const INCOMPLETE_WORDS =
  'This picture is incomplete or damaged. Export it once more or have it sent again, see that it opens, and then upload it.'
const EMPTY_WORDS =
  'This file is empty. Export the picture once more or have it sent again, and then upload it.'
const otherWords = (kind: string) =>
  `This is ${kind === 'SVG' ? 'an' : 'a'} ${kind} file, even if its name says otherwise. Save the picture as a JPEG or PNG and try again.`

/** The first bytes of files that people take for pictures but the site does not accept. */
const OTHER_KINDS: [RegExp, string][] = [
  [/^GIF8[79]a/, 'GIF'],
  [/^(?:II\*\0|MM\0\*)/, 'TIFF'],
  [/^BM.{4}\0\0\0\0/s, 'BMP'],
  [/^%PDF-/, 'PDF'],
  [/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<svg[\s>]/s, 'SVG'],
]

/**
 * The first bytes of the four picture formats that the site accepts. A file that begins like this and cannot be read
 * is cut off or damaged.
 */
const OUR_KINDS = [
  /^\xff\xd8\xff(?:[\xc0-\xfe]|$)/,
  /^\x89PNG\r\n\x1a\n(?:.{4}IHDR|.{0,7}$)/s,
  /^RIFF.{4}WEBP/s,
  /^.{4}ftyp(?:avif|avis|mif1|msf1|miaf)/s,
]

/**
 * Returns why the site could not read these bytes as a picture, and what to do. Returns null if no reason is known.
 */
export function pictureAdvice(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return EMPTY_WORDS
  if (isHeic(bytes)) return HEIC_WORDS
  const head = String.fromCharCode(...bytes.subarray(0, 1024))
  if (OUR_KINDS.some((begins) => begins.test(head))) return INCOMPLETE_WORDS
  const other = OTHER_KINDS.find(([begins]) => begins.test(head))
  return other ? otherWords(other[1]) : null
}
