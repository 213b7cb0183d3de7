import { randomInt, randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { enqueue } from '#platform/outbox.ts'
import type { BookingDeps } from '../deps.ts'
import { findNewestReservationId } from '../store/sign-ups.ts'

/** Outbox kind of a request for private links by e-mail address. Its payload is `{ reservationId }`. */
export const LOST_LINK_JOB = 'lost-link'

/**
 * Range of the random delay between the request and its work (`recover-link.ts`), so that the timing does not reveal
 * which work belongs to it. Short enough for a guest who waits for the e-mail.
 */
const SOONEST_MS = 1_000
const LATEST_MS = 20_000

/**
 * Enqueues the search for the stays of an address (docs/decisions/0032). An unknown address takes the same steps and
 * also writes a row, so that the response time reveals nothing. The random delay hides what follows.
 * The row holds a reservation id or 0, never the address.
 */
export async function enqueueLinks(
  { db, sealer, now }: Pick<BookingDeps, 'sealer' | 'now'> & { db: Database },
  email: string,
): Promise<void> {
  const reservationId = await findNewestReservationId(db, sealer.lookups(email))
  const dedupeKey = `${LOST_LINK_JOB}:${randomUUID()}`
  const runAt = new Date(now().getTime() + randomInt(SOONEST_MS, LATEST_MS + 1))
  await db.transaction((tx) =>
    enqueue(tx, { kind: LOST_LINK_JOB, payload: { reservationId }, dedupeKey, runAt }),
  )
}
