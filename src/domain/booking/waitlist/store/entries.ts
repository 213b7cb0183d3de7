/**
 * Queries for waitlist entries. Their personal data is encrypted ("sealed"). Callers must hold the event's lock
 * before they change an entry.
 */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { and, asc, count, eq, gte, inArray, isNull, lt, max, ne, notExists, or, sql } from 'drizzle-orm'
import {
  columns,
  type Database,
  firstRow,
  idsOf,
  onlyRow,
  type Transaction,
} from '#platform/database/database.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import {
  type EntryState,
  type OfferState,
  waitlistEntries,
  waitlistOffers,
} from '#platform/database/schema/waitlist.ts'
import { openColumns, type Sealer, sealRecord } from '#platform/sealing.ts'
import { isUuid } from '#shared/fields.ts'
import type { newEntry, newEntryByHand, EntryCount } from '../contract/entries.ts'
import { canConfirm, mayMakeRoom, MOST_UNCONFIRMED } from '../rules.ts'

type NewEntry = z.output<typeof newEntry> & { now: Date }

type EntryByHand = Omit<z.output<typeof newEntryByHand>, 'place'> & { now: Date }

export type EntryRow = typeof waitlistEntries.$inferSelect

const WAITING: EntryState = 'waiting'
const UNCONFIRMED: EntryState = 'unconfirmed'
const SKIPPED: EntryState = 'skipped'
/** Entries with one of these statuses may get a spot. */
const ON_WAITLIST: EntryState[] = ['waiting', 'offered']
const OPEN: OfferState = 'open'

const ofEvent = (eventId: number, state: EntryState) =>
  and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.state, state))

/**
 * Adds an unconfirmed entry, at most one for each e-mail address. If the address has an entry that can still be
 * confirmed, only updates its number of spots. Otherwise changes nothing, but writes the row again, so that the
 * duration of the reply reveals nothing. The caller holds the event's lock.
 */
export async function joinWaitlist(tx: Transaction, sealer: Sealer, entry: NewEntry): Promise<number> {
  const known = await findByAddress(tx, sealer, entry)
  const uuid = randomUUID()
  const person = sealPerson(sealer, uuid, entry)
  if (!known) return insertEntry(tx, sealer, entry, { uuid, person })
  const size = canConfirm(known.state) ? entry.size : known.size
  await tx.update(waitlistEntries).set({ size }).where(eq(waitlistEntries.id, known.id))
  return known.id
}

/**
 * Adds an entry for an admin. The entry needs no confirmation, because the admin knows the person. The caller holds
 * the event's lock.
 */
export async function addToWaitlist(
  tx: Transaction,
  sealer: Sealer,
  entry: EntryByHand,
): Promise<number | 'waits_already'> {
  const { email, phone } = entry
  const known = email === null ? undefined : await findByAddress(tx, sealer, { ...entry, email })
  if (known?.state === WAITING || known?.state === 'offered') return 'waits_already'
  const uuid = known?.uuid ?? randomUUID()
  const person = sealPerson(sealer, uuid, entry)
  const told = sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, { phone })
  const byHand = { ...person, ...told, size: entry.size, byHand: true }
  const id = known?.id ?? (await insertEntry(tx, sealer, entry, { uuid, person: byHand }))
  if (known) await tx.update(waitlistEntries).set(byHand).where(eq(waitlistEntries.id, id))
  await putLast(tx, { ...entry, id, again: true })
  return id
}

async function findByAddress(
  tx: Transaction,
  sealer: Sealer,
  { eventId, email }: Pick<NewEntry, 'eventId' | 'email'>,
) {
  const [known] = await tx
    .select(columns(waitlistEntries, 'id', 'uuid', 'state', 'size'))
    .from(waitlistEntries)
    .where(
      and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.emailHash, sealer.lookups(email))),
    )
  return known
}

type Person = Pick<EntryByHand, 'customerName' | 'email'>

const sealPerson = (sealer: Sealer, uuid: string, { customerName, email }: Person) =>
  sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email })

async function insertEntry(
  tx: Transaction,
  sealer: Sealer,
  { eventId, email, size, now }: Omit<EntryByHand, 'phone'>,
  { uuid, person }: { uuid: string; person: ReturnType<typeof sealPerson> & { byHand?: boolean } },
): Promise<number> {
  const emailHash = email === null ? null : sealer.lookup(email)
  const { id } = onlyRow(
    await tx
      .insert(waitlistEntries)
      .values({ uuid, eventId, size, ...person, emailHash, createdAt: now })
      .returning({ id: waitlistEntries.id }),
  )
  return id
}

