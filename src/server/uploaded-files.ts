/** Serves the uploaded pictures and PDFs. Only names of our own making reach the file store. */
import { askedDocument, fileName } from '#features/uploads/keep-files.ts'
import { type AskedPicture, askedPicture, type PictureType, TYPES } from '#shared/uploaded-picture.ts'
import { OWN_PDF } from '#platform/http/headers.ts'
import type { FileStore, StoredFile } from '#platform/files/file-store.ts'
import { namesTag } from './content-negotiation.ts'

export const UPLOADS_PATH = '/uploads'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Answers what is asked below `/uploads`. */
export async function serveUpload(files: FileStore, request: Request): Promise<Response> {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const found = reads ? await findFile(files, new URL(request.url).pathname) : null
  if (!found)
    return new Response('There is no such file.', {
      status: 404,
      headers: { 'content-type': 'text/plain' },
    })
  const headers = new Headers({ ...found.headers, etag: found.etag })
  if (namesTag(request.headers.get('if-none-match'), found.etag))
    return new Response(null, { status: 304, headers })
  headers.set('content-length', String(found.file.size))
  const body = request.method === 'HEAD' ? null : await found.file.stream()
  return new Response(body, { headers })
}

interface Found {
  file: StoredFile
  etag: string
  headers: Record<string, string>
}

async function findFile(files: FileStore, path: string): Promise<Found | null> {
  const document = askedDocument(path)
  if (document) return findDocument(files, document)
  const picture = askedPicture(path)
  return picture && findPicture(files, picture)
}

/** A PDF: for pages of ours alone, which frame it. Its sender's name for it is not kept, so it is saved under one of ours. */
async function findDocument(files: FileStore, name: string): Promise<Found | null> {
  const file = await files.find(name)
  if (!file) return null
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="twelve-mile-retreat.pdf"',
    'content-security-policy': OWN_PDF,
    'cache-control': IMMUTABLE,
  }
  return { file, headers, etag: `"${name}"` }
}

/**
 * A picture. Until its AVIF files are made, their addresses give the WebP, to be asked for again next time: so pages may
 * always offer them.
 */
async function findPicture(files: FileStore, { name, asked }: AskedPicture): Promise<Found | null> {
  const types: PictureType[] = asked.type === 'avif' ? ['avif', 'webp'] : [asked.type]
  for (const type of types) {
    const file = await files.find(fileName(name, { ...asked, type }))
    if (!file) continue
    const headers = {
      'content-type': TYPES[type],
      'cache-control': type === asked.type ? IMMUTABLE : 'no-cache',
      // Pictures are also shown in e-mails and link previews, which other sites display.
      'cross-origin-resource-policy': 'cross-origin',
    }
    // A name is never given to other pixels, so it tells the content as well as a hash would.
    return { file, headers, etag: `"${name.slice(0, 20)}-${asked.width}-${type}"` }
  }
  return null
}
