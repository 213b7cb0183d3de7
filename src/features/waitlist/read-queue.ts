/** An event's queue as admins see it: who holds an offer, who waits, who has not confirmed, who had a turn. */
import type { Database } from '#platform/database/database.ts'
import { openRecord, type Sealer } from '#platform/sealing.ts'
import type { QueueCount, WaitlistEntry } from './contract/entries.ts'
import { countQueue, listQueue } from './store/entries.ts'

interface QueueQuery {
  eventId: number
  /** How many are left out at the start. */
  from?: number | undefined
  /** All when missing. */
  limit?: number | undefined
  /** A part of the name or the address, in letters of any case. */
  search?: string | undefined
}

/**
 * Entries of an event's queue: who holds an offer or waits in order, those that nobody has confirmed, then the others.
 * Searching opens all of them, since the database cannot read what is sealed. `found`: how many there are in
 * all, or were found.
 */
export async function readQueue(
  db: Database,
  sealer: Sealer,
  { eventId, from = 0, limit, search = '' }: QueueQuery,
): Promise<{ entries: WaitlistEntry[]; found: number; count: QueueCount }> {
  const count = await countQueue(db, eventId)
  const wanted = search.trim().toLowerCase()
  if (wanted === '') {
    const rows = await listQueue(db, eventId, { from, limit })
    return { entries: rows.map((row) => openEntry(sealer, row)), found: count.all, count }
  }
  const matching = (await listQueue(db, eventId, { from: 0, limit: undefined }))
    .map((row) => openEntry(sealer, row))
    .filter(({ customerName, email, phone }) =>
      `${customerName}\n${email}\n${phone ?? ''}`.toLowerCase().includes(wanted),
    )
  const entries = matching.slice(from, limit === undefined ? undefined : from + limit)
  return { entries, found: matching.length, count }
}

function openEntry(
  sealer: Sealer,
  { entry, until, place, token }: Awaited<ReturnType<typeof listQueue>>[number],
): WaitlistEntry {
  const { id, uuid, customerName, email, phone, size, byHand, createdAt, confirmedAt, state } = entry
  const row = { table: 'waitlist_entries', row: uuid }
  const opened = openRecord(sealer, row, { customerName, email, phone })
  return {
    id,
    customerName: opened.customerName ?? '',
    email: opened.email ?? '',
    phone: opened.phone,
    size,
    byHand,
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    state,
    position: place,
    offerUntil: until?.toISOString() ?? null,
    offerToken: email === null ? token : null,
  }
}
