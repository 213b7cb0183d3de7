/** Answers the calls that describe, order and take away the photos of an event. */
import { actorOf, type AuditEntry, recordAudit } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { deletePhoto, orderPhotos, updatePhoto } from './contract/photos.ts'
import { photoOrder } from './rules.ts'
import { findPhotos, lockEvent, lockPhoto, placePhotos, removePhoto, setAlt } from './store/events.ts'

type Told = Pick<AuditEntry, 'eventId' | 'entityId' | 'action' | 'fields'>

export function photoHandlers({ db, sealer, now }: Services): Bound[] {
  return [
    bind(updatePhoto, async ({ body: { id, alt } }, { caller }) => {
      const told = await db.transaction(async (tx) => {
        const photo = await lockPhoto(tx, id)
        if (!photo || photo.alt === alt) return photo
        const at = now()
        await setAlt(tx, photo, { alt, at })
        const entry = { eventId: photo.eventId, entityId: id, action: 'photo.updated', fields: ['alt'] }
        await recordAudit(tx, sealer, [{ ...photoEntry(entry), ...actorOf(caller), at }])
        return photo
      })
      return told ? { photo: { ...told, alt } } : fail('not_found')
    }),

    bind(orderPhotos, async ({ body: { eventId, ids } }, { caller }) => {
      const photos = await db.transaction(async (tx) => {
        if (!(await lockEvent(tx, eventId))) return null
        const before = await findPhotos(tx, eventId)
        const order = photoOrder(before, ids)
        if (order.every((id, index) => id === before[index]?.id)) return before
        const at = now()
        await placePhotos(tx, eventId, { ids: order, at })
        const entry = { ...actorOf(caller), action: 'photos.ordered', entity: 'event', entityId: eventId }
        await recordAudit(tx, sealer, [{ ...entry, eventId, at }])
        return findPhotos(tx, eventId)
      })
      return photos ? { photos } : fail('not_found')
    }),

    bind(deletePhoto, async ({ query: { id } }, { caller }) => {
      const gone = await db.transaction(async (tx) => {
        const photo = await lockPhoto(tx, id)
        if (!photo) return false
        const at = now()
        await removePhoto(tx, photo, at)
        const entry = { eventId: photo.eventId, entityId: id, action: 'photo.deleted' }
        await recordAudit(tx, sealer, [{ ...photoEntry(entry), ...actorOf(caller), at }])
        return true
      })
      return gone ? {} : fail('not_found')
    }),
  ]
}

const photoEntry = (told: Told) => ({ ...told, entity: 'photo' })
