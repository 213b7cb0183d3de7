/** What is owed, or what the provider refused to give back, was given by hand (R5.3). */
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import { changeReservation, lockReservation } from '../admin/store.ts'
import type { BookingDeps } from '../deps.ts'
import { handKey, isToGive } from './rules.ts'
import { findRefund, insertGiven, listRefundsOf, lockPayment, lockRefund, markGiven } from './store.ts'

/** Notes it, once. `not_owed`: it was given before or in another way, or the money is not with us any more. */
export async function noteGivenByHand(
  deps: BookingDeps,
  { refundId, by }: { refundId: number; by: Pick<AuditEntry, 'actor' | 'actorEmail'> },
): Promise<{ reservationId: number } | 'not_found' | 'not_owed'> {
  const found = await findRefund(deps.db, refundId)
  if (!found || found.reservationId === null) return 'not_found'
  const { reservationId, paymentId, key, amount, eventId } = found
  return deps.db.transaction(async (tx) => {
    if (!(await lockReservation(tx, reservationId))) return 'not_found'
    const payment = await lockPayment(tx, paymentId)
    const refund = await lockRefund(tx, refundId)
    if (!payment || !refund) return 'not_found'
    const now = deps.now()
    const refunds = await listRefundsOf(tx, paymentId)
    if (!isToGive(refund, { payment, refunds })) return 'not_owed'
    if (refund.status === 'owed') await markGiven(tx, refundId, now)
    // The failed row stays as the provider left it: it knows that one, and this one is none of its.
    else await insertGiven(tx, { paymentId, key: handKey(refundId), amount, reason: refund.reason, now })
    await changeReservation(tx, reservationId, { changes: {}, now })
    const of = { entity: 'payment', entityId: paymentId, eventId, reservationId }
    const details = { key, amount }
    await recordAudit(tx, deps.sealer, [{ ...by, ...of, action: 'refund.givenByHand', details, at: now }])
    return { reservationId }
  })
}
