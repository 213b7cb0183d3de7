/** Builds the site: the browser bundle, the server bundle, and compressed copies of the browser's files. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ROOT, run } from './process.mjs'
import { ensurePictures } from './pictures.mjs'

const STAMP = join(ROOT, 'build', '.inputs')
const INPUTS = [
  'src',
  'content',
  'public',
  'scripts/content-check',
  'scripts/prepare/layer-order.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

/**
 * Builds the site if a source file has changed since the last build. Ends the process if the build fails.
 * @param {string} node the pinned Node
 */
export async function ensureBuilt(node) {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs()) return
  console.log('Building the site (about 15 seconds) …')
  const { status, output } = await build(node, { quiet: true })
  if (status === 0) return
  console.error(`${output}\nThe site could not be built: see the message above.`)
  process.exit(1)
}

/**
 * Builds the site even if no source file has changed. Returns the build's status.
 * @param {string} node the pinned Node
 * @param {{ quiet?: boolean }} [options]
 */
export async function build(node, { quiet = false } = {}) {
  await ensurePictures()
  // Computes the fingerprint of the source files before the build. If a file changes during the build, the
  // next start then builds again.
  const from = inputs()
  const cli = join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const env = { ...process.env, NODE_ENV: 'production' }
  const result = await run(node, [cli, 'build'], { cwd: ROOT, env, quiet })
  if (result.status !== 0) return result
  await compressFolder(join(ROOT, 'build', 'client'))
  writeFileSync(STAMP, from)
  return result
}

/**
 * Returns a fingerprint of all source files, from their names, sizes and times. Reading the content of the
 * files would slow down every start.
 */
function inputs() {
  const hash = createHash('sha256')
  for (const input of INPUTS.map((name) => join(ROOT, name))) {
    const inside = statSync(input).isDirectory()
      ? readdirSync(input, { recursive: true, encoding: 'utf8' })
      : ['']
    for (const path of inside.sort().map((name) => join(input, name))) {
      const stat = statSync(path)
      if (stat.isFile() && !path.includes('.test.')) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

const TEXT = /\.(m?js|css|html|svg|json|xml|txt|ico|webmanifest|map)$/
// A file with fewer bytes than this is not worth compressing, because it fits into one network packet anyway.
const WORTH_IT = 1024

/**
 * Creates brotli and gzip copies of a folder's text files (`x.js.br`, `x.js.gz`), because Vite creates none.
 * Leaves out copies that would not be smaller.
 * @param {string} folder
 */
async function compressFolder(folder) {
  for (const name of (await readdir(folder, { recursive: true })).filter((name) => TEXT.test(name))) {
    const path = join(folder, name)
    const content = await readFile(path)
    if (content.length < WORTH_IT) continue
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    const brotli = await promisify(brotliCompress)(content, { params })
    const gzipped = await promisify(gzip)(content, { level: 9 })
    if (brotli.length < content.length) await writeFile(`${path}.br`, brotli)
    if (gzipped.length < content.length) await writeFile(`${path}.gz`, gzipped)
  }
}
