/**
 * Queries for lists of events, and for what admins write: fields, options and photos. Callers must hold the event's
 * lock (`lockEvent`) before they change anything.
 */
import { and, asc, desc, eq, gt, isNull, lte, ne, notInArray, sql } from 'drizzle-orm'
import { type Database, firstRow, onlyRow, type Transaction } from '#platform/database/database.ts'
import { eventOptions, eventPhotos, events, publishedAt } from '#platform/database/schema/events.ts'
import { lodgingRooms } from '#platform/database/schema/rooms.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import type { OptionInput } from '../domain/editing.ts'
import { type EventRow, findPhotos, lockEvent, touchEvent, PHOTO } from './events.ts'

/**
 * The last event of a page. The next page starts after this event, even if events were added or deleted in the
 * meantime.
 */
export interface Cursor {
  when: 'current' | 'past'
  start: Day
  id: number
}

export interface Page {
  /** Events that start after this instant's ranch day are current. All others are past. */
  now: Date
  /** True to include private and unpublished events, which only admins may see in lists. */
  includeHidden: boolean
  /** The last event of the previous page. Null returns the first page. */
  after: Cursor | null
  /** The largest number of events to return. Null returns all. */
  limit: number | null
}

/** Returns a page of current events in ascending order of start, or a page of past events, newest first. */
export async function listEventsPage(db: Database, when: Cursor['when'], page: Page): Promise<EventRow[]> {
  const { now, includeHidden, after, limit } = page
  const today = ranchDay(now)
  const isPast = when === 'past'
  const place = sql`(${events.startDateDate}, ${events.id})`
  const end = after && sql`(${after.start}::date, ${after.id}::int)`
  const rest = isPast ? sql`${place} < ${end}` : sql`${place} > ${end}`
  const query = db
    .select()
    .from(events)
    .where(
      and(
        isPast ? lte(events.startDateDate, today) : gt(events.startDateDate, today),
        includeHidden ? undefined : and(isNull(events.password), publishedAt(now)),
        end ? rest : undefined,
      ),
    )
    .orderBy(...[events.startDateDate, events.id].map((column) => (isPast ? desc(column) : asc(column))))
  return limit === null ? query : query.limit(limit)
}

/**
 * The largest number of events in the sitemap. A sitemap may contain 50,000 addresses (sitemaps.org), and the site's
 * other pages need some of them.
 */
const MAX_PUBLISHED = 49_000

/** The page of a scheduled event appears later than the event's last edit. */
const lastChange = sql`greatest(${events.updatedAt}, ${events.publishAt})`.mapWith(events.updatedAt)

/** Returns public events, newest first, with the time when their pages last changed. */
export const listPublished = async (db: Database, now: Date) =>
  db
    .select({ urlName: events.urlName, updatedAt: lastChange })
    .from(events)
    .where(and(isNull(events.password), publishedAt(now)))
    .orderBy(desc(events.startDateDate), desc(events.id))
    .limit(MAX_PUBLISHED)

export async function isUrlNameTaken(db: Database, urlName: string, exceptId?: number): Promise<boolean> {
  const other = exceptId === undefined ? undefined : ne(events.id, exceptId)
  return (await db.$count(events, and(eq(events.urlName, urlName), other))) > 0
}

type NewEvent = Omit<typeof events.$inferInsert, 'id' | 'version' | 'createdAt' | 'updatedAt'>

/** Inserts an event, with the table's defaults for missing fields. Returns undefined if the URL name is taken. */
export async function insertEvent(tx: Transaction, event: NewEvent, at: Date): Promise<EventRow | undefined> {
  const [made] = await tx
    .insert(events)
    .values({ ...event, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: events.urlName })
    .returning()
  return made
}

interface Edit {
  changes: Partial<NewEvent>
  at: Date
}

