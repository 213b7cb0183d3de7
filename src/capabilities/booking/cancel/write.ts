/** Writes a cancelled stay: its state, how it was decided, what goes back, the mail and the audit, in one transaction. */
import { type AuditEntry, recordAudit } from '../../../platform/audit.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Sealer } from '../../../platform/sealing.ts'
import { queueEmail } from '../../emails/store.ts'
import { promiseOffers } from '../../events/line/store.ts'
import { insertRefund, setReservationStatus } from '../apply/changes/store.ts'
import { promiseRefund } from '../apply/changes/promise.ts'
import type { ReservationRow } from '../view/store.ts'
import { enqueueAwaited } from './awaited/enqueue.ts'
import type { Decided, Plan } from './rules.ts'
import { insertCancellation } from './store.ts'

export interface Writing {
  row: ReservationRow
  decided: Decided
  sendEmail: boolean
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
  now: Date
}

/** The caller holds the locks of the event, the reservation, its invoices and its payments. */
export async function writeCancellation(tx: Transaction, sealer: Sealer, writing: Writing): Promise<void> {
  const { row, decided, sendEmail, now } = writing
  const { id } = row
  await setReservationStatus(tx, id, { status: 'cancelled', now })
  await insertCancellation(tx, sealer, { ...decided, reservationId: id, now })
  const refunds = await writeRefunds(tx, { ...writing, plan: decided.plan })
  if (decided.awaited) await enqueueAwaited(tx, id, now)
  if (sendEmail)
    await queueEmail(tx, { type: 'cancellation', reservationId: id, key: cancellationMailKey(id), now })
  await recordAudit(tx, sealer, [cancelledEntry(writing), ...refunds])
  await promiseOffers(tx, row.eventId, now)
}

export const cancellationMailKey = (reservationId: number) => `cancellation:${reservationId}`

/** Writes the refunds of a plan, and gives what the audit says of them. */
export async function writeRefunds(
  tx: Transaction,
  { row, plan, by, now }: Pick<Writing, 'row' | 'by' | 'now'> & { plan: Plan },
): Promise<AuditEntry[]> {
  const { id, eventId } = row
  const reason = plan.cancelledBy === 'retreat' ? 'retreat-cancelled' : 'cancelled'
  const given = plan.lines.filter((line) => line.refund > 0)
  for (const { paymentId, method, refund: amount } of given) {
    const refund = { paymentId, key: keyOf(id, paymentId), amount, reason, now }
    if (method === 'card') await promiseRefund(tx, refund)
    else await insertRefund(tx, { ...refund, byHand: true })
  }
  return given.map(({ paymentId, method, refund: amount }) => ({
    ...by,
    action: method === 'card' ? 'refund.requested' : 'refund.owed',
    entity: 'payment',
    entityId: paymentId,
    eventId,
    reservationId: id,
    details: { key: keyOf(id, paymentId), amount },
    at: now,
  }))
}

const keyOf = (reservationId: number, paymentId: number) => `cancelled:${reservationId}:${paymentId}`

function cancelledEntry({ row, decided, sendEmail, by, now }: Writing): AuditEntry {
  const { id, eventId } = row
  const { cancelledBy, daysBefore, percent, fees, refundByTerms, refundToCards, refundByHand } = decided.plan
  const { overrideReason } = decided
  const sums = { percent, fees, refundByTerms, refundToCards, refundByHand }
  const details = { from: row.status, cancelledBy, daysBefore, ...sums, overrideReason, sendEmail }
  const of = { entity: 'reservation', entityId: id, eventId, reservationId: id }
  return { ...by, ...of, action: 'reservation.cancelled', details, at: now }
}
