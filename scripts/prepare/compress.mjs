/** Makes the brotli and gzip copies of static files (`x.js.br`, `x.js.gz`), which Vite does not make. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(m?js|css|html|svg|json|xml|txt|ico|webmanifest|map)$/
// Below this a response fits one packet anyway.
const WORTH_IT = 1024

/**
 * Compresses each text file of a folder and its folders. A copy that is not smaller is not written.
 * @param {string} folder
 */
export async function compressFolder(folder) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files) {
    if (file.isFile() && TEXT.test(file.name)) await compressFile(join(file.parentPath, file.name))
  }
}

/** @param {string} path */
async function compressFile(path) {
  const content = await readFile(path)
  if (content.length < WORTH_IT) return
  const brotli = await promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  const gzipped = await promisify(gzip)(content, { level: 9 })
  if (brotli.length < content.length) await writeFile(`${path}.br`, brotli)
  if (gzipped.length < content.length) await writeFile(`${path}.gz`, gzipped)
}
