/**
 * Requests from Stripe a refund that is already in the database (R5.4). Stripe makes the refund exactly once, even
 * after a crash.
 */
import { recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { siteId } from '#platform/site-facts.ts'
import type { BookingDeps } from '../deps.ts'
import { restKey } from '../domain/settle.ts'
import { lockIntent, lockReservation } from '../store/locks.ts'
import { findRefund, findRefundByKey } from '../store/refunds.ts'
import { applyPaymentIntent } from './apply-intent.ts'
import { bookProviderRefund, refuseRefund } from './overpayment.ts'

/**
 * Result of requesting a refund. `unanswered`: try again later. `failed`: Stripe refused permanently, as the
 * refund's row and the audit log show.
 */
export type Refunded = 'done' | 'unanswered' | 'failed'

type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

/**
 * Makes a refund at Stripe. First looks for the refund's key at Stripe, in case Stripe already made the refund.
 */
export async function makeRefund(deps: BookingDeps, refundId: number): Promise<Refunded> {
  const refund = await findRefund(deps.db, refundId)
  if (!refund || refund.status !== 'requested' || refund.intentId === null) return 'done'
  const { key, amount, intentId } = refund
  // Stripe has the refund but has not finished it. So the site only reads its status.
  if (refund.providerRefundId !== null) {
    return (await applyPaymentIntent(deps, intentId, 'job:refund')) === 'settled' ? 'done' : 'unanswered'
  }
  const found = await deps.provider.findRefund(intentId, key)
  if (found.outcome !== 'ok') return 'unanswered'
  await deps.fault?.('refund-wanted')
  const reply = found.refund
    ? { outcome: 'ok' as const, refund: found.refund }
    : await deps.provider.createRefund({ intentId, amount, key, site: await siteId(deps.db) })
  await deps.fault?.('refund-made')
  if (reply.outcome === 'unavailable' || reply.outcome === 'forbidden') return 'unanswered'
  if (reply.outcome !== 'ok') return await refused(deps, refund)
  await deps.db.transaction(async (tx) => {
    const { paymentId } = refund
    const now = deps.now()
    await lockStay(tx, refund)
    // The intent must be locked before the refund is written. `applyPaymentIntent` locks in the same order, and may
    // be writing the same refund right now.
    await lockIntent(tx, intentId)
    await bookProviderRefund(tx, { paymentId, key, refund: reply.refund, now })
    await recordAudit(tx, deps.sealer, [
      { ...auditOf(refund), action: `refund.${reply.refund.status}`, at: now },
    ])
  })
  return reply.refund.status === 'failed' ? 'failed' : 'done'
}

/** Locks the reservation of a refund, because the refund changes the reservation's totals. */
async function lockStay(tx: Transaction, { reservationId }: Refund): Promise<void> {
  if (reservationId !== null) await lockReservation(tx, reservationId)
}

const auditOf = (refund: Refund) => ({
  actor: 'job:refund',
  entity: 'payment',
  entityId: refund.paymentId,
  eventId: refund.eventId,
  reservationId: refund.reservationId,
  details: { key: refund.key, amount: refund.amount },
})

// Handles a refund that Stripe refused. Its money was already refunded in Stripe's dashboard, or a bank has
// withdrawn it. Reads the payment's status from Stripe, which may lead to a refund of the rest.
async function refused(deps: BookingDeps, refund: Refund): Promise<Refunded> {
  const now = deps.now()
  await deps.db.transaction(async (tx) => {
    await lockStay(tx, refund)
    await refuseRefund(tx, refund, now)
    await recordAudit(tx, deps.sealer, [{ ...auditOf(refund), action: 'refund.refused', at: now }])
  })
  if (refund.intentId !== null) await applyPaymentIntent(deps, refund.intentId, 'job:refund')
  return (await findRefundByKey(deps.db, restKey(refund.key))) ? 'done' : 'failed'
}
