/** Makes sure that an intent can charge no more, before what it was made for changes (R4.4). */
import type { BookingDeps } from '../deps.ts'
import { applyPaymentIntent } from './apply.ts'

/**
 * `paid`: it was too late, and its money is in the books now. `processing`: the bank has not decided, so it stays
 * as it is. `unknown`: the provider has no such intent, so nobody can pay it. `unanswered`: ask again later.
 */
export type Cancelled = 'canceled' | 'paid' | 'processing' | 'unknown' | 'unanswered'

/** Cancels an open intent at the provider and books what became of it. Asks the network: never in a transaction. */
export async function cancelIntent(deps: BookingDeps, id: string, by: string): Promise<Cancelled> {
  const reply = await deps.provider.cancelIntent(id)
  await deps.fault?.('intent-cancelled')
  if (reply.outcome === 'not_found') return 'unknown'
  if (reply.outcome !== 'ok') return 'unanswered'
  const { status } = reply.intent.state
  if (status === 'processing') return 'processing'
  if ((await applyPaymentIntent(deps, id, by)) !== 'settled') return 'unanswered'
  return status === 'succeeded' ? 'paid' : 'canceled'
}
