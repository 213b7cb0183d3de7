/** The house's rooms and who sleeps where, in the database; and what is read of guests, events and the calendar to decide it. */
import { and, asc, eq, gt, gte, inArray, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
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
import { roomAssignments, rooms } from '#platform/database/schema/rooms.ts'
import type { Day } from '#shared/days.ts'
import { type Place, placeWords } from './rules.ts'

export type RoomRow = typeof rooms.$inferSelect
export type RoomValues = Pick<RoomRow, 'name' | 'floor' | 'beds' | 'accessible' | 'notes'>

/** The rooms in the order in which the house is walked through. */
export const listRooms = async (db: Database): Promise<RoomRow[]> =>
  db.select().from(rooms).orderBy(asc(rooms.sort), asc(rooms.id))

/** Admins who change rooms go one after another; whoever only reads does not wait. */
export async function lockRooms(tx: Transaction): Promise<RoomRow[]> {
  await tx.execute(sql`lock table ${rooms} in share row exclusive mode`)
  return listRooms(tx)
}

/** Inserts a room behind the others. The caller holds the rooms' lock, as for every change of one. */
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

/** Puts the rooms in this order. The version stays: an edit of a room goes well with another order. */
export async function orderRooms(tx: Transaction, ids: number[]): Promise<void> {
  for (const [sort, id] of ids.entries()) await tx.update(rooms).set({ sort }).where(eq(rooms.id, id))
}

/** A place counts as long as its guest is expected at the event that it was made for: a stay that is canceled or moved has left it. */
const counts = and(eq(reservations.status, 'confirmed'), eq(reservations.eventId, roomAssignments.eventId))

/** Whether somebody sleeps in it at an event that is not over. */
export async function isRoomInUse(db: Database, roomId: number, today: Day): Promise<boolean> {
  const found = await db
    .select({ id: roomAssignments.reservationId })
    .from(roomAssignments)
    .innerJoin(reservations, eq(reservations.id, roomAssignments.reservationId))
    .innerJoin(events, eq(events.id, roomAssignments.eventId))
    .where(
      and(
        eq(roomAssignments.roomId, roomId),
        counts,
        isNull(events.cancelledAt),
        gte(events.endDateDate, today),
      ),
    )
    .limit(1)
  return found.length > 0
}

const PLACE = columns(roomAssignments, 'roomId', 'bed', 'side')

/** The guests who come to an event, those with a place first, sealed: what decides where they can sleep, and nothing more. Each row knows how many come in all. */
export const listSleepers = async (db: Database, eventId: number, limit: number) =>
  db
    .select({
      ...columns(reservations, 'id', 'uuid', 'purgedAt', 'emailHash', 'partyId', 'customerName', 'address'),
      ...columns(reservations, 'medicalConditions', 'otherInformation', 'notes'),
      place: columns(roomAssignments, 'roomId', 'bed', 'side', 'byHand'),
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(reservations)
    .leftJoin(roomAssignments, and(eq(roomAssignments.reservationId, reservations.id), counts))
    .where(and(eq(reservations.eventId, eventId), eq(reservations.status, 'confirmed')))
    .orderBy(sql`${roomAssignments.roomId} is null`, asc(reservations.id))
    .limit(limit)

/** The lodging that guests of an event chose, by reservation; those without any are missing. */
export async function listLodgings(db: Database, eventId: number) {
  const found = await db
    .select({ id: reservationOptions.reservationId, ...columns(eventOptions, 'name', 'perRoom') })
    .from(reservationOptions)
    .innerJoin(eventOptions, eq(eventOptions.id, reservationOptions.optionId))
    .where(and(eq(eventOptions.eventId, eventId), eq(eventOptions.kind, 'lodging')))
  return new Map(found.map(({ id, ...lodging }) => [id, lodging]))
}

interface EventNights {
  id: number
  startDateDate: Day
  endDateDate: Day
}

/** Rooms that guests of other events have in a night of this one, with the events' names. */
export const listTakenElsewhere = async (db: Database, event: EventNights) =>
  db
    .selectDistinct({ roomId: roomAssignments.roomId, eventName: events.name })
    .from(roomAssignments)
    .innerJoin(reservations, eq(reservations.id, roomAssignments.reservationId))
    .innerJoin(events, eq(events.id, roomAssignments.eventId))
    .where(
      and(
        counts,
        ne(events.id, event.id),
        isNull(events.cancelledAt),
        lt(events.startDateDate, event.endDateDate),
        gt(events.endDateDate, event.startDateDate),
      ),
    )
    .orderBy(asc(roomAssignments.roomId), asc(events.name))

/** Titles of the family's entries in nights of an event: one that ends on its first day, or begins on its last, is in none. */
export async function listFamilyEntries(db: Database, event: EventNights): Promise<string[]> {
  const found = await db
    .select({ title: calendarEvents.title })
    .from(calendarEvents)
    .where(and(lt(calendarEvents.start, event.endDateDate), gte(calendarEvents.end, event.startDateDate)))
    .orderBy(asc(calendarEvents.start), asc(calendarEvents.id))
  return found.map(({ title }) => title)
}

/** A guest who is expected at the event, locked; undefined: nobody is by this number, or their data is deleted. */
export async function lockSleeper(tx: Transaction, { id, eventId }: { id: number; eventId: number }) {
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

/** The room, which cannot go until the transaction ends; locked for `update` it can be given to nobody meanwhile either. */
export const lockRoom = (
  tx: Transaction,
  id: number,
  strength: 'share' | 'update',
): Promise<RoomRow | undefined> => firstRow(tx.select().from(rooms).where(eq(rooms.id, id)).for(strength))

/** The place of the guest of this reservation, if it still counts. */
export async function findPlace(db: Database, reservationId: number) {
  const [found] = await db
    .select({ ...PLACE, byHand: roomAssignments.byHand })
    .from(roomAssignments)
    .innerJoin(reservations, eq(reservations.id, roomAssignments.reservationId))
    .where(and(eq(roomAssignments.reservationId, reservationId), counts))
  return found
}

/** The guest who has this place at the event, sealed. */
export async function findWhoHas(db: Database, eventId: number, place: Place) {
  const [found] = await db
    .select({ id: reservations.id, uuid: reservations.uuid, customerName: reservations.customerName })
    .from(roomAssignments)
    .innerJoin(reservations, eq(reservations.id, roomAssignments.reservationId))
    .where(and(atPlace(eventId, place), counts))
  return found
}

const atPlace = (eventId: number, { roomId, bed, side }: Place) =>
  and(
    eq(roomAssignments.eventId, eventId),
    eq(roomAssignments.roomId, roomId),
    eq(roomAssignments.bed, bed),
    eq(roomAssignments.side, side),
  )

/** Gives a guest a place, in place of the one they had. The caller holds the event's lock and has seen that nobody is in it. */
export async function writePlace(
  tx: Transaction,
  { place, ...given }: Omit<typeof roomAssignments.$inferInsert, keyof Place> & { place: Place },
): Promise<void> {
  // The leftover of a stay that was canceled or moved stands in the way of nobody.
  await tx.delete(roomAssignments).where(
    and(
      atPlace(given.eventId, place),
      notExists(
        tx
          .select({ one: sql`1` })
          .from(reservations)
          .where(and(eq(reservations.id, roomAssignments.reservationId), counts)),
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

/** Takes these guests out of their rooms: by an admin, with the purge, or with a move to another event. */
export async function forgetRooms(tx: Transaction, reservationIds: number[]): Promise<void> {
  await tx.delete(roomAssignments).where(inArray(roomAssignments.reservationId, reservationIds))
}

/** The places of guests, by reservation: the room's name, and the place in words (`placeWords`). Those without a place are missing. */
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
    .where(and(isAnyOf(roomAssignments.reservationId, reservationIds), counts))
