/** Tests the messages for files that the site refuses as pictures. */
import { describe, expect, test } from 'vitest'
import { HEIC_WORDS } from '#shared/uploaded-picture.ts'
import { pictureAdvice } from './picture-advice.ts'
import { drawing } from '#test/support/events/pictures.ts'

const bytesOf = (binary: string) => Uint8Array.from(binary, (one) => one.charCodeAt(0))
const INCOMPLETE = /^This picture is incomplete or damaged\. Export it once more or have it sent again/

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'says that a %s is incomplete, wherever it was cut off',
  async (format) => {
    const whole = await drawing().toFormat(format).toBuffer()
    for (const length of [40, whole.length >> 1, whole.length - 2])
      expect(pictureAdvice(whole.subarray(0, length)), String(length)).toMatch(INCOMPLETE)
  },
)

test('says that a JPEG is incomplete if only its first bytes arrived', () => {
  expect(pictureAdvice(bytesOf('\xff\xd8\xff'))).toMatch(INCOMPLETE)
})

test('says that an empty file is empty', () => {
  expect(pictureAdvice(bytesOf(''))).toMatch(/^This file is empty\..+again/)
})

test.each([
  ['GIF', 'GIF89a\x01\x00'],
  ['TIFF', 'II*\0\x08'],
  ['TIFF', 'MM\0*\0'],
  ['BMP', 'BM\x36\x10\0\0\0\0\0\0'],
  ['PDF', '%PDF-1.7'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['SVG', '<?xml version="1.0"?>\n<!-- made -->\n<svg xmlns=""/>'],
])('says which kind of file was uploaded instead of a picture: %s', (kind, head) => {
  expect(pictureAdvice(bytesOf(head))).toMatch(new RegExp(`^This is an? ${kind} file.+JPEG`))
})

describe("the detection of an iPhone's HEIC photo", () => {
  test.each(['ftypheic', 'ftypmif1\0\0\0\0mif1heix', 'ftyphevc'])(
    'recognizes the photo by the HEIC brand %j',
    (head) => {
      expect(pictureAdvice(bytesOf(`\0\0\0\x18${head}`))).toMatch(/HEIC.+Most Compatible/)
    },
  )

  test.each(['ftypavif\0\0\0\0avifmif1miaf', 'ftypisom\0\0\0\0isomavc1', 'the heic of it'])(
    'ignores %j, which is no HEIC photo',
    (head) => {
      expect(pictureAdvice(bytesOf(`\0\0\0\x18${head}`))).not.toBe(HEIC_WORDS)
    },
  )
})

test.each([
  'just words',
  '<!doctype html><script>hacked()</script>',
  '\xff\xd8\xff<script>hacked()</script>',
  '\x89PNG\r\n\x1a\n<script>hacked()</script>',
  'BM, we said',
  'RIFF\0\0\0\0AVI ',
])('gives no advice about a file with the unknown content %j', (text) => {
  expect(pictureAdvice(bytesOf(text))).toBeNull()
})
