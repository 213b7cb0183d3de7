/** Events in the database, and how many of their spots and choices are taken. Whoever changes one holds its lock (`lockEvent`). What is listed and edited is in `catalog.ts`. */
import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { columns, type Database, firstRow, type Transaction, isAnyOf } from '#platform/database/database.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { eventPhotos, events } from '#platform/database/schema/events.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { visibleName, visibleText } from '#shared/text.ts'
import { NO_SPOTS, type Spots } from '../rules.ts'

export type EventRow = typeof events.$inferSelect

/** Private ones too, here and below: whether a caller may see it is for `isUnlocked` to say. */
export const findEvent = (db: Database, id: number): Promise<EventRow | undefined> =>
  firstRow(db.select().from(events).where(eq(events.id, id)))

export const findEventByUrlName = (db: Database, urlName: string): Promise<EventRow | undefined> =>
  firstRow(db.select().from(events).where(eq(events.urlName, urlName)))

/** The columns that decisions under the lock need. Not the texts: others wait while they travel. */
const LOCKED = {
  ...columns(events, 'id', 'cost', 'startDateDate', 'endDateDate', 'spots', 'showWaitlist', 'password'),
  ...columns(events, 'cancelledAt', 'waitlistStoppedAt'),
}
export type LockedEvent = Pick<EventRow, keyof typeof LOCKED>

/**
 * The event, locked until the transaction ends. Whoever takes a spot locks first and counts in a
 * statement of its own afterwards: a count in the same statement would see a stale snapshot and oversell.
 */
export const lockEvent = (tx: Transaction, id: number): Promise<LockedEvent | undefined> =>
  firstRow(tx.select(LOCKED).from(events).where(eq(events.id, id)).for('update'))

/** The retreat cancels it. The caller holds its lock and has seen that it stood. */
export async function markCancelled(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(events).set({ cancelledAt: now, updatedAt: now }).where(eq(events.id, id))
}

/**
 * A spot is taken by a confirmed or a pending reservation, and by nothing else (R2.2). A pending one that is
 * to take over a stay's spot takes none of its own while that stay stands (docs/decisions/0031). For statements about
 * `reservations` under its own name. Not `exists`: behind an `or` PostgreSQL would read all confirmed ones of all times first.
 */
export const takesSpot = sql`(reservations.status = 'confirmed' or (reservations.status = 'pending' and (
  select replaced.status from reservations as replaced where replaced.id = reservations.replaces_id) is distinct from 'confirmed'))`

/** The spots and choices of an event. One statement, so that whoever has none to choose waits for none. */
export const readSpots = async (db: Database, eventId: number): Promise<Spots> =>
  (await readSpotsOf(db, [eventId])).get(eventId) ?? NO_SPOTS

/** The guests who have a choice, or hold it: one who is to take over a stay's spot takes what the stay leaves (R37.6), so what both have chosen counts once. */
const bookedOf = sql`(select count(distinct coalesce(replaced.id, guest.id))::int
  from reservation_options as choice
  join reservations as guest on guest.id = choice.reservation_id and guest.status in ('pending', 'confirmed')
  left join reservations as replaced
    on replaced.id = guest.replaces_id and guest.status = 'pending' and replaced.status = 'confirmed'
  where choice.option_id = option.id)`

/**
 * A guest who takes over a stay's spot may have the lodging that it leaves, if it has one. The limit keeps the lookup by event: an `exists`
 * may be answered from a hash of the lodgings of all years.
 */
const undecidedOf = sql`case when (select true from event_options as lodging where lodging.event_id = events.id and lodging.kind = 'lodging' limit 1)
  then (select count(*)::int from reservations as guest
    left join reservations as replaced on replaced.id = guest.replaces_id and replaced.status = 'confirmed'
    where guest.event_id = events.id and guest.status = 'pending' and not exists(
      select from reservation_options as choice join event_options as lodging on lodging.id = choice.option_id and lodging.kind = 'lodging'
      where choice.reservation_id in (guest.id, replaced.id)))
  else 0 end`

/** Likewise of several, by event id; unknown ones are missing. */
export async function readSpotsOf(db: Database, eventIds: number[]): Promise<Map<number, Spots>> {
  if (eventIds.length === 0) return new Map()
  const found = await spotsOf(db, { eventIds })
  return new Map(
    found.map(({ id, options, ...spots }) => [id, { ...spots, options: options.map(readOption) }]),
  )
}

