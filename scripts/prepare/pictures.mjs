/**
 * Creates `public/pictures` from the pictures in the repository. It copies them, and adds WebP and JPEG files
 * in every size for browsers without AVIF. It also adds link previews. Reasons:
 * docs/decisions/0012-pictures.md.
 */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './process.mjs'

const KEPT = join(ROOT, 'content', 'pictures')
const MADE = join(ROOT, 'public', 'pictures')
const MARK = join(KEPT, 'icon.svg')
/** The link preview of pages that have no picture. The build copies this file unchanged. */
const SITE_PREVIEW = 'preview.jpg'
/**
 * This file records from which version of its source each picture was made. So the build makes only pictures
 * again whose source has changed.
 */
const RECORD = join(ROOT, '.cache', 'pictures.json')

/**
 * Effort 2 of the WebP encoder takes half the time of effort 4, and its files are only 6 % larger. Few
 * browsers request these files.
 */
const WEBP = { quality: 78, effort: 2 }
const JPEG = { quality: 76, mozjpeg: true }
const PREVIEW = { width: 1200, height: 630 }
const MARK_SIZE = 64
const MARK_MARGIN = 28

/**
 * @typedef {{ name: string, widths: number[] }} Kept a picture of the repository, with its widths in ascending
 * order
 */

/**
 * Creates pictures that are missing, or whose source or settings have changed. Deletes pictures whose source no
 * longer exists. Each picture takes about half a second of one processor core.
 */
export async function ensurePictures() {
  const kept = keptPictures()
  await mkdir(MADE, { recursive: true })
  await copyFile(join(KEPT, SITE_PREVIEW), join(MADE, SITE_PREVIEW))
  const wanted = new Set([SITE_PREVIEW, ...kept.flatMap(derived)])
  const stale = readdirSync(MADE).filter((file) => !wanted.has(file))
  await Promise.all(stale.map((file) => rm(join(MADE, file))))
  const recipe = await readFile(new URL(import.meta.url))
  const keyOf = (/** @type {Kept} */ picture) =>
    hash('sha256', Buffer.concat([recipe, readFileSync(largest(picture))]), 'base64url')
  /** @type {Record<string, string>} */
  const record = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {}
  const keys = new Map(kept.map((picture) => [picture.name, keyOf(picture)]))
  const due = kept.filter(
    (picture) =>
      record[picture.name] !== keys.get(picture.name) ||
      derived(picture).some((file) => !existsSync(join(MADE, file))),
  )
  if (due.length === 0) return
  console.log(`Making the pictures' other formats (${due.length} pictures, once) …`)
  await makeAll(due)
  await mkdir(dirname(RECORD), { recursive: true })
  await writeFile(RECORD, JSON.stringify(Object.fromEntries(keys)))
}

/** @returns {Kept[]} */
function keptPictures() {
  /** @type {Map<string, number[]>} */
  const widths = new Map()
  for (const file of readdirSync(KEPT)) {
    const [, name, width] = /^(.+)-(\d+)\.avif$/.exec(file) ?? []
    if (name) widths.set(name, [...(widths.get(name) ?? []), Number(width)])
  }
  return [...widths].map(([name, found]) => ({ name, widths: found.sort((a, b) => a - b) }))
}

/** @param {Kept} picture */
function derived({ name, widths }) {
  const sizes = widths.flatMap((width) => ['avif', 'webp', 'jpg'].map((type) => `${name}-${width}.${type}`))
  return [...sizes, `${name}-og.jpg`]
}

/** @param {Kept} picture */
function largest({ name, widths }) {
  return join(KEPT, `${name}-${widths.at(-1)}.avif`)
}

/**
 * Creates several pictures at the same time, each on one processor core. Using several cores for one picture
 * would take longer.
 * @param {Kept[]} due
 */
async function makeAll(due) {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  const mark = await sharp(MARK, { density: 300 }).resize(MARK_SIZE, MARK_SIZE).png().toBuffer()
  const queue = [...due]
  const worker = async () => {
    for (let picture = queue.pop(); picture; picture = queue.pop()) await make(sharp, picture, mark)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

/**
 * @param {typeof import('sharp').default} sharp
 * @param {Kept} picture
 * @param {Buffer} mark
 */
async function make(sharp, picture, mark) {
  // The picture files have 10 bits per channel. Decodes the largest file once, and creates all other files
  // from the same pixels.
  const { data, info } = await sharp(largest(picture))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const pixels = () => sharp(data, { raw })
  for (const width of picture.widths) {
    const to = join(MADE, `${picture.name}-${width}`)
    await copyFile(join(KEPT, `${picture.name}-${width}.avif`), `${to}.avif`)
    await pixels().resize(width).webp(WEBP).toFile(`${to}.webp`)
    await pixels().resize(width).jpeg(JPEG).toFile(`${to}.jpg`)
  }
  const corner = PREVIEW.height - MARK_SIZE - MARK_MARGIN
  await pixels()
    .resize(PREVIEW)
    .composite([{ input: mark, left: MARK_MARGIN, top: corner }])
    .jpeg(JPEG)
    .toFile(join(MADE, `${picture.name}-og.jpg`))
}
