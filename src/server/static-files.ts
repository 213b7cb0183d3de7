/**
 * Serves the files of the built site. Reads the list of files at the start, so that the path in a request
 * never reaches the file system.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { getMimeType } from 'hono/utils/mime'
import { bestEncoding, type Encoding, namesTag } from '#platform/http/content-negotiation.ts'

export interface StaticFiles {
  /**
   * Returns the file at the request's path. Returns null if no file is there, or if the method is not GET or
   * HEAD.
   */
  answer(request: Request): Promise<Response | null>
}

interface StaticFile {
  path: string
  type: string
  size: number
  etag: string
  cacheControl: string
  encodings: Map<Encoding, number>
}

/** Ending of the compressed file's name for each encoding, the smallest file first. */
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
const ENCODINGS = Object.keys(ENDINGS) as Encoding[]

/** Matches Vite's files, which never change because their names contain a hash of the content. */
const HASHED = /^\/assets\//
/**
 * Query parameter with a version (`/pictures/dusk-960.avif?v=1a2b3c4d`). The version changes with the
 * content, and with it the address.
 */
const VERSION = 'v'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=3600'

/** Reads the list of files in the folder. Throws if the folder is missing. */
export async function openStaticFiles(folder: string): Promise<StaticFiles> {
  const files = await indexFolder(folder)
  return {
    answer: async (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return null
      const { pathname, searchParams } = new URL(request.url)
      const file = files.get(pathname)
      if (!file) return null
      return reply(searchParams.has(VERSION) ? { ...file, cacheControl: IMMUTABLE } : file, request)
    },
  }
}

async function indexFolder(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = new Map<string, number>()
  const etags = new Map<string, string>()
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const content = await readFile(path)
    sizes.set(path, content.byteLength)
    etags.set(path, createHash('sha256').update(content).digest('base64url').slice(0, 22))
  }
  const files = new Map<string, StaticFile>()
  for (const [path, size] of sizes) {
    const url = `/${relative(folder, path).split(sep).map(encodeURIComponent).join('/')}`
    if (/\.(br|gz)$/.test(path) && sizes.has(path.replace(/\.(br|gz)$/, ''))) continue
    const encodings = ENCODINGS.flatMap((encoding): [Encoding, number][] => {
      const packed = sizes.get(path + ENDINGS[encoding])
      return packed === undefined ? [] : [[encoding, packed]]
    })
    files.set(url, {
      path,
      size,
      type: getMimeType(path) ?? 'application/octet-stream',
      etag: etags.get(path) ?? '',
      cacheControl: HASHED.test(url) ? IMMUTABLE : SHORT,
      encodings: new Map(encodings),
    })
  }
  return files
}

function reply(file: StaticFile, request: Request): Response {
  const encoding = encodingFor(file, request)
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.cacheControl,
    // Lets pages of other sites show the site's pictures, because e-mails contain them and people read
    // e-mails on other sites.
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  })
  if (file.encodings.size > 0) headers.set('vary', 'accept-encoding')
  if (namesTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  if (encoding) {
    headers.set('content-encoding', encoding)
    const path = file.path + ENDINGS[encoding]
    return send(request, { headers, path, size: file.encodings.get(encoding) ?? 0 })
  }
  headers.set('accept-ranges', 'bytes')
  const range = rangeOf(request, file, etag)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  return send(request, { headers, path: file.path, size: file.size, ...(range ? { range } : {}) })
}

/**
 * Returns the encoding to use. Returns null for a request for a part of a file, because the part is of the
 * uncompressed file.
 */
const encodingFor = ({ encodings }: StaticFile, { headers }: Request): Encoding | null =>
  headers.has('range') ? null : bestEncoding(headers.get('accept-encoding'), [...encodings.keys()])

interface Range {
  start: number
  end: number
}

/**
 * Returns the part of a file that a request wants, as video players do. A request for several parts gets the whole
 * file, which the standard allows.
 */
function rangeOf(request: Request, file: StaticFile, etag: string): Range | null | 'unsatisfiable' {
  const header = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '')
  const condition = request.headers.get('if-range')
  if (!header || (condition && condition !== etag)) return null
  const [, from = '', to = ''] = header
  if (from === '' && to === '') return null
  const last = file.size - 1
  const start = from === '' ? Math.max(0, file.size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? last : Math.min(Number(to), last)
  return start > end ? 'unsatisfiable' : { start, end }
}

function send(
  request: Request,
  { headers, path, size, range }: { headers: Headers; path: string; size: number; range?: Range },
): Response {
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers })
  const stream = Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>
  return new Response(stream, { status, headers })
}
