/** Somebody has booked the spot of a guest who cannot come: that stay ends, and 90 % of its money goes back by itself. */
import type { Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/outbox.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { findEvent } from '#features/events/index.ts'
import { findReservation, listIntentsToEnd, lockWithInvoices } from '../admin/store.ts'
import { planRefund } from '../cancel/rules.ts'
import { lockReceived } from '../cancel/store.ts'
import { writeCancellation } from '../cancel/write.ts'
import { APPLY_JOB } from '../webhook/store.ts'
import { asPromised } from './rules.ts'
import { endLink } from './store.ts'

/** It follows from somebody else's booking: neither its guest nor an admin did it. */
const BY = { actor: 'job:replacement' }

/**
 * Cancels the stay in the transaction that confirms who takes its spot: in either order of events it happens once, and
 * at no time are both counted. The caller holds the event's lock. What could still be paid for the stay is ended at the
 * provider right afterwards; money that is faster comes to a cancelled stay and goes back as such (`settle`).
 */
export async function replaceStay(
  tx: Transaction,
  deps: Pick<Services, 'sealer' | 'settings'>,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  const which = { reservationId: id }
  await lockWithInvoices(tx, which)
  const row = await findReservation(tx, id)
  const event = row && (await findEvent(tx, row.eventId))
  if (!row || !event || row.status !== 'confirmed' || row.purgedAt) return
  // Of a cancelled event everybody gets everything, whoever came first.
  const cancelledBy = event.cancelledAt === null ? 'guest' : 'retreat'
  const { startDateDate } = event
  const facts = { cancelledBy, replacementFound: true, startDateDate, today: ranchDay(now) } as const
  const decided = asPromised(planRefund(await lockReceived(tx, id), facts))
  const open = await listIntentsToEnd(tx, which)
  await writeCancellation(tx, deps, { row, decided, sendEmail: true, by: BY, now })
  await endLink(tx, id, now)
  for (const intentId of open) {
    await enqueue(tx, {
      kind: APPLY_JOB,
      payload: { intentId },
      dedupeKey: `replaced:${intentId}`,
      runAt: now,
    })
  }
}
