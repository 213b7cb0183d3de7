/** A kept card is kept no more (R42.6): nothing is charged to it from that moment, and the provider forgets it. */
import type { Actor } from '#platform/audit.ts'
import { auditReservation } from '../audit.ts'
import type { BookingDeps } from '../deps.ts'
import { endKeptCard, usesOfCustomer } from '../store/kept-cards.ts'
import { lockReservation } from '../store/locks.ts'
import { withdrawConsents } from '../store/payment-intents.ts'

/**
 * The guest, or an admin for them, withdraws it: the row says so before anything is asked of the provider, who is asked at once, and
 * by the job for ever where that fails.
 */
export async function withdrawCard(
  deps: BookingDeps,
  { id, by }: { id: number; by: Actor },
): Promise<'done' | 'not_found' | 'purged'> {
  const now = deps.now()
  const ended = await deps.db.transaction(async (tx) => {
    const row = await lockReservation(tx, id)
    if (!row) return 'not_found' as const
    if (row.purgedAt) return 'purged' as const
    const customer = await endKeptCard(tx, id, now)
    // What was opened before keeps nothing, should it be paid yet.
    const wished = await withdrawConsents(tx, id)
    if (customer !== null || wished)
      await auditReservation(tx, deps, { row, action: 'card.withdrawn', by, now })
    return { customer }
  })
  if (typeof ended === 'string') return ended
  await deps.fault?.('card-withdrawn')
  if (ended.customer !== null) await deps.provider.deleteCustomer(ended.customer)
  return 'done'
}

/** Has the provider forget somebody with whom nothing is kept. `waits`: a payment may still keep its card with them. */
export async function forgetCustomer(
  deps: BookingDeps,
  customer: string,
): Promise<'done' | 'waits' | 'unanswered'> {
  const uses = await usesOfCustomer(deps.db, customer)
  if (uses === 'open') return 'waits'
  // What ends the keeping asks again.
  if (uses === 'kept') return 'done'
  const reply = await deps.provider.deleteCustomer(customer)
  await deps.fault?.('customer-forgotten')
  return reply.outcome === 'ok' ? 'done' : 'unanswered'
}
