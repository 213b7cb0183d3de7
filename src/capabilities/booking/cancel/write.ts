/** Writes a cancelled stay: its state, how it was decided, what goes back, the mail and the audit, in one transaction. */
import { type AuditEntry, recordAudit } from '../../../platform/audit.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Sealer } from '../../../platform/sealing.ts'
import { queueEmail } from '../../emails/store.ts'
import { promiseOffers } from '../../events/line/store.ts'
import { insertRefund, setReservationStatus } from '../apply/changes/store.ts'
import { promiseRefund } from '../apply/changes/promise.ts'
import type { ReservationRow } from '../view/store.ts'
import type { PlanLine } from './rules.ts'
import { type Decided, insertCancellation } from './store.ts'

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
  const reason = decided.plan.cancelledBy === 'retreat' ? 'retreat-cancelled' : 'cancelled'
  for (const { paymentId, method, refund: amount } of givenOf(decided)) {
    const refund = { paymentId, key: keyOf(id, paymentId), amount, reason, now }
    if (method === 'card') await promiseRefund(tx, refund)
    else await insertRefund(tx, { ...refund, byHand: true })
  }
  if (sendEmail)
    await queueEmail(tx, { type: 'cancellation', reservationId: id, key: `cancellation:${id}`, now })
  await recordAudit(tx, sealer, auditOf(writing))
  await promiseOffers(tx, row.eventId, now)
}

const givenOf = ({ plan }: Decided): PlanLine[] => plan.lines.filter((line) => line.refund > 0)
const keyOf = (reservationId: number, paymentId: number) => `cancelled:${reservationId}:${paymentId}`

function auditOf({ row, decided, sendEmail, by, now }: Writing): AuditEntry[] {
  const { id, eventId } = row
  const { cancelledBy, daysBefore, percent, fees, refundByTerms, refundToCards, refundByHand } = decided.plan
  const { overrideReason } = decided
  const sums = { percent, fees, refundByTerms, refundToCards, refundByHand }
  const details = { from: row.status, cancelledBy, daysBefore, ...sums, overrideReason, sendEmail }
  const base = { ...by, eventId, reservationId: id, at: now }
  return [
    { ...base, action: 'reservation.cancelled', entity: 'reservation', entityId: id, details },
    ...givenOf(decided).map(({ paymentId, method, refund: amount }) =>
      Object.assign({}, base, {
        action: method === 'card' ? 'refund.requested' : 'refund.owed',
        entity: 'payment',
        entityId: paymentId,
        details: { key: keyOf(id, paymentId), amount },
      }),
    ),
  ]
}
