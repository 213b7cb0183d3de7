/** The waitlist's entries in the database, sealed. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, max, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  type EntryState,
  type OfferState,
  waitlistEntries,
  waitlistOffers,
} from '../../platform/database/schema/waitlist.ts'
import { openRecord, type Sealer, sealRecord } from '../../platform/sealing.ts'
import type { WaitlistEntry } from './contract.ts'

export interface NewEntry {
  eventId: number
  customerName: string
  email: string
  now: Date
}

export type EntryRow = typeof waitlistEntries.$inferSelect

/** Who had a turn and asks again: to the end of the line. */
const OVER: ReadonlySet<EntryState> = new Set(['booked', 'declined', 'lapsed'])
const WAITING: EntryState = 'waiting'

/** Adds an entry at the end of the line; an address that is there already is one entry. Call under the event's lock. */
export async function addEntry(tx: Transaction, sealer: Sealer, entry: NewEntry): Promise<number> {
  const { eventId, customerName, email, now } = entry
  const [known] = await tx
    .select({ id: waitlistEntries.id, state: waitlistEntries.state })
    .from(waitlistEntries)
    .where(
      and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.emailHash, sealer.lookups(email))),
    )
  if (known && !OVER.has(known.state)) return known.id
  const position = await lastPosition(tx, eventId)
  if (known) {
    const again = { state: WAITING, position: position + 1, createdAt: now }
    await tx.update(waitlistEntries).set(again).where(eq(waitlistEntries.id, known.id))
    return known.id
  }
  const uuid = randomUUID()
  const [made] = await tx
    .insert(waitlistEntries)
    .values({
      uuid,
      eventId,
      ...sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email }),
      emailHash: sealer.lookup(email),
      position: position + 1,
      createdAt: now,
    })
    .returning({ id: waitlistEntries.id })
  if (!made) throw new Error('The entry was not written')
  return made.id
}

async function lastPosition(tx: Transaction, eventId: number): Promise<number> {
  const [row] = await tx
    .select({ last: max(waitlistEntries.position) })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
  return row?.last ?? 0
}

/** Who waits for an event, in the order of the line. */
export async function listWaiting(db: Database, eventId: number): Promise<EntryRow[]> {
  return db
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.state, WAITING)))
    .orderBy(asc(waitlistEntries.position), asc(waitlistEntries.id))
}

const open: OfferState = 'open'

/** Everybody of an event's line: who waits or holds an offer in order, then the others. */
export async function readEntries(db: Database, sealer: Sealer, eventId: number): Promise<WaitlistEntry[]> {
  const found = await db
    .select({ entry: waitlistEntries, until: waitlistOffers.expiresAt })
    .from(waitlistEntries)
    .leftJoin(
      waitlistOffers,
      and(eq(waitlistOffers.entryId, waitlistEntries.id), eq(waitlistOffers.state, open)),
    )
    .where(eq(waitlistEntries.eventId, eventId))
    .orderBy(
      sql`${waitlistEntries.state} not in ('offered', 'waiting')`,
      sql`${waitlistEntries.state} <> 'offered'`,
      asc(waitlistEntries.position),
      asc(waitlistEntries.id),
    )
  let waiting = 0
  return found.map(({ entry, until }) => {
    const { id, uuid, customerName, email, createdAt, state } = entry
    const opened = openRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email })
    return {
      id,
      customerName: opened.customerName ?? '',
      email: opened.email ?? '',
      createdAt: createdAt.toISOString(),
      state,
      position: state === WAITING ? (waiting += 1) : null,
      offerUntil: until?.toISOString() ?? null,
    }
  })
}

/** Takes all entries of an event away; gives how many there were. */
export async function removeEntries(tx: Transaction, eventId: number): Promise<number> {
  const removed = await tx
    .delete(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
    .returning({ id: waitlistEntries.id })
  return removed.length
}
