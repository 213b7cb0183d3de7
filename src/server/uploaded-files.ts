/** Serves the uploaded pictures. Only names of our own making reach the file store. */
import { fileName } from '#features/uploads/picture-files.ts'
import { type AskedPicture, askedPicture, type PictureType, TYPES } from '#shared/uploaded-picture.ts'
import type { FileStore, StoredFile } from '#platform/files/file-store.ts'
import { namesTag } from './content-negotiation.ts'

export const UPLOADS_PATH = '/uploads'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Answers what is asked below `/uploads`. Until a picture's AVIF files are made, their addresses give the WebP, to be
 * asked for again next time: so pages may always offer them.
 */
export async function serveUpload(files: FileStore, request: Request): Promise<Response> {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const asked = reads ? askedPicture(new URL(request.url).pathname) : null
  const found = asked && (await findFile(files, asked))
  if (!found)
    return new Response('There is no such picture.', {
      status: 404,
      headers: { 'content-type': 'text/plain' },
    })
  const headers = new Headers({
    'content-type': TYPES[found.type],
    'cache-control': found.final ? IMMUTABLE : 'no-cache',
    // Pictures are also shown in e-mails and link previews, which other sites display.
    'cross-origin-resource-policy': 'cross-origin',
    etag: found.etag,
  })
  if (namesTag(request.headers.get('if-none-match'), found.etag))
    return new Response(null, { status: 304, headers })
  headers.set('content-length', String(found.file.size))
  const body = request.method === 'HEAD' ? null : await found.file.stream()
  return new Response(body, { headers })
}

interface Found {
  file: StoredFile
  type: PictureType
  /** The file at this address never changes. */
  final: boolean
  etag: string
}

async function findFile(files: FileStore, { name, asked }: AskedPicture): Promise<Found | null> {
  const types: PictureType[] = asked.type === 'avif' ? ['avif', 'webp'] : [asked.type]
  for (const type of types) {
    const file = await files.find(fileName(name, { ...asked, type }))
    // A name is never given to other pixels, so it tells the content as well as a hash would.
    const etag = `"${name.slice(0, 20)}-${asked.width}-${type}"`
    if (file) return { file, type, final: type === asked.type, etag }
  }
  return null
}
