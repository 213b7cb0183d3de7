/** Handles uploads of pictures and PDFs, and serves the uploaded files. */
import { addPhoto, findEvent } from '../store/events.ts'
import { actorOf, recordAudit } from '#platform/audit.ts'
import type { FileStore, StoredFile } from '#platform/files/file-store.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { namesTag } from '#platform/http/content-negotiation.ts'
import { OWN_PDF } from '#platform/http/headers.ts'
import { type AskedPicture, askedPicture, type PictureType, TYPES } from '#shared/uploaded-picture.ts'
import { addPhotoToEvent, PDF_LIMIT_BYTES, uploadDocument, uploadPicture } from './contract.ts'
import type { DecodeProblem } from './encode-pictures.ts'
import { pictureAdvice } from './picture-advice.ts'
import { isPdf, storeDocument, storePicture, type UploadDeps, documentAt, fileName } from './store-files.ts'

export function uploadHandlers(deps: UploadDeps): Bound[] {
  const { db, sealer, now } = deps
  return [
    bind(uploadPicture, async ({ body: { file } }, { caller }) => {
      const sent = { bytes: file.bytes, uploadedBy: actorOf(caller).actor }
      const kept = await storePicture(deps, sent, async (tx, { id, link }) => {
        const entry = { action: 'upload.created', entity: 'upload', entityId: id, at: now() }
        await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entry }])
        return { link }
      })
      if (kept.ok) return { data: kept.value }
      return refused(kept.problem === 'too_many_pixels' ? 'too_many_pixels' : 'not_a_picture', file)
    }),

    bind(uploadDocument, async ({ body: { file } }, { caller }) => {
      if (file.bytes.length > PDF_LIMIT_BYTES) return fail('too_large')
      if (!isPdf(file.bytes)) return fail('not_a_pdf')
      const sent = { bytes: file.bytes, uploadedBy: actorOf(caller).actor }
      const link = await storeDocument(deps, sent, async (tx, entityId) => {
        const entry = { action: 'document.created', entity: 'document', entityId, at: now() }
        await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entry }])
      })
      return { data: { link } }
    }),

    bind(addPhotoToEvent, async ({ query: { id: eventId }, body: { file } }, { caller }) => {
      if (!(await findEvent(db, eventId))) return fail('not_found')
      const sent = { bytes: file.bytes, uploadedBy: actorOf(caller).actor }
      const kept = await storePicture(deps, sent, async (tx, { link }) => {
        const at = now()
        const photo = await addPhoto(tx, { eventId, url: link, at })
        if (!photo) return null
        const entry = { action: 'photo.created', entity: 'photo', entityId: photo.id, eventId, at }
        await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entry }])
        return photo
      })
      if (kept.ok) return { imageUrl: kept.value.url, photo: kept.value }
      return kept.problem === 'not_wanted' ? fail('not_found') : refused(kept.problem, file)
    }),
  ]
}

function refused(problem: DecodeProblem, { bytes }: { bytes: Uint8Array }) {
  const message = problem === 'not_a_picture' ? pictureAdvice(bytes) : null
  return fail(problem, message === null ? {} : { message })
}

// From here on: serves uploaded pictures and PDFs. Only names that the site itself has generated reach the file
// store.

export const UPLOADS_PATH = '/uploads'

const IMMUTABLE = 'public, max-age=31536000, immutable'

export async function serveUpload(files: FileStore, request: Request): Promise<Response> {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const found = reads ? await findFile(files, new URL(request.url).pathname) : null
  if (!found)
    return new Response('There is no such file.', { status: 404, headers: { 'content-type': 'text/plain' } })
  const headers = new Headers({ ...found.headers, etag: found.etag })
  if (namesTag(request.headers.get('if-none-match'), found.etag))
    return new Response(null, { status: 304, headers })
  headers.set('content-length', String(found.file.size))
  const body = request.method === 'HEAD' ? null : await found.file.stream()
  return new Response(body, { headers })
}

interface FoundFile {
  file: StoredFile
  etag: string
  headers: Record<string, string>
}

async function findFile(files: FileStore, path: string): Promise<FoundFile | null> {
  const document = documentAt(path)
  if (document) return findDocument(files, document)
  const picture = askedPicture(path)
  return picture && findPicture(files, picture)
}

/**
 * Finds a PDF. Only our own pages may show it in a frame. The site chooses the download name, because it does not
 * store the uploader's file name.
 */
async function findDocument(files: FileStore, name: string): Promise<FoundFile | null> {
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
 * Finds a picture. Until a job has made the AVIF files, their addresses return the WebP file without caching. So
 * pages can always link to AVIF.
 */
async function findPicture(files: FileStore, { name, asked }: AskedPicture): Promise<FoundFile | null> {
  const types: PictureType[] = asked.type === 'avif' ? ['avif', 'webp'] : [asked.type]
  for (const type of types) {
    const file = await files.find(fileName(name, { ...asked, type }))
    if (!file) continue
    const headers = {
      'content-type': TYPES[type],
      'cache-control': type === asked.type ? IMMUTABLE : 'no-cache',
      // Lets other sites embed these pictures, because webmail programs and link previews do that.
      'cross-origin-resource-policy': 'cross-origin',
    }
    // The site never uses a picture's name for other pixels. So the name identifies the content as well as a hash
    // would.
    return { file, headers, etag: `"${name.slice(0, 20)}-${asked.width}-${type}"` }
  }
  return null
}
