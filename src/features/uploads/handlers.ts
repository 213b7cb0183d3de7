/** Answers the calls that take pictures and PDFs. */
import { actorOf, recordAudit } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { addPhoto, findEvent } from '#features/events/index.ts'
import { addPhotoToEvent, PDF_LIMIT_BYTES, uploadDocument, uploadPicture } from './contract.ts'
import type { DecodeProblem } from './encode-pictures.ts'
import { isPdf, keepDocument, keepPicture, type UploadDeps } from './keep-files.ts'
import { HEIC_WORDS, isHeic } from '#shared/uploaded-picture.ts'

export function uploadHandlers(deps: UploadDeps): Bound[] {
  const { db, sealer, now } = deps
  return [
    bind(uploadPicture, async ({ body: { file } }, { caller }) => {
      const sent = { bytes: file.bytes, uploadedBy: actorOf(caller).actor }
      const kept = await keepPicture(deps, sent, async (tx, { id, link }) => {
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
      const link = await keepDocument(deps, sent, async (tx, entityId) => {
        const entry = { action: 'document.created', entity: 'document', entityId, at: now() }
        await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entry }])
      })
      return { data: { link } }
    }),

    bind(addPhotoToEvent, async ({ query: { id: eventId }, body: { file } }, { caller }) => {
      if (!(await findEvent(db, eventId))) return fail('not_found')
      const sent = { bytes: file.bytes, uploadedBy: actorOf(caller).actor }
      const kept = await keepPicture(deps, sent, async (tx, { link }) => {
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

const refused = (problem: DecodeProblem, { bytes }: { bytes: Uint8Array }) =>
  fail(problem, problem === 'not_a_picture' && isHeic(bytes) ? { message: HEIC_WORDS } : {})