/** Writes an event's changes. Throws `UNIQUE_VIOLATION` if another event has taken the URL name. */
export async function writeEvent(tx: Transaction, id: number, { changes, at }: Edit): Promise<EventRow> {
  const [event] = await tx
    .update(events)
    .set({ ...changes, version: sql`${events.version} + 1`, updatedAt: at })
    .where(eq(events.id, id))
    .returning()
  if (!event) throw new Error('The locked event is gone')
  return event
}

/**
 * Replaces the options of an event and the rooms that they name by `wanted`, in the order of that list. Deletes options
 * that `wanted` does not contain.
 */
export async function writeOptions(tx: Transaction, eventId: number, wanted: OptionInput[]): Promise<void> {
  const kept = wanted.flatMap(({ id }) => (id === null ? [] : [id]))
  const others = kept.length === 0 ? undefined : notInArray(eventOptions.id, kept)
  await tx.delete(eventOptions).where(and(eq(eventOptions.eventId, eventId), others))
  await tx.delete(lodgingRooms).where(eq(lodgingRooms.eventId, eventId))
  for (const [sort, { id, rooms, ...option }] of wanted.entries()) {
    const optionId = id ?? (await insertOption(tx, { ...option, eventId, sort }))
    if (id !== null)
      await tx
        .update(eventOptions)
        .set({ ...option, sort })
        .where(and(eq(eventOptions.id, id), eq(eventOptions.eventId, eventId)))
    if (rooms.length > 0)
      await tx.insert(lodgingRooms).values(rooms.map((roomId) => ({ eventId, roomId, optionId })))
  }
}

async function insertOption(tx: Transaction, option: typeof eventOptions.$inferInsert): Promise<number> {
  return onlyRow(await tx.insert(eventOptions).values(option).returning({ id: eventOptions.id })).id
}

/** Sets the token of the event's preview link. Null ends the link. The caller holds the event's lock. */
export async function setPreviewToken(
  tx: Transaction,
  id: number,
  previewToken: string | null,
): Promise<void> {
  await tx.update(events).set({ previewToken }).where(eq(events.id, id))
}

/** Deletes an event with its photos. The caller must have deleted its reservations and waitlist. */
export async function removeEvent(tx: Transaction, id: number): Promise<void> {
  await tx.delete(events).where(eq(events.id, id))
}

/**
 * Copies the photos of one event to another, with their order and alternative texts. The two events then show the
 * same files.
 */
export async function copyPhotos(tx: Transaction, { from, to }: { from: number; to: number }): Promise<void> {
  const photos = await findPhotos(tx, from)
  if (photos.length === 0) return
  const copies = photos.map(({ url, alt }, position) => ({ eventId: to, url, alt, position }))
  await tx.insert(eventPhotos).values(copies)
}

/**
 * Locks the event to which a photo belongs, because every change of photos needs that lock. Returns the photo with
 * the event's id.
 */
export async function lockPhoto(tx: Transaction, id: number) {
  const place = await findPhoto(tx, id)
  return place && (await lockEvent(tx, place.eventId)) && findPhoto(tx, id)
}

const findPhoto = (tx: Transaction, id: number) =>
  firstRow(
    tx
      .select({ ...PHOTO, eventId: eventPhotos.eventId })
      .from(eventPhotos)
      .where(eq(eventPhotos.id, id)),
  )
type LockedPhoto = NonNullable<Awaited<ReturnType<typeof lockPhoto>>>

export async function setAlt(
  tx: Transaction,
  photo: LockedPhoto,
  { alt, at }: { alt: string | null; at: Date },
): Promise<void> {
  await tx.update(eventPhotos).set({ alt }).where(eq(eventPhotos.id, photo.id))
  await touchEvent(tx, photo.eventId, at)
}

export async function removePhoto(tx: Transaction, photo: LockedPhoto, at: Date): Promise<void> {
  await tx.delete(eventPhotos).where(eq(eventPhotos.id, photo.id))
  await touchEvent(tx, photo.eventId, at)
}

/** Gives photos of an event the positions that their ids have in the list. The list must not be empty. */
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
  await touchEvent(tx, eventId, at)
}
