/**
 * Adds pictures to the library:
 *
 *     npm run pictures [-- --from <folder> [name …]]
 *
 * Writes content/pictures/<name>-<width>.avif and the picture's entry in src/app/ui/pictures.json. Without
 * `--from`, it only updates the alternative texts and removes the entries of pictures whose files were deleted.
 * For owners: content/pictures/README.md.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { parseArgs } from 'node:util'
import { format } from 'oxfmt'
import sharp from 'sharp'
import { altTexts } from './pictures/alt-texts.ts'

const WIDTHS = [480, 720, 960, 1600, 2400]
/**
 * Settings of AVIF files. 10 bits per color keep skies smooth and make files smaller. With a quality below
 * 60, faint stars and grass disappear.
 */
const AVIF = { quality: 60, effort: 5, bitdepth: 10, chromaSubsampling: '4:2:0' } as const
/**
 * Widths that phones load first, with a lower quality than other widths. That makes these files a third
 * smaller, without a visible difference on a phone's screen.
 */
const PHONE = { widths: [720, 960], quality: 50 }
const HEIGHT_TO_WIDTH = 9 / 16
const LIBRARY = 'content/pictures'
const TEXTS = `${LIBRARY}/README.md`
const LIST = 'src/app/ui/pictures.json'
const SOURCE = /\.(jpe?g|png|tiff?|webp)$/i
const NAME = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/

const { values, positionals } = parseArgs({ options: { from: { type: 'string' } }, allowPositionals: true })

function refuse(message: string): never {
  console.error(message)
  process.exit(1)
}

/** Returns a few blurred pixels that a page shows until the picture has loaded. */
async function preview(picture: Buffer) {
  const tiny = await sharp(picture).resize(16, 9).blur(0.6).webp({ quality: 40, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

/**
 * Writes a picture in every size up to the original's, and replaces older files. Returns the picture's entry in
 * the library. `source` is the path of the original.
 */
async function keep(name: string, source: string, alt: string) {
  const { width: across } = (await sharp(source).metadata()).autoOrient
  const widths = WIDTHS.filter((width) => width <= across)
  const width = widths.at(-1)
  if (!width)
    refuse(
      `${source} is ${across} pixels wide; please take one of at least ${WIDTHS[0]}, better ${WIDTHS.at(-1)}`,
    )
  const height = Math.round(width * HEIGHT_TO_WIDTH)
  const whole = await sharp(source)
    .autoOrient()
    .resize({ width, height, position: 'attention' })
    .png()
    .toBuffer()
  await Promise.all((await filesOf(name)).map((file) => rm(join(LIBRARY, file))))
  let largest: Buffer = Buffer.alloc(0)
  for (const each of widths) {
    const quality = PHONE.widths.includes(each) ? PHONE.quality : AVIF.quality
    largest = await sharp(whole)
      .resize(each)
      .avif({ ...AVIF, quality })
      .toBuffer()
    await writeFile(`${LIBRARY}/${name}-${each}.avif`, largest)
  }
  console.log(`${name}: up to ${width} pixels wide, ${Math.round(largest.length / 1024)} KB at most`)
  const version = createHash('sha256').update(largest).digest('hex').slice(0, 8)
  return { width, height, widths, version, alt, preview: await preview(whole) }
}

async function filesOf(name: string) {
  return (await readdir(LIBRARY)).filter((file) => /^(.+)-\d+\.avif$/.exec(file)?.[1] === name)
}

/** Returns the files of the pictures that the command names, by the picture's name. */
async function sources(): Promise<Map<string, string>> {
  const { from } = values
  if (from === undefined) return new Map()
  const found = (await readdir(from)).filter((file) => SOURCE.test(file))
  const byName = new Map(found.map((file) => [parse(file).name, join(from, file)]))
  if (positionals.length === 0) return byName
  return new Map(
    positionals.map((name) => {
      const file = byName.get(name)
      if (!file) refuse(`${from} has no picture that is called ${name}.jpg, .png, .webp or .tiff`)
      return [name, file]
    }),
  )
}

/**
 * Writes the picture library's list of all pictures whose files exist. `fresh` has the new entries. All
 * entries get the current alternative texts.
 */
async function writeList(fresh: Record<string, object> = {}) {
  const there = new Set((await readdir(LIBRARY)).map((file) => file.replace(/-\d+\.avif$/, '')))
  const known = { ...(JSON.parse(await readFile(LIST, 'utf8')) as Record<string, object>), ...fresh }
  const kept = Object.entries(known).filter(([name]) => there.has(name))
  const told = kept.map(([name, entry]) => [name, { ...entry, alt: texts.get(name) }] as const)
  const sorted = Object.fromEntries(told.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const { code } = await format(LIST, JSON.stringify(sorted), { printWidth: 110 })
  await writeFile(LIST, code)
}

const texts = altTexts(await readFile(TEXTS, 'utf8'))
for (const [name, source] of await sources()) {
  const alt = texts.get(name)
  if (!NAME.test(name)) refuse(`${name}: please call it by small letters, digits and hyphens`)
  if (!alt) refuse(`${TEXTS} does not say what ${name} shows: please add a row to its table`)
  await writeList({ [name]: await keep(name, source, alt) })
}
await writeList()
