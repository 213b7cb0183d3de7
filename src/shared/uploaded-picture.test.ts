import { describe, expect, test } from 'vitest'
import {
  askedPicture,
  uploadLink,
  pictureName,
  previewOf,
  uploadAddress,
  keptWidths,
} from './uploaded-picture.ts'

const facts = { random: 'abcdefghij0123456789', width: 2400, height: 1601, preview: new Uint8Array(18) }
const name = pictureName(facts)

describe("the code that encodes a picture's facts in its name", () => {
  test.each([
    [1, 1],
    [2400, 4800],
    [37, 1295],
  ])('encodes the size %i × %i in the picture’s name', (width, height) => {
    const named = pictureName({ ...facts, width, height })
    expect(named).toMatch(/^[a-z0-9]{40}$/)
    expect(askedPicture(uploadLink(named))).toMatchObject({ name: named, width, height })
  })

  test('encodes a preview in 16 shades of each color in the picture’s name', () => {
    const preview = Uint8Array.from({ length: 18 }, (_, at) => at * 15)
    const [, data = ''] = previewOf(pictureName({ ...facts, preview })).split('base64,')
    const bytes = Buffer.from(data, 'base64')
    expect(bytes.subarray(0, 2).toString()).toBe('BM')
    expect([bytes.readInt32LE(18), bytes.readInt32LE(22), bytes.length]).toEqual([3, -2, 78])
    const rows = [0, 1].map((row) => bytes.subarray(54 + row * 12, 54 + row * 12 + 9))
    const shown = Array.from(Buffer.concat(rows))
    const rgb = [0, 3, 6, 9, 12, 15].flatMap((at) => shown.slice(at, at + 3).toReversed())
    for (const [at, value] of preview.entries()) expect(Math.abs((rgb[at] ?? 0) - value)).toBeLessThan(17)
  })

  test('keeps white and black exactly in the preview', () => {
    for (const value of [255, 0]) {
      const shown = previewOf(pictureName({ ...facts, preview: new Uint8Array(18).fill(value) }))
      expect(Buffer.from(shown.split(',')[1] ?? '', 'base64').subarray(54, 63)).toEqual(
        Buffer.alloc(9, value),
      )
    }
  })
})

test.each([
  [2400, [480, 960, 1600, 2400]],
  [2000, [480, 960, 1600, 2000]],
  [960, [480, 960]],
  [961, [480, 960, 961]],
  [40, [40]],
])('stores a picture of %i pixels in the widths %j', (width, widths) => {
  expect(keptWidths(width)).toEqual(widths)
})

test.each([
  [uploadLink(name), { width: 1600, type: 'jpg' }],
  [uploadAddress(name, { width: 2400, type: 'avif' }), { width: 2400, type: 'avif' }],
  [uploadLink(pictureName({ ...facts, width: 300 })), { width: 300, type: 'jpg' }],
])('reads from the address %s the size and type %j', (address, asked) => {
  expect(askedPicture(address)?.asked).toEqual(asked)
})

test.each([
  '',
  name,
  `/uploads/${name}`,
  `/uploads/${name}-2401.jpg`,
  `/uploads/${name}-0480.jpg`.replace('0480', '1'),
  `/uploads/${name}.png`,
  `/uploads/../${name}.jpg`,
  `/uploads/${name}.jpg?x`,
  `/uploads/${name.toUpperCase()}.jpg`,
  `https://elsewhere.example/uploads/${name}.jpg`,
  `/uploads/${'0'.repeat(40)}.jpg`,
  `/uploads/${'z'.repeat(40)}.jpg`,
])('refuses %s as the address of an uploaded picture', (address) => {
  expect(askedPicture(address)).toBeNull()
})
