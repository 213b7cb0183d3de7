/**
 * Reads and writes the ranch's rooms and who sleeps where. Also reads the guests, events and calendar entries that
 * matter for assigning beds.
 */
import { and, asc, eq, exists, gt, gte, inArray, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import {
  columns,
  type Database,
  firstRow,
  onlyRow,
  type Transaction,
  isAnyOf,
} from '#platform/database/database.ts'
import { reservationOptions, reservations } from '#platform/database/schema/booking.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { eventOptions, events } from '#platform/database/schema/events.ts'
import { lodgingRooms, roomAssignments, rooms } from '#platform/database/schema/rooms.ts'
import type { Day } from '#shared/days.ts'
import { type Place, placeWords } from './rules.ts'

export type RoomRow = typeof rooms.$inferSelect
export type RoomValues = Pick<RoomRow, 'name' | 'floor' | 'beds' | 'accessible' | 'notes'>

/** Lists the rooms in the order that admins set. */
export const listRooms = async (db: Database): Promise<RoomRow[]> =>
  db.select().from(rooms).orderBy(asc(rooms.sort), asc(rooms.id))

/** Locks the ranch's rooms, so that admins change them sequentially, and returns the rooms. Readers do not wait. */
export async function lockRooms(tx: Transaction): Promise<RoomRow[]> {
  await tx.execute(sql`lock table ${rooms} in share row exclusive mode`)
  return listRooms(tx)
}

/**
 * Inserts a room after the other rooms. The caller holds the lock on the rooms (`lockRooms`), as for every change of
 * rooms.
 */
export async function insertRoom(tx: Transaction, values: RoomValues, createdAt: Date): Promise<RoomRow> {
  const sort = sql`(select coalesce(max(sort) + 1, 0) from rooms)`
  const row = { ...values, sort, createdAt }
  return onlyRow(await tx.insert(rooms).values(row).returning())
}

export async function writeRoom(tx: Transaction, id: number, changes: Partial<RoomValues>): Promise<RoomRow> {
  const set = { ...changes, version: sql`${rooms.version} + 1` }
  return onlyRow(await tx.update(rooms).set(set).where(eq(rooms.id, id)).returning())
}

export async function removeRoom(tx: Transaction, id: number): Promise<void> {
  await tx.delete(rooms).where(eq(rooms.id, id))
}

/**
 * Stores a new order of the rooms. Keeps the rooms' versions, because a new order does not conflict with an edit of a
 * room.
 */
export async function orderRooms(tx: Transaction, ids: number[]): Promise<void> {
  for (const [sort, id] of ids.entries()) await tx.update(rooms).set({ sort }).where(eq(rooms.id, id))
}

/**
 * SQL condition for assignments that still count: the guest is confirmed for the event of the assignment. A canceled
 * or moved stay leaves a row that this condition omits.
 */
const isCurrentPlace = and(
  eq(reservations.status, 'confirmed'),
  eq(reservations.eventId, roomAssignments.eventId),
)

/** Returns true if a guest is assigned to the room for an event that is not over. */
export async function isRoomInUse(db: Database, roomId: number, today: Day): Promise<boolean> {
  const found = await db
    .select({ id: roomAssignments.reservationId })
    .from(roomAssignments)
    .innerJoin(reservations, eq(reservations.id, roomAssignments.reservationId))
    .innerJoin(events, eq(events.id, roomAssignments.eventId))
    .where(
      and(
        eq(roomAssignments.roomId, roomId),
        isCurrentPlace,
        isNull(events.cancelledAt),
        gte(events.endDateDate, today),
      ),
    )
    .limit(1)
  return found.length > 0
}

const PLACE = columns(roomAssignments, 'roomId', 'bed', 'side')

/**
 * Lists the confirmed guests of an event with the sealed fields that decide where each can sleep. Guests with a bed
 * come first. `all` is the number of all confirmed guests.
 */
export const listGuestsToPlace = async (db: Database, eventId: number, limit: number) =>
  db
    .select({
      ...columns(reservations, 'id', 'uuid', 'purgedAt', 'emailHash', 'partyId', 'customerName', 'address'),
      ...columns(reservations, 'medicalConditions', 'otherInformation', 'notes'),
      place: columns(roomAssignments, 'roomId', 'bed', 'side', 'byHand'),
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(reservations)
    .leftJoin(roomAssignments, and(eq(roomAssignments.reservationId, reservations.id), isCurrentPlace))
    .where(and(eq(reservations.eventId, eventId), eq(reservations.status, 'confirmed')))
    .orderBy(sql`${roomAssignments.roomId} is null`, asc(reservations.id))
    .limit(limit)

const LODGING = columns(eventOptions, 'id', 'name', 'perRoom')

/**
 * Returns the lodging that each guest of an event booked, by reservation id, and whether it names rooms. Omits guests
 * without lodging.
 */
export async function listLodgings(db: Database, eventId: number) {
  const found = await db
    .select({
      reservationId: reservationOptions.reservationId,
      ...LODGING,
      namesRooms: exists(
        db
          .select({ one: sql`1` })
          .from(lodgingRooms)
          .where(eq(lodgingRooms.optionId, eventOptions.id)),
      ).mapWith(Boolean),
    })
    .from(reservationOptions)
    .innerJoin(eventOptions, eq(eventOptions.id, reservationOptions.optionId))
    .where(and(eq(eventOptions.eventId, eventId), eq(eventOptions.kind, 'lodging')))
  return new Map(found.map(({ reservationId, ...lodging }) => [reservationId, lodging]))
}

/** Returns the event's lodging that names each room, by room id. Omits rooms that no lodging names. */
export async function listNamedRooms(db: Database, eventId: number) {
  const found = await db
    .select({ roomId: lodgingRooms.roomId, ...LODGING })
    .from(lodgingRooms)
    .innerJoin(eventOptions, eq(eventOptions.id, lodgingRooms.optionId))
    .where(eq(lodgingRooms.eventId, eventId))
  return new Map(found.map(({ roomId, ...lodging }) => [roomId, lodging]))
}

/** Lists the events that are not over and whose lodging names the room, in the order of their ids. */
export async function listEventsNaming(db: Database, roomId: number, today: Day) {
  return db
    .select({ id: events.id, name: events.name })
    .from(lodgingRooms)
    .innerJoin(events, eq(events.id, lodgingRooms.eventId))
    .where(and(eq(lodgingRooms.roomId, roomId), isNull(events.cancelledAt), gte(events.endDateDate, today)))
    .orderBy(asc(events.id))
}

interface EventNights {
  id: number
  startDateDate: Day
  endDateDate: Day
}

/** Lists the rooms that guests of other events use in a night of this event, with the names of those events. */
export const listTakenElsewhere = async (db: Database, event: EventNights) =>
  db
    .selectDistinct({ roomId: roomAssignments.roomId, eventName: events.name })
    .from(roomAssignments)
    .innerJoin(reservations, eq(reservations.id, roomAssignments.reservationId))
    .innerJoin(events, eq(events.id, roomAssignments.eventId))
    .where(
      and(
        isCurrentPlace,
        ne(events.id, event.id),
        isNull(events.cancelledAt),
        lt(events.startDateDate, event.endDateDate),
        gt(events.endDateDate, event.startDateDate),
      ),
    )
    .orderBy(asc(roomAssignments.roomId), asc(events.name))

/**
 * Lists the titles of family calendar events during the nights of an event. Omits those that start on the event's
 * last day or ended before its first day.
 */
export async function listFamilyEntries(db: Database, event: EventNights): Promise<string[]> {
  const found = await db
    .select({ title: calendarEvents.title })
    .from(calendarEvents)
    .where(and(lt(calendarEvents.start, event.endDateDate), gte(calendarEvents.end, event.startDateDate)))
    .orderBy(asc(calendarEvents.start), asc(calendarEvents.id))
  return found.map(({ title }) => title)
}

/**
 * Locks a confirmed guest of the event. Returns undefined if the event has no such guest, or if the guest is purged.
 */
export async function lockGuestToPlace(tx: Transaction, { id, eventId }: { id: number; eventId: number }) {
  const [found] = await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(
      and(
        eq(reservations.id, id),
        eq(reservations.eventId, eventId),
        eq(reservations.status, 'confirmed'),
        isNull(reservations.purgedAt),
      ),
    )
    .for('update')
  return found
}

/**
 * Locks a room, so that nobody can delete it before the transaction ends. With `update`, nobody can assign a bed in
 * the room either.
 */
export const lockRoom = (
  tx: Transaction,
  id: number,
  strength: 'share' | 'update',
): Promise<RoomRow | undefined> => firstRow(tx.select().from(rooms).where(eq(rooms.id, id)).for(strength))

/** Returns where a guest sleeps, if the reservation is still confirmed for the event of the assignment. */
export async function findPlace(db: Database, reservationId: number) {
  const [found] = await db
    .select({ ...PLACE, byHand: roomAssignments.byHand })
    .from(roomAssignments)
    .innerJoin(reservations, eq(reservations.id, roomAssignments.reservationId))
    .where(and(eq(roomAssignments.reservationId, reservationId), isCurrentPlace))
  return found
}

/** Returns the guest who has this place in a bed at the event. The guest's data is still sealed. */
export async function findGuestAt(db: Database, eventId: number, place: Place) {
  const [found] = await db
    .select({ id: reservations.id, uuid: reservations.uuid, customerName: reservations.customerName })
    .from(roomAssignments)
    .innerJoin(reservations, eq(reservations.id, roomAssignments.reservationId))
    .where(and(atPlace(eventId, place), isCurrentPlace))
  return found
}

const atPlace = (eventId: number, { roomId, bed, side }: Place) =>
  and(
    eq(roomAssignments.eventId, eventId),
    eq(roomAssignments.roomId, roomId),
    eq(roomAssignments.bed, bed),
    eq(roomAssignments.side, side),
  )

/**
 * Assigns a place in a bed to a guest and frees the guest's present one. The caller holds the event's lock and has
 * checked that nobody else has the new place.
 */
export async function writePlace(
  tx: Transaction,
  { place, ...given }: Omit<typeof roomAssignments.$inferInsert, keyof Place> & { place: Place },
): Promise<void> {
  // A stay that was canceled or moved may have left a row for the same place.
  await tx.delete(roomAssignments).where(
    and(
      atPlace(given.eventId, place),
      notExists(
        tx
          .select({ one: sql`1` })
          .from(reservations)
          .where(and(eq(reservations.id, roomAssignments.reservationId), isCurrentPlace)),
      ),
    ),
  )
  const { roomId, bed, side } = place
  const row = { ...given, roomId, bed, side }
  await tx
    .insert(roomAssignments)
    .values(row)
    .onConflictDoUpdate({ target: roomAssignments.reservationId, set: row })
}

/** Frees the beds of guests: for an admin, in a purge, and when guests move to another event. */
export async function deletePlaces(tx: Transaction, reservationIds: number[]): Promise<void> {
  await tx.delete(roomAssignments).where(inArray(roomAssignments.reservationId, reservationIds))
}

/**
 * Returns the room's name and the bed in words (`placeWords`) of each guest, by reservation id. Omits guests without
 * a bed.
 */
export async function listPlaces(db: Database, reservationIds: number[]) {
  const found = await placeRows(db, { reservationIds })
  return new Map(
    found.map(({ id, room, place }) => [id, { room: room.name, words: placeWords(room, place) }]),
  )
}

const placeRows = (db: Database, { reservationIds }: { reservationIds: number[] }) =>
  db
    .select({ id: roomAssignments.reservationId, place: PLACE, room: { name: rooms.name, beds: rooms.beds } })
    .from(roomAssignments)
    .innerJoin(reservations, eq(reservations.id, roomAssignments.reservationId))
    .innerJoin(rooms, eq(rooms.id, roomAssignments.roomId))
    .where(and(isAnyOf(roomAssignments.reservationId, reservationIds), isCurrentPlace))
