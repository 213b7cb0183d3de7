import type { Transaction } from '#platform/database/database.ts'
import type { BookingDeps } from '../deps.ts'
import { findReplaced } from '../store/reservations.ts'
import { confirm, type Confirming } from '../transitions.ts'
import { endReplaced } from './cancel-with-refund.ts'

/**
 * Confirms a hold with its party. If the payer takes over another guest's spot, also cancels that guest's stay in
 * the same transaction, so that the spot never counts twice. The caller holds the event's lock.
 */
export async function confirmHold(
  tx: Transaction,
  deps: Pick<BookingDeps, 'sealer' | 'settings'>,
  change: Confirming,
): Promise<void> {
  const { id } = change.reservation
  const replaced = await findReplaced(tx, id)
  if (replaced !== null) await endReplaced(tx, deps, { id: replaced, takerId: id, now: change.now })
  await confirm(tx, deps, change)
}
