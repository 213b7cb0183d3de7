/**
 * Queries for events and for how many of their spots and options are taken. Callers must hold the event's lock
 * (`lockEvent`) before they change an event. `catalog.ts` has the queries for lists and edits.
 */
import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { columns, type Database, firstRow, type Transaction, isAnyOf } from '#platform/database/database.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { eventPhotos, events, publishedAt } from '#platform/database/schema/events.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { visibleName, visibleText } from '#shared/text.ts'
import { type NamedRoom, stockOf } from '../domain/lodging.ts'
import { NO_SPOTS, type Spots } from '../rules.ts'

export type EventRow = typeof events.$inferSelect

/**
 * Returns the event with this id, even an unpublished or private one. The caller decides with `accessTo` whether to
 * show it.
 */
export const findEvent = (db: Database, id: number): Promise<EventRow | undefined> =>
  firstRow(db.select().from(events).where(eq(events.id, id)))

/** Returns the event with this preview link. The token must be a UUID, because the column refuses any other text. */
export const findEventByPreview = (db: Database, token: string): Promise<EventRow | undefined> =>
  firstRow(db.select().from(events).where(eq(events.previewToken, token)))

export const findEventByUrlName = (db: Database, urlName: string): Promise<EventRow | undefined> =>
  firstRow(db.select().from(events).where(eq(events.urlName, urlName)))

/**
 * The columns that `lockEvent` returns. Omits long texts, because reading them would make other requests wait longer
 * for the lock.
 */
const LOCKED = {
  ...columns(events, 'id', 'cost', 'startDateDate', 'endDateDate', 'spots', 'showWaitlist', 'password'),
  ...columns(events, 'cancelledAt', 'waitlistStoppedAt', 'status', 'publishAt'),
}
export type LockedEvent = Pick<EventRow, keyof typeof LOCKED>

/**
 * Locks the event until the transaction ends, and returns it. Count spots in a separate statement afterwards. A count
 * in the same statement could miss guests who signed up while the statement waited for the lock. Then the site would
 * sell too many spots.
 */
export const lockEvent = (tx: Transaction, id: number): Promise<LockedEvent | undefined> =>
  firstRow(tx.select(LOCKED).from(events).where(eq(events.id, id)).for('update'))

/**
 * Marks the event as canceled by the venue. The caller holds the event's lock and has checked that the event is not
 * canceled yet.
 */
export async function markCancelled(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(events).set({ cancelledAt: now, updatedAt: now }).where(eq(events.id, id))
}

/**
 * SQL condition for a reservation that takes a spot (R2.2): confirmed or pending. While a taker's reservation is
 * pending and the leaver's is confirmed, only the leaver's counts (docs/decisions/0031). Use the condition in
 * statements that select from `reservations` without an alias. It uses a subquery, because an `exists` after the `or`
 * would make PostgreSQL read all confirmed reservations.
 */
export const takesSpot = sql`(reservations.status = 'confirmed' or (reservations.status = 'pending' and (
  select replaced.status from reservations as replaced where replaced.id = reservations.replaces_id) is distinct from 'confirmed'))`

/** Returns the spots and options of an event. One SQL statement reads them together, which saves a round trip. */
export const readSpots = async (db: Database, eventId: number): Promise<Spots> =>
  (await readSpotsOf(db, [eventId])).get(eventId) ?? NO_SPOTS

/**
 * Counts the guests who have an option, including guests with a hold. While a taker's reservation is pending, taker
 * and leaver count once if both have the option (R37.6).
 */
const bookedOf = sql`(select count(distinct coalesce(replaced.id, guest.id))::int
  from reservation_options as choice
  join reservations as guest on guest.id = choice.reservation_id and guest.status in ('pending', 'confirmed')
  left join reservations as replaced
    on replaced.id = guest.replaces_id and guest.status = 'pending' and replaced.status = 'confirmed'
  where choice.option_id = option.id)`

/**
 * Counts pending guests without lodging, if the event has lodging. Omits a taker if the leaver has lodging. `limit 1`
 * makes PostgreSQL look up only this event. An `exists` could read the lodging of all events.
 */
const undecidedOf = sql`case when (select true from event_options as lodging where lodging.event_id = events.id and lodging.kind = 'lodging' limit 1)
  then (select count(*)::int from reservations as guest
    left join reservations as replaced on replaced.id = guest.replaces_id and replaced.status = 'confirmed'
    where guest.event_id = events.id and guest.status = 'pending' and not exists(
      select from reservation_options as choice join event_options as lodging on lodging.id = choice.option_id and lodging.kind = 'lodging'
      where choice.reservation_id in (guest.id, replaced.id)))
  else 0 end`

