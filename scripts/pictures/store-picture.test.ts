/**
 * Runs the command with which owners add photographs to the library, as content/pictures/README.md describes.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PROGRAM = resolve('scripts/pictures.ts')
const README = '| Picture | What it shows |\n|---|---|\n| porch | A porch at noon. |\n| tiny | A stamp. |\n'

let folder: string
const at = (path: string) => join(folder, path)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  for (const folder of ['content/pictures', 'src/app/ui', 'photos'])
    mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('content/pictures/README.md'), README)
  writeFileSync(at('src/app/ui/pictures.json'), '{}')
  // Builds a photo like one from a phone: its metadata rotate it and contain GPS coordinates.
  const gps = { IFD0: { Copyright: 'The ranch' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 7/1 0/1' } }
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a65' } }).withExif(gps)
  await photo(800, 1200).withMetadata({ orientation: 6 }).jpeg().toFile(at('photos/porch.jpg'))
  await photo(320, 200).png().toFile(at('photos/tiny.png'))
  await photo(800, 600).jpeg().toFile(at('photos/unnamed.jpg'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const take = (...names: string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...(names.length > 0 ? ['--from', 'photos'] : []), ...names], {
    cwd: folder,
    encoding: 'utf8',
  })
const library = () => JSON.parse(readFileSync(at('src/app/ui/pictures.json'), 'utf8')) as unknown
const files = () => readdirSync(at('content/pictures')).filter((file) => file.endsWith('.avif'))

test('adds a photo upright, cropped to 16:9, in every width up to the original’s, without the camera’s metadata', async () => {
  writeFileSync(at('content/pictures/porch-2400.avif'), 'the picture that was there before')
  expect(take('porch').status).toBe(0)
  expect(files()).toEqual(['porch-480.avif', 'porch-720.avif', 'porch-960.avif'])
  const { width, height, exif, orientation } = await sharp(
    readFileSync(at('content/pictures/porch-960.avif')),
  ).metadata()
  expect({ width, height, exif, orientation }).toEqual({ width: 960, height: 540 })
  expect(library()).toEqual({
    porch: {
      width: 960,
      height: 540,
      widths: [480, 720, 960],
      version: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
      alt: 'A porch at noon.',
      preview: expect.stringMatching(/^data:image\/webp;base64,/) as string,
    },
  })
})

test.each([
  ['unnamed', 'content/pictures/README.md does not say what unnamed shows: please add a row to its table'],
  ['tiny', 'photos/tiny.png is 320 pixels wide; please take one of at least 480, better 2400'],
  ['barn', 'photos has no picture that is called barn.jpg, .png, .webp or .tiff'],
])('refuses the photo %s, says how to correct it, and changes nothing', (name, words) => {
  const before = [library(), files()]
  const { status, stderr } = take(name)
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
  expect([library(), files()]).toEqual(before)
})

test('removes from the library a picture whose files were deleted', () => {
  for (const file of files()) rmSync(at(`content/pictures/${file}`))
  expect(take().status).toBe(0)
  expect(library()).toEqual({})
  expect(existsSync(at('content/pictures/README.md'))).toBe(true)
})
