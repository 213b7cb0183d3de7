import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { enqueue, jobKind } from '#platform/outbox.ts'
import type { BookingDeps } from '../deps.ts'
import { findNewestReservationId } from '../store/sign-ups.ts'

/** The job that e-mails private links to a visitor who requested them by e-mail address. */
export const EMAIL_LOST_LINKS = jobKind('email-lost-links', z.object({ reservationId: z.number() }))

/**
 * Shortest delay between a visitor's request and the job that handles it (`recover-link.ts`); the exact delay is
 * random. The delay hides which job belongs to which request. It is short because the visitor is waiting for the
 * e-mail.
 */
const SOONEST_MS = 1_000
const LATEST_MS = 20_000

/**
 * Enqueues a job that e-mails the private links of an address (docs/decisions/0032). A request for an unknown
 * address takes the same steps and also writes a row. So the response time does not reveal whether the address is
 * known. The row holds a reservation id, or 0 for an unknown address, but never the address.
 */
export async function enqueueLinks(
  { db, sealer, now }: Pick<BookingDeps, 'sealer' | 'now'> & { db: Database },
  email: string,
): Promise<void> {
  const reservationId = await findNewestReservationId(db, sealer.lookups(email))
  const dedupeKey = `lost-link:${randomUUID()}`
  const runAt = new Date(now().getTime() + randomInt(SOONEST_MS, LATEST_MS + 1))
  await db.transaction((tx) => enqueue(tx, EMAIL_LOST_LINKS, { input: { reservationId }, dedupeKey, runAt }))
}