/** Returns the spots and options of several events by event id. Omits unknown ids. */
export async function readSpotsOf(db: Database, eventIds: number[]): Promise<Map<number, Spots>> {
  if (eventIds.length === 0) return new Map()
  const found = await spotsOf(db, { eventIds })
  return new Map(
    found.map(({ id, options, ...spots }) => [id, { ...spots, options: options.map(readOption) }]),
  )
}

type Option = Spots['options'][number]
type OptionJson = Omit<Option, 'rooms'> & { rooms: Pick<NamedRoom, 'id' | 'beds'>[] }

/**
 * Returns an option with its stock, which follows from the beds if it names rooms. Removes invisible characters from
 * its texts. The column type does that when it reads a row, but not in JSON that the database builds.
 */
const readOption = ({ rooms, ...option }: OptionJson): Option => ({
  ...option,
  name: visibleName(option.name),
  description: option.description && visibleText(option.description),
  stock: stockOf(option, rooms),
  rooms: rooms.map(({ id }) => id),
})

const namedRooms = sql`(select coalesce(json_agg(json_build_object('id', room.id, 'beds', room.beds) order by room.id), '[]'::json)
  from lodging_rooms as named join rooms as room on room.id = named.room_id where named.option_id = option.id)`

const spotsOf = (db: Database, { eventIds }: { eventIds: number[] }) =>
  db
    .select({
      id: events.id,
      taken: sql<number>`(select count(*)::int from reservations where reservations.event_id = events.id and ${takesSpot})`,
      undecided: sql<number>`${undecidedOf}`,
      options: sql<
        OptionJson[]
      >`coalesce((select json_agg(json_build_object('id', option.id, 'kind', option.kind, 'name', option.name,
          'description', option.description, 'price', option.price, 'stock', option.stock, 'perRoom', option.per_room,
          'rooms', ${namedRooms}, 'closed', option.closed, 'booked', ${bookedOf},
          'everBooked', exists(select from reservation_options where option_id = option.id)) order by option.sort, option.id)
        from event_options as option where option.event_id = events.id), '[]'::json)`,
    })
    .from(events)
    .where(isAnyOf(events.id, eventIds))

/** Returns true if any discount code works for this event today (R41.1). */
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

/**
 * Returns published upcoming events, including private ones, whose price or deposit may be this amount. Callers must check the
 * exact amount with `paymentSchedule`.
 */
export const listPricedAt = async (
  db: Database,
  { amount, now }: { amount: Cents; now: Date },
): Promise<EventRow[]> =>
  db
    .select()
    .from(events)
    .where(
      and(
        inArray(events.cost, [amount, 2 * amount - 1, 2 * amount]),
        gt(events.startDateDate, ranchDay(now)),
        isNull(events.cancelledAt),
        publishedAt(now),
      ),
    )
    .orderBy(asc(events.id))

/**
 * Sets two switches of an event: since when waitlist offers are paused (null if they are not paused), and whether
 * guests see the name of their room (R38.7).
 */
export async function setEventSwitches(tx: Transaction, id: number, to: EventSwitches): Promise<void> {
  await tx.update(events).set(to).where(eq(events.id, id))
}
type EventSwitches = Partial<Pick<EventRow, 'waitlistStoppedAt' | 'roomsShown'>>

// From here on: photos. A change of a photo changes the event's page, so it sets `updatedAt`, which the sitemap
// shows.

export type PhotoRow = Pick<typeof eventPhotos.$inferSelect, 'id' | 'url' | 'alt'>

export const PHOTO = columns(eventPhotos, 'id', 'url', 'alt')

/** Returns the photos of an event in page order. */
export const findPhotos = async (db: Database, eventId: number): Promise<PhotoRow[]> =>
  db
    .select(PHOTO)
    .from(eventPhotos)
    .where(eq(eventPhotos.eventId, eventId))
    .orderBy(asc(eventPhotos.position), asc(eventPhotos.id))

/**
 * Adds a photo after the event's other photos. Returns undefined if the event does not exist. The caller writes the
 * audit entry.
 */
export async function addPhoto(
  tx: Transaction,
  { eventId, url, at }: { eventId: number; url: string; at: Date },
): Promise<PhotoRow | undefined> {
  if (!(await lockEvent(tx, eventId))) return undefined
  const next = sql`(select coalesce(max(position) + 1, 0) from event_photos where event_id = ${eventId})`
  const [photo] = await tx.insert(eventPhotos).values({ eventId, url, position: next }).returning(PHOTO)
  await touchEvent(tx, eventId, at)
  return photo
}

/**
 * Sets the time of the event's last change. The version stays, so that an open edit of the event's fields does not
 * become stale.
 */
export async function touchEvent(tx: Transaction, eventId: number, at: Date): Promise<void> {
  await tx.update(events).set({ updatedAt: at }).where(eq(events.id, eventId))
}