/**
 * Deletes the oldest unconfirmed entries of an event if there are too many, so that made-up addresses cannot fill
 * the table. Returns false if too few of them are old enough to delete. The caller holds the event's lock.
 */
export async function makeRoomForEntry(tx: Transaction, eventId: number, now: Date): Promise<boolean> {
  const unconfirmed = ofEvent(eventId, UNCONFIRMED)
  const tooMany = (await tx.$count(waitlistEntries, unconfirmed)) - MOST_UNCONFIRMED + 1
  if (tooMany <= 0) return true
  const oldest = tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(unconfirmed, lt(waitlistEntries.createdAt, mayMakeRoom(now))))
    .orderBy(asc(waitlistEntries.createdAt), asc(waitlistEntries.id))
    .limit(tooMany)
  const gone = await tx
    .delete(waitlistEntries)
    .where(inArray(waitlistEntries.id, oldest))
    .returning({ id: waitlistEntries.id })
  return gone.length === tooMany
}

/**
 * Confirms an entry and moves it to the end of the waitlist. With `again`, an ended entry counts as made now. The
 * caller holds the event's lock.
 */
export async function putLast(
  tx: Transaction,
  { id, eventId, now, again = false }: { id: number; eventId: number; now: Date; again?: boolean },
): Promise<void> {
  const [row] = await tx
    .select({ last: max(waitlistEntries.position) })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
  await tx
    .update(waitlistEntries)
    .set({
      state: WAITING,
      position: (row?.last ?? 0) + 1,
      confirmedAt: now,
      ...(again ? { createdAt: now } : {}),
    })
    .where(eq(waitlistEntries.id, id))
}

const inOrder = [asc(waitlistEntries.position), asc(waitlistEntries.id)]

/** Returns the waiting entries of an event, in waitlist order. */
export const listWaiting = async (db: Database, eventId: number): Promise<EntryRow[]> =>
  db
    .select()
    .from(waitlistEntries)
    .where(ofEvent(eventId, WAITING))
    .orderBy(...inOrder)

/** Returns how many spots each waiting entry of an event wants, in waitlist order. */
export const listWanted = async (db: Database, eventId: number): Promise<Pick<EntryRow, 'size'>[]> =>
  db
    .select({ size: waitlistEntries.size })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.state, WAITING)))
    .orderBy(...inOrder)

const countOf = (state: EntryState) =>
  sql<number>`(count(*) filter (where ${waitlistEntries.state} = ${state}))::int`

/**
 * Entries with one of these statuses matter to the job that makes offers. They may get an offer, have one, or may
 * have paid late after an offer ended.
 */
const CONCERNED: EntryState[] = ['waiting', 'offered', 'lapsed']

/** Returns whether the event has an entry that matters to the job that makes offers. */
export async function hasEntries(db: Database, eventId: number): Promise<boolean> {
  const [someone] = await db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.state, CONCERNED)))
    .limit(1)
  return someone !== undefined
}

export async function countEntries(db: Database, eventId: number): Promise<EntryCount> {
  const [found] = await entryCount(db, { eventId })
  return found ?? { all: 0, waiting: 0, spotsWanted: 0, unconfirmed: 0 }
}

const entryCount = (db: Database, { eventId }: { eventId: number }) =>
  db
    .select({
      all: count(),
      waiting: countOf(WAITING),
      spotsWanted: sql<number>`coalesce(sum(${waitlistEntries.size}) filter (where ${waitlistEntries.state} = ${WAITING}), 0)::int`,
      unconfirmed: countOf(UNCONFIRMED),
    })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))

/**
 * Returns entries in waitlist order, waiting ones with their position and offered ones with their open offer.
 * Without `limit`, returns all entries.
 */
