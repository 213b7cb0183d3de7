/** Asks the provider for a refund whose row is written already (R5.4): once, whatever happens in between. */
import { recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { siteId } from '#platform/site-facts.ts'
import type { BookingDeps } from '../deps.ts'
import { restKey } from '../domain/settle.ts'
import { lockIntent, lockReservation } from '../store/locks.ts'
import { findRefund, findRefundByKey } from '../store/refunds.ts'
import { applyPaymentIntent } from './apply-intent.ts'
import { bookProviderRefund, refuseRefund } from './overpayment.ts'

/** `unanswered`: ask again later. `failed`: refused for good; the row and the audit say so. */
export type Refunded = 'done' | 'unanswered' | 'failed'

type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

/** Makes a refund, or finds out that it was made. Its key is looked for at the provider before it is asked for. */
export async function makeRefund(deps: BookingDeps, refundId: number): Promise<Refunded> {
  const refund = await findRefund(deps.db, refundId)
  if (!refund || refund.status !== 'requested' || refund.intentId === null) return 'done'
  const { key, amount, intentId } = refund
  // The provider has the refund and is not finished: only its word can be waited for.
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
    // The intent is locked first, as when it is applied: that may be writing the very same refund right now.
    await lockIntent(tx, intentId)
    await bookProviderRefund(tx, { paymentId, key, refund: reply.refund, now })
    await recordAudit(tx, deps.sealer, [
      { ...auditOf(refund), action: `refund.${reply.refund.status}`, at: now },
    ])
  })
  return reply.refund.status === 'failed' ? 'failed' : 'done'
}

/** Whose totals a refund changes that counts now, or counts no longer. */
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

// Refunded at the provider's dashboard, or charged back by the bank: what the provider knows is taken over, and what is left may
// have become a refund of its own.
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
