/**
 * Makes the web's pictures from the finished masters of `art/`:
 *   node scripts/pictures.mjs [folder of masters, default art/masters]
 * Writes public/pictures/<name>-<width>.{avif,webp,jpg} and src/web/ui/pictures.json. The masters are
 * 1920 pixels wide, so nothing larger is made; only full-width scenes get that size.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { format } from 'prettier'
import sharp from 'sharp'

const WIDTHS = [480, 960, 1600]
const SCENE_WIDTH = 1920
/** Pictures that fill the screen's whole width at the top of a page. */
const SCENES = new Set(['dusk', 'night', 'dawn', 'moonrise'])
const OUT = 'public/pictures'
const MANIFEST = 'src/web/ui/pictures.json'

const masters = process.argv[2] ?? 'art/masters'

/** `| name | alt text | …` rows of art/README.md are the one place of the alternative texts. */
async function altTexts() {
  const rows = (await readFile('art/README.md', 'utf8')).split('\n').filter((line) => line.startsWith('| '))
  return new Map(
    rows.map((row) => row.split('|').map((cell) => cell.trim())).map((cells) => [cells[1], cells[2]]),
  )
}

async function preview(file) {
  const tiny = await sharp(file).resize(16, 9).blur(0.6).webp({ quality: 40, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

async function write(file, name) {
  const widths = SCENES.has(name) ? [...WIDTHS, SCENE_WIDTH] : WIDTHS
  let bytes = 0
  for (const width of widths) {
    const picture = sharp(file).resize(width, null, { withoutEnlargement: true })
    const to = `${OUT}/${name}-${width}`
    bytes += (await picture.clone().avif({ quality: 58, effort: 4 }).toFile(`${to}.avif`)).size
    bytes += (await picture.clone().webp({ quality: 74, effort: 5 }).toFile(`${to}.webp`)).size
    if (width !== 960) continue
    bytes += (await picture.clone().jpeg({ quality: 72, mozjpeg: true }).toFile(`${to}.jpg`)).size
  }
  console.log(name, Math.round(bytes / 1024), 'KB')
  return widths
}

await mkdir(OUT, { recursive: true })
const alt = await altTexts()
const manifest = {}
for (const file of (await readdir(masters)).filter((file) => file.endsWith('.png')).sort()) {
  const name = file.slice(0, -'.png'.length)
  const { width, height } = await sharp(`${masters}/${file}`).metadata()
  const widths = await write(`${masters}/${file}`, name)
  manifest[name] = {
    width,
    height,
    widths,
    alt: alt.get(name) ?? '',
    preview: await preview(`${masters}/${file}`),
  }
}
await writeFile(MANIFEST, await format(JSON.stringify(manifest), { parser: 'json', printWidth: 110 }))
