/** The waitlist's entries in the database, sealed. */
import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, inArray, lt, max, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import {
  type EntryState,
  type OfferState,
  waitlistEntries,
  waitlistOffers,
} from '#platform/database/schema/waitlist.ts'
import { openRecord, type Sealer, sealRecord } from '#platform/sealing.ts'
import type { LineCount, WaitlistEntry } from './contract.ts'
import { mayMakeRoom, MOST_UNCONFIRMED } from './rules.ts'

export interface NewEntry {
  eventId: number
  customerName: string
  email: string
  now: Date
}

export type EntryRow = typeof waitlistEntries.$inferSelect

const WAITING: EntryState = 'waiting'
const UNCONFIRMED: EntryState = 'unconfirmed'

const ofEvent = (eventId: number, state: EntryState) =>
  and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.state, state))

/**
 * Writes down who asks for a place: one address is one entry, which has none before its button is pressed. Whoever types
 * an address changes nothing of what stands. A row is written either way, so that the time until the reply tells
 * nothing. Call under the event's lock.
 */
export async function askForPlace(tx: Transaction, sealer: Sealer, entry: NewEntry): Promise<number> {
  const known = await findByAddress(tx, sealer, entry)
  const uuid = randomUUID()
  const person = sealPerson(sealer, uuid, entry)
  if (!known) return insertEntry(tx, sealer, entry, { uuid, person })
  const same = { position: sql`${waitlistEntries.position}` }
  await tx.update(waitlistEntries).set(same).where(eq(waitlistEntries.id, known.id))
  return known.id
}

/** An admin puts somebody into the line and vouches for the address. Call under the event's lock. */
export async function addByHand(
  tx: Transaction,
  sealer: Sealer,
  entry: NewEntry,
): Promise<number | 'waits_already'> {
  const known = await findByAddress(tx, sealer, entry)
  if (known?.state === WAITING || known?.state === 'offered') return 'waits_already'
  const uuid = known?.uuid ?? randomUUID()
  const person = sealPerson(sealer, uuid, entry)
  const id = known?.id ?? (await insertEntry(tx, sealer, entry, { uuid, person }))
  if (known) await tx.update(waitlistEntries).set(person).where(eq(waitlistEntries.id, id))
  await giveLastPlace(tx, { ...entry, id, again: true })
  return id
}

async function findByAddress(tx: Transaction, sealer: Sealer, { eventId, email }: NewEntry) {
  const [known] = await tx
    .select({ id: waitlistEntries.id, uuid: waitlistEntries.uuid, state: waitlistEntries.state })
    .from(waitlistEntries)
    .where(
      and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.emailHash, sealer.lookups(email))),
    )
  return known
}

const sealPerson = (sealer: Sealer, uuid: string, { customerName, email }: NewEntry) =>
  sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email })

async function insertEntry(
  tx: Transaction,
  sealer: Sealer,
  { eventId, email, now }: NewEntry,
  { uuid, person }: { uuid: string; person: ReturnType<typeof sealPerson> },
): Promise<number> {
  const emailHash = sealer.lookup(email)
  const [made] = await tx
    .insert(waitlistEntries)
    .values({ uuid, eventId, ...person, emailHash, createdAt: now })
    .returning({ id: waitlistEntries.id })
  if (!made) throw new Error('The entry was not written')
  return made.id
}

/**
 * Keeps the table from being filled by addresses that nobody confirms: the oldest makes room. False: there are too many,
 * and all of them are young. Call under the event's lock.
 */
export async function makeRoom(tx: Transaction, eventId: number, now: Date): Promise<boolean> {
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

/** The end of the line is theirs, and the address is confirmed; `again`: who had a turn waits since now. Call under the event's lock. */
export async function giveLastPlace(
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

/** Who waits for an event, in the order of the line. */
export async function listWaiting(db: Database, eventId: number): Promise<EntryRow[]> {
  return db
    .select()
    .from(waitlistEntries)
    .where(ofEvent(eventId, WAITING))
    .orderBy(...inOrder)
}

const countOf = (state: EntryState) =>
  sql<number>`(count(*) filter (where ${waitlistEntries.state} = ${state}))::int`

/** How many of an event's entries there are. */
export async function countLine(db: Database, eventId: number): Promise<LineCount> {
  const [found] = await db
    .select({ all: count(), waiting: countOf(WAITING), unconfirmed: countOf(UNCONFIRMED) })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
  return found ?? { all: 0, waiting: 0, unconfirmed: 0 }
}

export interface LineQuery {
  eventId: number
  /** How many are left out at the start. */
  from?: number | undefined
  /** All when missing. */
  limit?: number | undefined
  /** A part of the name or the address, in letters of any case. */
  search?: string | undefined
}

/**
 * Entries of an event's line: who holds an offer or waits in order, those that nobody has confirmed, then the others.
 * Searching opens all of them, since the database cannot read what is sealed. `found`: how many there are in all.
 */
export async function readLine(
  db: Database,
  sealer: Sealer,
  { eventId, from = 0, limit, search = '' }: LineQuery,
): Promise<{ entries: WaitlistEntry[]; found: number }> {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') {
    const rows = await listLine(db, eventId, { from, limit })
    const found = await db.$count(waitlistEntries, eq(waitlistEntries.eventId, eventId))
    return { entries: rows.map((row) => openEntry(sealer, row)), found }
  }
  const matching = (await listLine(db, eventId, { from: 0, limit: undefined }))
    .map((row) => openEntry(sealer, row))
    .filter(({ customerName, email }) => `${customerName}\n${email}`.toLowerCase().includes(wanted))
  const entries = matching.slice(from, limit === undefined ? undefined : from + limit)
  return { entries, found: matching.length }
}

const open: OfferState = 'open'

async function listLine(
  db: Database,
  eventId: number,
  { from, limit }: { from: number; limit: number | undefined },
) {
  const { state, position, id } = waitlistEntries
  const turn = sql`case ${state} when 'offered' then 0 when 'waiting' then 1 when 'unconfirmed' then 2 else 3 end`
  const place = sql<number | null>`case when ${state} = 'waiting' then
    (count(*) filter (where ${state} = 'waiting') over (order by ${position}, ${id}))::int end`
  const rows = db
    .select({ entry: waitlistEntries, until: waitlistOffers.expiresAt, place })
    .from(waitlistEntries)
    .leftJoin(
      waitlistOffers,
      and(eq(waitlistOffers.entryId, waitlistEntries.id), eq(waitlistOffers.state, open)),
    )
    .where(eq(waitlistEntries.eventId, eventId))
    .orderBy(turn, ...inOrder)
    .offset(from)
  return limit === undefined ? rows : rows.limit(limit)
}

function openEntry(
  sealer: Sealer,
  { entry, until, place }: Awaited<ReturnType<typeof listLine>>[number],
): WaitlistEntry {
  const { id, uuid, customerName, email, createdAt, confirmedAt, state } = entry
  const opened = openRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email })
  return {
    id,
    customerName: opened.customerName ?? '',
    email: opened.email ?? '',
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    state,
    position: place,
    offerUntil: until?.toISOString() ?? null,
  }
}

/** Takes all entries of an event away; gives how many there were. */
export async function removeEntries(tx: Transaction, eventId: number): Promise<number> {
  const removed = await tx
    .delete(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
    .returning({ id: waitlistEntries.id })
  return removed.length
}
