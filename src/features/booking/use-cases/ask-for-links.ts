import { randomInt, randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { enqueue } from '#platform/outbox.ts'
import type { BookingDeps } from '../deps.ts'
import { findNewestReservationId } from '../store/sign-ups.ts'

/** The outbox kind of private links that are asked for by address; its payload is `{ reservationId }`. */
export const LOST_LINK_JOB = 'lost-link'

/**
 * The range of random delays between the request and the work for it (`recover-link.ts`), so that nobody tells it from other work by
 * when it comes. Short enough for a guest who waits for the e-mail.
 */
const SOONEST_MS = 1_000
const LATEST_MS = 20_000

/**
 * Enqueues the search for the stays of an address (docs/decisions/0032). For an unknown one too, in the same steps and with a row of its
 * own, so that the time until the reply tells nothing; at a random later moment, so that what follows tells nothing either. The row
 * holds the number of a reservation, or 0; never the address.
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
