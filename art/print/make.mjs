/**
 * Makes the site's finished files that are neither pictures of the library nor code:
 *   node art/print/make.mjs
 * the icons (from art/icon.svg), the picture of link previews and the sample PDF (from the pages beside this
 * file, printed by Chromium). CHROMIUM_PATH says where Chromium is, else /usr/bin/chromium.
 */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import sharp from 'sharp'

const root = fileURLToPath(new URL('../..', import.meta.url))
const icon = join(root, 'art/icon.svg')
const out = join(root, 'public')

function chromium(page, ...options) {
  const common = ['--headless', '--no-sandbox', '--disable-gpu', '--allow-file-access-from-files']
  const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const address = pathToFileURL(join(root, 'art/print', page)).href
  execFileSync(path, [...common, '--virtual-time-budget=4000', ...options, address], { stdio: 'ignore' })
}

/** An .ico file that holds one PNG of 32 × 32. */
async function ico() {
  const png = await sharp(icon, { density: 300 }).resize(32, 32).png().toBuffer()
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

await mkdir(join(out, 'documents'), { recursive: true })
await copyFile(icon, join(out, 'favicon.svg'))
await writeFile(join(out, 'favicon.ico'), await ico())
await sharp(icon, { density: 600 })
  .resize(180, 180)
  .flatten({ background: '#1e3a2b' })
  .png()
  .toFile(join(out, 'apple-touch-icon.png'))

chromium(
  'field-guide.html',
  '--no-pdf-header-footer',
  `--print-to-pdf=${join(out, 'documents/field-guide.pdf')}`,
)

const folder = await mkdtemp(join(tmpdir(), 'preview-'))
const shot = join(folder, 'preview.png')
chromium('preview.html', '--window-size=1200,630', '--hide-scrollbars', `--screenshot=${shot}`)
await sharp(shot)
  .resize(1200, 630, { fit: 'cover', position: 'top' })
  .jpeg({ quality: 78, mozjpeg: true })
  .toFile(join(out, 'pictures/preview.jpg'))
await rm(folder, { recursive: true })
