/** A stay is cancelled together with what goes back of its money, in the caller's transaction: by somebody, or by who takes its spot. */
import { findEvent } from '#features/events/index.ts'
import { type Actor, type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { openRecord } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '../deps.ts'
import { type Decided, type Plan, planRefund } from '../domain/refund-policy.ts'
import { asPromised } from '../domain/replacement.ts'
import { lockReservationsAndInvoices } from '../store/locks.ts'
import { lockReceived } from '../store/locked-facts.ts'
import { enqueueApply, listOpenIntentsOf } from '../store/payment-intents.ts'
import { enqueueAwaitedRefund, insertCancellation, requestRefund } from '../store/refunds.ts'
import { endReplacementLink } from '../store/replacement-links.ts'
import { findReservation, type ReservationRow } from '../store/reservations.ts'
import { cancel } from '../transitions.ts'

type Deps = Pick<BookingDeps, 'sealer' | 'settings' | 'waitlist' | 'emails'>

/** The actor of a stay's end by a replacement: neither its guest nor an admin did it. */
const BY_REPLACEMENT = { actor: 'job:replacement' }

/**
 * Cancels the stay in the transaction that confirms who takes its spot: in either order of events it happens once, and
 * at no time are both counted. The caller holds the event's lock. What could still be paid for the stay is ended at the
 * provider right afterwards; money that is faster comes to a cancelled stay and goes back as such (`settle`).
 */
export async function endReplaced(
  tx: Transaction,
  deps: Deps,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  const which = { reservationId: id }
  await lockReservationsAndInvoices(tx, which)
  const row = await findReservation(tx, id)
  const event = row && (await findEvent(tx, row.eventId))
  if (!row || !event || row.status !== 'confirmed' || row.purgedAt) return
  // Everybody gets everything back of a cancelled event, whoever was first.
  const cancelledBy = event.cancelledAt === null ? 'guest' : 'retreat'
  const { startDateDate } = event
  const facts = { cancelledBy, replacementFound: true, startDateDate, today: ranchDay(now) } as const
  const decided = asPromised(planRefund(await lockReceived(tx, id), facts))
  const open = await listOpenIntentsOf(tx, which)
  await cancelWithRefund(tx, deps, { row, decided, sendEmail: true, by: BY_REPLACEMENT, now })
  await endReplacementLink(tx, id, now)
  for (const intentId of open) {
    await enqueueApply(tx, intentId, { dedupeKey: `replaced:${intentId}`, now })
  }
}

export interface Cancelling {
  row: ReservationRow
  decided: Decided
  sendEmail: boolean
  by: Actor
  now: Date
}

/**
 * A stay is cancelled: what its plan refunds is asked for or owed, the guest is told, the waitlist's job hears of it. The caller
 * holds the locks of the event, the reservation, its invoices and its payments.
 */
export async function cancelWithRefund(tx: Transaction, deps: Deps, order: Cancelling): Promise<void> {
  const { sealer } = deps
  const { row, decided, by, sendEmail, now } = order
  const { id } = row
  await cancel(tx, deps, { reservation: row, by, now, details: auditDetails(order) })
  await insertCancellation(tx, sealer, {
    ...decided,
    reservationId: id,
    wasHold: row.status === 'pending',
    now,
  })
  await recordAudit(tx, sealer, await writeRefunds(tx, { ...order, plan: decided.plan }))
  if (decided.awaited) await enqueueAwaitedRefund(tx, id, now)
  if (sendEmail) await enqueueCancellationEmail(tx, deps, order)
}

/** Of a stay that nothing was paid for, whoever made it up can cancel it: then its mail is one of few (docs/decisions/0051). */
async function enqueueCancellationEmail(tx: Transaction, deps: Deps, { row, decided, by, now }: Cancelling) {
  const { id, uuid, eventId } = row
  const mail = { type: 'cancellation', reservationId: id, key: cancellationEmailKey(id), now } as const
  const { email } = openRecord(deps.sealer, { table: 'reservations', row: uuid }, { email: row.email })
  if (email === null || decided.plan.paid > 0 || by.actor.startsWith('admin:'))
    await deps.emails.enqueue(tx, mail)
  else await deps.emails.enqueueLimited(tx, deps, { ...mail, email, eventId, actor: by.actor })
}

export const cancellationEmailKey = (reservationId: number) => `cancellation:${reservationId}`

/** Writes the refunds of a plan, and gives what the audit says of them. */
export async function writeRefunds(
  tx: Transaction,
  { row, plan, by, now }: Pick<Cancelling, 'row' | 'by' | 'now'> & { plan: Plan },
): Promise<AuditEntry[]> {
  const { id, eventId } = row
  const reason = plan.cancelledBy === 'retreat' ? 'retreat-cancelled' : 'cancelled'
  const given = plan.lines.filter((line) => line.refund > 0)
  for (const { paymentId, method, refund: amount } of given) {
    await requestRefund(tx, { method, paymentId, key: refundKeyOf(id, paymentId), amount, reason, now })
  }
  return given.map(({ paymentId, method, refund: amount }) => ({
    ...by,
    action: method === 'card' ? 'refund.requested' : 'refund.owed',
    entity: 'payment',
    entityId: paymentId,
    eventId,
    reservationId: id,
    details: { key: refundKeyOf(id, paymentId), amount },
    at: now,
  }))
}

const refundKeyOf = (reservationId: number, paymentId: number) => `cancelled:${reservationId}:${paymentId}`

function auditDetails({ row, decided, sendEmail }: Cancelling): AuditEntry['details'] {
  const { cancelledBy, daysBefore, percent, fees, refundByTerms, refundToCards, refundByHand } = decided.plan
  const { overrideReason } = decided
  const sums = { percent, fees, refundByTerms, refundToCards, refundByHand }
  return { from: row.status, cancelledBy, daysBefore, ...sums, overrideReason, sendEmail }
}
