/**
 * Cancels every open payment of an invoice, a stay or an event before a change, so that nobody pays an outdated
 * amount (R4.4).
 */
import type { Transaction } from '#platform/database/database.ts'
import type { BookingDeps, Cancelled } from '../deps.ts'
import { isCharging } from '../store/saved-cards.ts'
import { listOpenIntentsOf, type Payable } from '../store/payment-intents.ts'
import { applyPaymentIntent } from './apply-intent.ts'

/**
 * Cancels an open payment intent at Stripe and records the result. Never call this function inside a transaction,
 * because it calls Stripe.
 */
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

/**
 * Why a change of a stay or invoice was refused: a payment can still succeed or has just succeeded, Stripe did not
 * answer, or other requests kept opening payments.
 */
export type NotStopped = 'payment_processing' | 'payment_arrived' | 'provider_failed' | 'changed_meanwhile'

interface StoppedChange<Seen, Result> {
  /** The invoices that nobody may pay while the change is made. */
  of: Payable
  by: string
  /**
   * Reads what the change needs and decides about it, before any payment is canceled. Returns the input of `write`,
   * or the final result.
   */
  look: () => Promise<{ seen: Seen } | { result: Result }>
  /**
   * Takes the locks, then awaits `stopped`, which throws if a payment was opened in the meantime. Then decides
   * about the change again and writes it.
   */
  write: (tx: Transaction, seen: Seen, stopped: () => Promise<void>) => Promise<Result>
}

const ROUNDS = 5

/**
 * Cancels all open payments of the invoices, then calls `write`. Returns the result of `look` or `write`, or why
 * nothing was changed.
 */
export async function stopPayments<Seen, Result>(
  deps: BookingDeps,
  { of, by, look, write }: StoppedChange<Seen, Result>,
): Promise<Result | NotStopped> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const looked = await look()
    if ('result' in looked) return looked.result
    if (await isCharging(deps.db, of)) return 'payment_processing'
    const open = await listOpenIntentsOf(deps.db, of)
    const problem = await endAll(deps, open, by)
    if (problem) return problem
    const ended = new Set(open)
    try {
      return await deps.db.transaction((tx) =>
        write(tx, looked.seen, async () => {
          if (await isCharging(tx, of)) throw new ChargedMeanwhile()
          const still = await listOpenIntentsOf(tx, of)
          if (still.some((id) => !ended.has(id))) throw new OpenedMeanwhile()
        }),
      )
    } catch (error) {
      if (error instanceof ChargedMeanwhile) return 'payment_processing'
      if (!(error instanceof OpenedMeanwhile)) throw error
    }
  }
  return 'changed_meanwhile'
}

/** Thrown if the guest opened a new payment after the site had canceled the open ones. */
class OpenedMeanwhile extends Error {}

/** Thrown if the charge of a saved card started after the site had canceled the open payments. */
class ChargedMeanwhile extends Error {}

/**
 * Cancels payment intents sequentially. Stops at the first one that can still be charged, and returns why.
 */
async function endAll(deps: BookingDeps, intents: readonly string[], by: string): Promise<NotStopped | null> {
  for (const id of intents) {
    const ended = await cancelIntent(deps, id, by)
    if (ended === 'processing') return 'payment_processing'
    if (ended === 'paid') return 'payment_arrived'
    if (ended === 'unanswered') return 'provider_failed'
  }
  return null
}