export async function listWaitlist(
  db: Database,
  eventId: number,
  { from, limit }: { from: number; limit: number | undefined },
) {
  const { state, position, id } = waitlistEntries
  const turn = sql`case ${state} when 'offered' then 0 when 'waiting' then 1 when 'unconfirmed' then 2 else 3 end`
  const place = sql<number | null>`case when ${state} = 'waiting' then
    (count(*) filter (where ${state} = 'waiting') over (order by ${position}, ${id}))::int end`
  const all = db
    .select({ entry: waitlistEntries, until: waitlistOffers.expiresAt, token: waitlistOffers.token, place })
    .from(waitlistEntries)
    .leftJoin(
      waitlistOffers,
      and(eq(waitlistOffers.entryId, waitlistEntries.id), eq(waitlistOffers.state, OPEN)),
    )
    .where(eq(waitlistEntries.eventId, eventId))
    .orderBy(turn, ...inOrder)
    .offset(from)
  return limit === undefined ? all : all.limit(limit)
}

/** Deletes all waitlist entries of an event. Returns their number. */
export async function deleteEntriesOfEvent(tx: Transaction, eventId: number): Promise<number> {
  const removed = await tx
    .delete(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
    .returning({ id: waitlistEntries.id })
  return removed.length
}

export const findEntry = (db: Database, id: number): Promise<EntryRow | undefined> =>
  firstRow(db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id)))

/** Returns the id and status of all entries of an event in waitlist order, including ended ones. */
export const listWaitlistOrder = async (
  db: Database,
  eventId: number,
): Promise<Pick<EntryRow, 'id' | 'state'>[]> =>
  db
    .select(columns(waitlistEntries, 'id', 'state'))
    .from(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
    .orderBy(...inOrder)

export async function setEntry(
  tx: Transaction,
  id: number,
  changes: Partial<Pick<EntryRow, 'state' | 'size'>>,
): Promise<void> {
  await tx.update(waitlistEntries).set(changes).where(eq(waitlistEntries.id, id))
}

/**
 * Marks the waiting entry with this guest's address as booked. If an entry with that address has an open offer for
 * another spot, returns the entry's id.
 */
export async function bookWaiting(
  tx: Transaction,
  sealer: Sealer,
  reservationId: number,
): Promise<number | undefined> {
  const [stay] = await tx
    .select(columns(reservations, 'eventId', 'uuid', 'partyId', 'email'))
    .from(reservations)
    .where(eq(reservations.id, reservationId))
  if (!stay) return undefined
  const { email } = openColumns(sealer, 'reservations', stay, 'email')
  if (email === null) return undefined
  const entries = await idsOf(
    tx
      .select({ id: waitlistEntries.id })
      .from(waitlistEntries)
      .where(
        and(
          eq(waitlistEntries.eventId, stay.eventId),
          inArray(waitlistEntries.emailHash, sealer.lookups(email)),
        ),
      ),
  )
  if (entries.length === 0) return undefined
  await tx
    .update(waitlistEntries)
    .set({ state: 'booked' })
    .where(and(inArray(waitlistEntries.id, entries), eq(waitlistEntries.state, WAITING)))
  const [offered] = await tx
    .select({ id: waitlistOffers.entryId })
    .from(waitlistOffers)
    .where(
      and(
        inArray(waitlistOffers.entryId, entries),
        eq(waitlistOffers.state, OPEN),
        // The offer for this guest's own party does not count. Its guests may share an address.
        ne(waitlistOffers.reservationId, stay.partyId ?? reservationId),
      ),
    )
  return offered?.id
}

/** Sets the positions of these entries to 1, 2, 3 and so on, in one SQL statement. */
export async function numberWaitlist(tx: Transaction, ids: number[]): Promise<void> {
  const order = sql.join(
    ids.map((id, index) => sql`(${id}::int, ${index + 1}::int)`),
    sql`, `,
  )
  await tx.execute(sql`
    update waitlist_entries set position = queue.position
    from (values ${order}) as queue (id, position) where waitlist_entries.id = queue.id`)
}

/** Returns the entries with these ids that still exist for the event. */
export const listEntriesById = async (
  db: Database,
  { eventId, ids }: { eventId: number; ids: number[] },
): Promise<Pick<EntryRow, 'id' | 'state'>[]> =>
  db
    .select(columns(waitlistEntries, 'id', 'state'))
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.id, ids)))
    .orderBy(asc(waitlistEntries.id))

/**
 * Returns the reservations, including the companions', that offers to these entries held and that were never paid.
 */