/** As its columns are read: JSON of the database passes by them. */
const readOption = (option: Spots['options'][number]): Spots['options'][number] => ({
  ...option,
  name: visibleName(option.name),
  description: option.description && visibleText(option.description),
})

const spotsOf = (db: Database, { eventIds }: { eventIds: number[] }) =>
  db
    .select({
      id: events.id,
      taken: sql<number>`(select count(*)::int from reservations where reservations.event_id = events.id and ${takesSpot})`,
      undecided: sql<number>`${undecidedOf}`,
      options: sql<
        Spots['options']
      >`coalesce((select json_agg(json_build_object('id', option.id, 'kind', option.kind, 'name', option.name,
          'description', option.description, 'price', option.price, 'stock', option.stock, 'perRoom', option.per_room,
          'closed', option.closed, 'booked', ${bookedOf},
          'everBooked', exists(select from reservation_options where option_id = option.id)) order by option.sort, option.id)
        from event_options as option where option.event_id = events.id), '[]'::json)`,
    })
    .from(events)
    .where(isAnyOf(events.id, eventIds))

/** There is a code that somebody could use for this event today (R41.1). */
export async function readTakesCodes(
  db: Database,
  { id, cost }: Pick<EventRow, 'id' | 'cost'>,
  now: Date,
): Promise<boolean> {
  if (cost <= 0) return false
  const today = ranchDay(now)
  return (await usableCode(db, { eventId: id, today })).length > 0
}

const usableCode = (db: Database, { eventId, today }: { eventId: number; today: Day }) =>
  db
    .select({ id: codes.id })
    .from(codes)
    .where(
      and(
        isNull(codes.endedAt),
        or(isNull(codes.eventId), eq(codes.eventId, eventId)),
        or(isNull(codes.validFrom), lte(codes.validFrom, today)),
        or(isNull(codes.validUntil), gte(codes.validUntil, today)),
      ),
    )
    .limit(1)

/** Events to come whose price, whole or in halves, may ask for this sum (`paymentSchedule` tells); a private one too. */
export const listPricedAt = async (
  db: Database,
  { amount, today }: { amount: Cents; today: Day },
): Promise<EventRow[]> =>
  db
    .select()
    .from(events)
    .where(
      and(
        inArray(events.cost, [amount, 2 * amount - 1, 2 * amount]),
        gt(events.startDateDate, today),
        isNull(events.cancelledAt),
      ),
    )
    .orderBy(asc(events.id))

/** Sets what an admin switches: offers of freed spots to the waitlist are stopped (null: they run), guests see the name of their room (R38.7). */
export async function switchEvent(tx: Transaction, id: number, to: EventSwitches): Promise<void> {
  await tx.update(events).set(to).where(eq(events.id, id))
}
type EventSwitches = Partial<Pick<EventRow, 'waitlistStoppedAt' | 'roomsShown'>>

// Each change of a photo is one of the event's page, so `updatedAt` follows (the sitemap tells it).

export type PhotoRow = Pick<typeof eventPhotos.$inferSelect, 'id' | 'url' | 'alt'>

export const PHOTO = columns(eventPhotos, 'id', 'url', 'alt')

/** The photos in the order of the page. */
export const findPhotos = async (db: Database, eventId: number): Promise<PhotoRow[]> =>
  db
    .select(PHOTO)
    .from(eventPhotos)
    .where(eq(eventPhotos.eventId, eventId))
    .orderBy(asc(eventPhotos.position), asc(eventPhotos.id))

/** Adds a photo behind the others; undefined when there is no such event. The audit entry is the caller's to write. */
export async function addPhoto(
  tx: Transaction,
  { eventId, url, at }: { eventId: number; url: string; at: Date },
): Promise<PhotoRow | undefined> {
  if (!(await lockEvent(tx, eventId))) return undefined
  const next = sql`(select coalesce(max(position) + 1, 0) from event_photos where event_id = ${eventId})`
  const [photo] = await tx.insert(eventPhotos).values({ eventId, url, position: next }).returning(PHOTO)
  await noteChange(tx, eventId, at)
  return photo
}

/** The event's page is another one now. The version is not raised: an edit of the event's fields goes well with new photos. */
export async function noteChange(tx: Transaction, eventId: number, at: Date): Promise<void> {
  await tx.update(events).set({ updatedAt: at }).where(eq(events.id, eventId))
}
