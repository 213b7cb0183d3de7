/**
 * Names of uploaded pictures. A name says everything that a page needs to show the picture, so that no page
 * must ask the database. It has 20 random letters and digits, then width, height and six preview colors, in
 * base 36.
 */

/** Widths of the files in pixels. No file is wider than the original picture. */
const WIDTHS = [480, 960, 1600, 2400] as const
export const MOST_WIDTH = 2400
/** The largest height in pixels. WebP allows hardly more, and nobody needs it. */
export const MOST_HEIGHT = 4800

export const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const
export type PictureType = keyof typeof TYPES

/** The message for HEIC, a common format that the site refuses because its compression is patented. */
export const HEIC_WORDS =
  'This is a HEIC picture, as iPhones take them. Make it a JPEG first: on a Mac with File, Export in Preview; on the iPhone by taking it again with Settings, Camera, Formats set to Most Compatible.'

/** Size of the preview in pixels. Each color channel has four bits. */
export const PREVIEW = { width: 3, height: 2 } as const

interface UploadedPicture {
  name: string
  width: number
  height: number
  widths: number[]
}

const SIZE_DIGITS = 3
const PREVIEW_DIGITS = 14
const ADDRESS =
  /^\/uploads\/([a-z0-9]{20}([a-z0-9]{3})([a-z0-9]{3})[a-z0-9]{14})(?:-(\d{1,4}))?\.(avif|webp|jpg)$/

const digits = (value: number | bigint, length: number) => value.toString(36).padStart(length, '0')

interface NameFacts {
  random: string
  width: number
  height: number
  /** RGB of the preview's pixels, row by row: 18 bytes. */
  preview: Uint8Array
}

/** Returns the name under which a picture is stored. */
export function pictureName({ random, width, height, preview }: NameFacts): string {
  const colors = [...preview].reduce((bits, byte) => bits * 16n + BigInt(byte >> 4), 0n)
  return random + digits(width, SIZE_DIGITS) + digits(height, SIZE_DIGITS) + digits(colors, PREVIEW_DIGITS)
}

/** Returns the widths of a picture's files: all standard widths below its own, and its own. */
export const keptWidths = (width: number): number[] => [...WIDTHS.filter((each) => each < width), width]

/** Returns `/uploads/<name>-<width>.<type>`. */
export const uploadAddress = (name: string, { width, type }: { width: number; type: PictureType }): string =>
  `/uploads/${name}-${width}.${type}`

/** Returns the address without a width. The reply to an upload returns it as `link`. */
export const uploadLink = (name: string): string => `/uploads/${name}.jpg`

export interface AskedPicture extends UploadedPicture {
  asked: { width: number; type: PictureType }
}

/** Returns the picture and the file of an address. Null if it is not the address of an uploaded picture. */
export function askedPicture(path: string): AskedPicture | null {
  const [, name, codedWidth, codedHeight, askedWidth, type] = ADDRESS.exec(path) ?? []
  if (!name || !codedWidth || !codedHeight) return null
  const [width, height] = [parseInt(codedWidth, 36), parseInt(codedHeight, 36)]
  const widths = keptWidths(width)
  const asked = askedWidth === undefined ? linkWidth(widths) : Number(askedWidth)
  if (width < 1 || height < 1 || width > MOST_WIDTH || !widths.includes(asked)) return null
  return { name, width, height, widths, asked: { width: asked, type: type as PictureType } }
}

/** Width of the file at a link without a width. It is large enough for any place on a page. */
const LINK_WIDTH = 1600

const linkWidth = (widths: number[]): number =>
  widths.findLast((width) => width <= LINK_WIDTH) ?? widths[0] ?? 0

const BMP_HEADER = 54
/** Bytes of a row. Rows of a bitmap are padded to a multiple of four bytes. */
const BMP_ROW = 12

/** Returns the preview as a `data:` address: a bitmap, which is small without compression. */
export function previewOf(name: string): string {
  const coded = name.slice(-PREVIEW_DIGITS)
  const bits = [...coded].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n)
  const hex = bits
    .toString(16)
    .padStart(PREVIEW.width * PREVIEW.height * 3, '0')
    .slice(-18)
  const bytes = new Uint8Array(BMP_HEADER + BMP_ROW * PREVIEW.height)
  const view = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  view.setUint32(2, bytes.length, true)
  view.setUint32(10, BMP_HEADER, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, PREVIEW.width, true)
  // A negative height orders the rows from top to bottom.
  view.setInt32(22, -PREVIEW.height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  for (let pixel = 0; pixel < PREVIEW.width * PREVIEW.height; pixel += 1) {
    const at = BMP_HEADER + BMP_ROW * Math.floor(pixel / PREVIEW.width) + 3 * (pixel % PREVIEW.width)
    const rgb = Array.from(hex.slice(pixel * 3, pixel * 3 + 3)).map((digit) => parseInt(digit, 16) * 17)
    bytes.set(rgb.toReversed(), at)
  }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...bytes))}`
}