export async function listHoldsOfEntries(tx: Transaction, entryIds: number[]): Promise<number[]> {
  const found = await tx
    .select({ id: reservations.id })
    .from(waitlistOffers)
    .innerJoin(
      reservations,
      or(
        eq(reservations.id, waitlistOffers.reservationId),
        eq(reservations.partyId, waitlistOffers.reservationId),
      ),
    )
    .where(and(inArray(waitlistOffers.entryId, entryIds), eq(reservations.status, 'expired')))
    .orderBy(asc(reservations.id))
  return found.map(({ id }) => id)
}

/** Deletes waitlist entries. The database deletes their offers and confirmation e-mails with them. */
export async function deleteEntries(tx: Transaction, ids: number[]): Promise<void> {
  await tx.delete(waitlistEntries).where(inArray(waitlistEntries.id, ids))
}

export async function findEntryByToken(db: Database, token: string) {
  if (!isUuid(token)) return undefined
  const [row] = await db
    .select({ entry: waitlistEntries, event: events })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, waitlistEntries.eventId))
    .where(eq(waitlistEntries.uuid, token))
  return row
}

/**
 * Gives a waitlist entry a new link and this new address. The entry keeps its old address in two cases: another
 * entry of the event has the new one, or the entry needs an address and the new one is missing. The caller holds the
 * event's lock.
 */
export async function renewPlaceLink(
  tx: Transaction,
  sealer: Sealer,
  { entry, email }: { entry: EntryRow; email: string | null },
): Promise<void> {
  const { id, eventId, byHand } = entry
  const other = email === null ? undefined : await findByAddress(tx, sealer, { eventId, email })
  const isFree = email === null ? byHand : other === undefined || other.id === id
  const uuid = randomUUID()
  const known = openColumns(sealer, 'waitlist_entries', entry, 'customerName', 'email', 'phone')
  const sealed = sealRecord(
    sealer,
    { table: 'waitlist_entries', row: uuid },
    { ...known, ...(isFree ? { email } : {}) },
  )
  const emailHash = isFree ? email && sealer.lookup(email) : entry.emailHash
  await tx
    .update(waitlistEntries)
    .set({ ...sealed, uuid, emailHash })
    .where(eq(waitlistEntries.id, id))
}

/** Returns the position of a waiting entry on its waitlist, counted from 1. */
export const findPlaceOnWaitlist = async (
  db: Database,
  { eventId, position, id }: Pick<EntryRow, 'eventId' | 'position' | 'id'>,
): Promise<number> =>
  db.$count(
    waitlistEntries,
    and(
      eq(waitlistEntries.eventId, eventId),
      eq(waitlistEntries.state, WAITING),
      sql`(${waitlistEntries.position}, ${waitlistEntries.id}) <= (${position}, ${id})`,
    ),
  )

export const lockEntry = (tx: Transaction, id: number): Promise<EntryRow | undefined> =>
  firstRow(tx.select().from(waitlistEntries).where(eq(waitlistEntries.id, id)).for('update'))

/**
 * Deletes the personal data of an event's waitlist entries, for the purge. Ends the entries that wait or have an offer,
 * and deletes unconfirmed ones. Returns the ids of the entries that remain.
 */
export async function emptyEntries(tx: Transaction, eventId: number, now: Date): Promise<number[]> {
  await tx.delete(waitlistEntries).where(ofEvent(eventId, UNCONFIRMED))
  const { state } = waitlistEntries
  const gone = await tx
    .update(waitlistEntries)
    .set({
      customerName: null,
      email: null,
      emailHash: null,
      phone: null,
      purgedAt: now,
      state: sql`case when ${inArray(state, ON_WAITLIST)} then ${SKIPPED} else ${state} end`,
    })
    .where(and(eq(waitlistEntries.eventId, eventId), isNull(waitlistEntries.purgedAt)))
    .returning({ id: waitlistEntries.id })
  return gone.map(({ id }) => id)
}

/**
 * Deletes unconfirmed entries that were made before this time and got no e-mail since. The database deletes their
 * e-mails with them. Returns the ids of their events.
 */
export async function deleteUnconfirmed(tx: Transaction, before: Date): Promise<number[]> {
  const mailedSince = tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.waitlistEntryId, waitlistEntries.id), gte(emails.createdAt, before)))
  const gone = await tx
    .delete(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.state, UNCONFIRMED),
        lt(waitlistEntries.createdAt, before),
        notExists(mailedSince),
      ),
    )
    .returning({ eventId: waitlistEntries.eventId })
  return [...new Set(gone.map(({ eventId }) => eventId))]
}
