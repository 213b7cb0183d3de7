/**
 * Makes the kept pictures from the masters that `npm run art` renders:
 *   npm run pictures [-- --from <folder, default art/masters>] [name …]
 * Writes public/pictures/<name>-<width>.avif and the picture's entry in src/web/ui/pictures.json, and takes over
 * changed alternative texts of all. WebP, JPEG and link previews are made by each build (prepare/pictures.mjs).
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { format } from 'oxfmt'
import sharp from 'sharp'
import { altTexts } from './pictures/alt-texts.mjs'

const WIDTHS = [480, 960, 1600, 2400]
/** 10 bits keep skies smooth, and are smaller; below 60 faint stars and grass go. */
const AVIF = /** @type {const} */ ({ quality: 60, effort: 5, bitdepth: 10, chromaSubsampling: '4:2:0' })
/** The size that phones load first: a third smaller, and on their screens no worse to the eye. */
const PHONE = { width: 960, quality: 50 }
const OUT = 'public/pictures'
const LIST = 'src/web/ui/pictures.json'

const { values, positionals } = parseArgs({
  options: { from: { type: 'string', default: 'art/masters' } },
  allowPositionals: true,
})

/**
 * A few blurred pixels to show until the picture is there.
 * @param {string} master
 */
async function preview(master) {
  const tiny = await sharp(master).resize(16, 9).blur(0.6).webp({ quality: 40, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

/**
 * Writes every size up to the master's own, in place of what is kept; gives what the page must know.
 * @param {string} name
 * @param {string} alt
 */
async function keep(name, alt) {
  const master = `${values.from}/${name}.png`
  const { width: full, height: fullHeight } = await sharp(master).metadata()
  const widths = WIDTHS.filter((width) => width <= full)
  const old = (await readdir(OUT)).filter((file) => /^(.+)-\d+\.avif$/.exec(file)?.[1] === name)
  await Promise.all(old.map((file) => rm(`${OUT}/${file}`)))
  let bytes = 0
  let largest = Buffer.alloc(0)
  for (const width of widths) {
    const quality = width === PHONE.width ? PHONE.quality : AVIF.quality
    largest = await sharp(master)
      .resize(width)
      .avif({ ...AVIF, quality })
      .toBuffer()
    await writeFile(`${OUT}/${name}-${width}.avif`, largest)
    bytes += largest.length
  }
  console.log(name, widths.at(-1), Math.round(bytes / 1024), 'KB')
  const width = widths.at(-1) ?? full
  const version = createHash('sha256').update(largest).digest('hex').slice(0, 8)
  const height = Math.round((width * fullHeight) / full)
  return { width, height, widths, version, alt, preview: await preview(master) }
}

/** @param {(list: Record<string, object>) => void} change */
async function changeList(change) {
  const list = JSON.parse(await readFile(LIST, 'utf8'))
  change(list)
  const sorted = Object.fromEntries(Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)))
  const { code } = await format(LIST, JSON.stringify(sorted), { printWidth: 110 })
  await writeFile(LIST, code)
}

const texts = altTexts(await readFile('art/README.md', 'utf8'))
const there = (await readdir(values.from).catch(() => [])).filter((file) => file.endsWith('.png'))
const names = positionals.length > 0 ? positionals : there.map((file) => file.slice(0, -'.png'.length))
for (const name of names) {
  const alt = texts.get(name)
  if (!alt) throw new Error(`art/README.md tells no alternative text of ${name}`)
  const entry = await keep(name, alt)
  await changeList((list) => {
    list[name] = entry
  })
}
await changeList((list) => {
  for (const [name, entry] of Object.entries(list)) list[name] = { ...entry, alt: texts.get(name) }
})
