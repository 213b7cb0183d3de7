/** The waitlist's entries in the database, sealed. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { waitlistEntries } from '../../platform/database/schema/waitlist.ts'
import { openRecord, type Sealer, sealRecord } from '../../platform/sealing.ts'
import type { WaitlistEntry } from './contract.ts'

export interface NewEntry {
  eventId: number
  customerName: string
  email: string
  now: Date
}

/** Whether this address waits for this event already, under any of the keys. */
async function isWaiting(
  db: Database,
  sealer: Sealer,
  { eventId, email }: Pick<NewEntry, 'eventId' | 'email'>,
): Promise<boolean> {
  const found = await db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(
      and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.emailHash, sealer.lookups(email))),
    )
    .limit(1)
  return found.length > 0
}

/** Adds an entry, unless the address has one. Call under the event's lock. */
export async function addEntry(tx: Transaction, sealer: Sealer, entry: NewEntry): Promise<void> {
  if (await isWaiting(tx, sealer, entry)) return
  const { eventId, customerName, email, now } = entry
  const uuid = randomUUID()
  await tx.insert(waitlistEntries).values({
    uuid,
    eventId,
    ...sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email }),
    emailHash: sealer.lookup(email),
    createdAt: now,
  })
}

/** Who waits for an event, the first one first. */
export async function readEntries(db: Database, sealer: Sealer, eventId: number): Promise<WaitlistEntry[]> {
  const found = await db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
    .orderBy(asc(waitlistEntries.id))
  return found.map(({ id, uuid, customerName, email, createdAt }) => {
    const opened = openRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email })
    return {
      id,
      customerName: opened.customerName ?? '',
      email: opened.email ?? '',
      createdAt: createdAt.toISOString(),
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
