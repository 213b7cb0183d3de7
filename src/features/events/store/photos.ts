/** An event's photos. Each change is one of the event's page, so `updatedAt` follows (the sitemap tells it). */
import { asc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { eventPhotos, events } from '#platform/database/schema/events.ts'
import { lockEvent } from './events.ts'

export type PhotoRow = Pick<typeof eventPhotos.$inferSelect, 'id' | 'url' | 'alt'>

const PHOTO = { id: eventPhotos.id, url: eventPhotos.url, alt: eventPhotos.alt }

/** The photos in the order of the page. */
export async function findPhotos(db: Database, eventId: number): Promise<PhotoRow[]> {
  return db
    .select(PHOTO)
    .from(eventPhotos)
    .where(eq(eventPhotos.eventId, eventId))
    .orderBy(asc(eventPhotos.position), asc(eventPhotos.id))
}

interface NewPhoto {
  eventId: number
  url: string
  at: Date
}

/** Adds a photo behind the others; undefined when there is no such event. The audit entry is the caller's to write. */
export async function addPhoto(
  tx: Transaction,
  { eventId, url, at }: NewPhoto,
): Promise<PhotoRow | undefined> {
  if (!(await lockEvent(tx, eventId))) return undefined
  const next = sql`(select coalesce(max(position) + 1, 0) from event_photos where event_id = ${eventId})`
  const [photo] = await tx.insert(eventPhotos).values({ eventId, url, position: next }).returning(PHOTO)
  await noteChange(tx, eventId, at)
  return photo
}

/** The photo with the event that it is on; that event is locked, as for every change of its photos. */
export async function lockPhoto(tx: Transaction, id: number) {
  const place = await findPhoto(tx, id)
  return place && (await lockEvent(tx, place.eventId)) && findPhoto(tx, id)
}

async function findPhoto(tx: Transaction, id: number) {
  const [photo] = await tx
    .select({ ...PHOTO, eventId: eventPhotos.eventId })
    .from(eventPhotos)
    .where(eq(eventPhotos.id, id))
  return photo
}
type LockedPhoto = NonNullable<Awaited<ReturnType<typeof lockPhoto>>>

export async function setAlt(
  tx: Transaction,
  photo: LockedPhoto,
  { alt, at }: { alt: string | null; at: Date },
): Promise<void> {
  await tx.update(eventPhotos).set({ alt }).where(eq(eventPhotos.id, photo.id))
  await noteChange(tx, photo.eventId, at)
}

export async function removePhoto(tx: Transaction, photo: LockedPhoto, at: Date): Promise<void> {
  await tx.delete(eventPhotos).where(eq(eventPhotos.id, photo.id))
  await noteChange(tx, photo.eventId, at)
}

/** Puts photos of an event at the places that the order of their ids, at least one, gives them. */
export async function placePhotos(
  tx: Transaction,
  eventId: number,
  { ids, at }: { ids: number[]; at: Date },
): Promise<void> {
  const given = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  await tx.execute(sql`update event_photos set position = place.position
    from unnest(array[${given}]::int[]) with ordinality as place(id, position)
    where event_photos.id = place.id and event_photos.event_id = ${eventId}`)
  await noteChange(tx, eventId, at)
}

// The version is not raised: an edit of the event's fields goes well with new photos.
async function noteChange(tx: Transaction, eventId: number, at: Date): Promise<void> {
  await tx.update(events).set({ updatedAt: at }).where(eq(events.id, eventId))
}
