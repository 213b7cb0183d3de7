/** What the purge does to waitlists (R18.2): those of events that are over are emptied, those who never confirmed are deleted. */
import { deleteEmailsToEntries } from '#features/emails/index.ts'
import type { Transaction } from '#platform/database/database.ts'
import { UNCONFIRMED_DAYS } from './rules.ts'
import { deleteUnconfirmed, emptyEntries } from './store/entries.ts'
import { withdrawOffers } from './store/offers.ts'

const DAY_MS = 24 * 3_600_000

/** Empties the waitlist of an event and withdraws its offers. */
export async function emptyWaitlist(tx: Transaction, eventId: number, now: Date): Promise<void> {
  const ids = await emptyEntries(tx, eventId, now)
  if (ids.length === 0) return
  await withdrawOffers(tx, { entryIds: ids }, now)
  // The e-mails to waitlist entries are kept nowhere else.
  await deleteEmailsToEntries(tx, ids)
}

/** Deletes entries whose address nobody has confirmed in time; gives the events that they were of. */
export async function forgetUnconfirmed(tx: Transaction, now: Date): Promise<number[]> {
  return deleteUnconfirmed(tx, new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS))
}
