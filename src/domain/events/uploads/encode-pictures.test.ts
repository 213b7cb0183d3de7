/** Tests which files the site makes from an uploaded picture. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { decode, makeAvif, makeFirstFiles, type Pixels } from './encode-pictures.ts'
import { drawing } from '#test/support/events/pictures.ts'

const SECRET = 'Yucca at 34.1 north'

async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const decoded = await decode(bytes)
  if (!decoded.ok) throw new Error(decoded.problem)
  return decoded.pixels
}

/** Returns the color of a picture at a point. `x` and `y` are fractions of the width and height. */
function colorAt({ data, width, height }: Pixels, [x, y]: [number, number]): string {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
  const [red = 0, , blue = 0] = data.subarray(at, at + 3)
  return red > blue ? 'red' : 'blue'
}

const text = (words: string) => new TextEncoder().encode(words)
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** Returns a PNG whose header claims this size, although the file has only a few bytes. */
function pngOfSize(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return joined(length, text(type), data, Buffer.alloc(4))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return joined(
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', text('')),
  )
}

describe('the picture decoder', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'decodes a picture in the format %s',
    async (format) => {
      const sent = await drawing().toFormat(format).toBuffer()
      expect(await pixelsOf(sent)).toMatchObject({ width: 1000, height: 750 })
    },
  )

  test('decodes gray, transparent, 16-bit, CMYK and palette pictures as RGB', async () => {
    const sent = await Promise.all([
      drawing().grayscale().png().toBuffer(),
      drawing().ensureAlpha(0.5).png().toBuffer(),
      drawing().toColourspace('rgb16').png().toBuffer(),
      drawing().toColourspace('cmyk').jpeg().toBuffer(),
      drawing().png({ palette: true }).toBuffer(),
    ])
    for (const bytes of sent) {
      const { data, width, height } = await pixelsOf(bytes)
      expect(data.length).toBe(width * height * 3)
    }
  })

  test('rotates a picture upright as its EXIF data says', async () => {
    const sent = await drawing().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const pixels = await pixelsOf(sent)
    expect(pixels).toMatchObject({ width: 750, height: 1000 })
    expect([colorAt(pixels, [0.9, 0.5]), colorAt(pixels, [0.1, 0.5])]).toEqual(['red', 'blue'])
  })

  test('scales a picture down to the largest size that the site shows, but never up', async () => {
    expect(await pixelsOf(await drawing({ width: 5000, height: 2500 }).jpeg().toBuffer())).toMatchObject({
      width: 2400,
      height: 1200,
    })
    expect(await pixelsOf(await drawing({ width: 40, height: 30 }).png().toBuffer())).toMatchObject({
      width: 40,
      height: 30,
    })
    const strip = await pixelsOf(await drawing({ width: 300, height: 9600 }).png().toBuffer())
    expect(strip).toMatchObject({ width: 150, height: 4800 })
  })

  test('decodes only the first frame of an animated picture', async () => {
    const frames = await Promise.all([drawing().png().toBuffer(), drawing().negate().png().toBuffer()])
    const sent = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()
    expect((await sharp(sent, { animated: true }).metadata()).pages).toBe(2)
    const pixels = await pixelsOf(sent)
    expect(pixels).toMatchObject({ width: 1000, height: 750 })
    expect(colorAt(pixels, [0.5, 0.1])).toBe('red')
  })
})

describe('for a file that the site does not accept, the picture decoder', () => {
  let jpeg: Uint8Array
  beforeAll(async () => {
    jpeg = await drawing().jpeg().toBuffer()
  })

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['an empty file', () => text('')],
    ['plain text', () => text('just words')],
    ['HTML', () => text('<!doctype html><script>hacked()</script>')],
    [
      'SVG',
      () =>
        text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>hacked()</script></svg>'),
    ],
    ['SVG with a prologue', () => text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', () => drawing().gif().toBuffer()],
    ['a TIFF', () => drawing().tiff().toBuffer()],
    ['a PDF', () => text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
    ['a script that starts like a GIF', () => text('GIF89a/*<svg onload=hacked()>*/=1;hacked()')],
    [
      'a page that begins like a JPEG',
      () => joined(Uint8Array.of(0xff, 0xd8, 0xff), text('<script>hacked()</script>')),
    ],
    [
      'a page that begins like a PNG',
      () => joined(Uint8Array.of(0x89), text('PNG\r\n\u001a\n<script>hacked()</script>')),
    ],
    [
      'ImageMagick’s own language',
      () => text('push graphic-context\nfill "url(https://elsewhere.example/)"'),
    ],
    ['a portable pixmap', () => text('P3 1 1 255 1 2 3')],
    ['raw pixels', () => drawing().raw().toBuffer()],
    ['half a JPEG', () => jpeg.subarray(0, jpeg.length >> 1)],
    ['a JPEG without its end', () => jpeg.subarray(0, jpeg.length - 200)],
    ['half a PNG', async () => (await drawing().png().toBuffer()).subarray(0, 900)],
    ['half a WebP', async () => (await drawing().webp().toBuffer()).subarray(0, 400)],
    ['half an AVIF', async () => (await drawing().avif().toBuffer()).subarray(0, 300)],
    ['a PNG with less data than its header says', () => pngOfSize(2000, 2000)],
  ])('refuses %s because it is not a picture', async (_what, make) => {
    expect(await decode(await make())).toEqual({ ok: false, problem: 'not_a_picture' })
  })

  test.each([
    [65_000, 65_000],
    [8001, 8000],
  ])(
    'refuses a picture that claims to have %i × %i pixels before unpacking it ("decompression bomb")',
    async (width, height) => {
      const before = process.memoryUsage.rss()
      expect(await decode(pngOfSize(width, height))).toEqual({ ok: false, problem: 'too_many_pixels' })
      expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
    },
  )
})

describe('the picture encoder', () => {
  test("makes files of all widths, without any of the picture's metadata (R11.12)", async () => {
    const sent = await drawing()
      .withExif({ IFD0: { Copyright: SECRET }, IFD3: { GPSLatitude: '34/1 6/1 0/1' } })
      .withIccProfile('p3')
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
      .jpeg()
      .toBuffer()
    const withTail = joined(sent, text(`PK\u0003\u0004<script>${SECRET}</script>`))
    expect(Buffer.from(withTail).includes(SECRET)).toBe(true)
    const { files, master } = await makeFirstFiles(await pixelsOf(withTail))
    expect(files.map(({ width, type }) => `${width}.${type}`)).toEqual([
      '480.webp',
      '480.jpg',
      '960.webp',
      '960.jpg',
      '1000.webp',
      '1000.jpg',
    ])
    const avif = await makeAvif(master, 960)
    for (const { bytes, width } of [...files, { bytes: avif, width: 960 }]) {
      const { exif, icc, xmp, iptc, orientation, ...facts } = await sharp(bytes).metadata()
      expect([exif, icc, xmp, iptc, orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      expect(facts.width).toBe(width)
      expect(Buffer.from(bytes).includes(SECRET)).toBe(false)
    }
    expect(Buffer.from(master).includes(SECRET)).toBe(false)
  })
})
