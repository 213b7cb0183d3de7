/** Balance transactions: records of money that moved, with the provider's fee. Has no side effects. */
import type Stripe from 'stripe'

/** Returns Stripe's fee for a charge in cents: 2.9 % and 30 ¢, rounded. */
export const feeOf = (amount: number): number => Math.round((amount * 29) / 1000) + 30

export interface MoneyMove {
  id: string
  /** Cents that moved to the venue. Negative if the venue loses the money. */
  amount: number
  fee: number
  source: string
  type: 'charge' | 'refund' | 'adjustment' | 'payout' | 'payout_failure'
  /**
   * The reporting category of an adjustment or a failed payout (docs.stripe.com/reports/reporting-categories). All
   * others have the category that equals their type.
   */
  category?: 'dispute' | 'dispute_reversal' | 'refund_failure' | 'fee' | 'payout_reversal'
  description: string | null
}

/**
 * Creates a balance transaction. The money of a charge becomes available after two days, all other money
 * immediately.
 */
export function balanceTransaction(move: MoneyMove, created: number): Stripe.BalanceTransaction {
  const wait = move.type === 'charge' ? 2 * 24 * 3600 : 0
  return {
    id: move.id,
    object: 'balance_transaction',
    amount: move.amount,
    available_on: created + wait,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description: move.description,
    exchange_rate: null,
    fee: move.fee,
    fee_details:
      move.fee === 0
        ? []
        : [
            {
              amount: move.fee,
              application: null,
              currency: 'usd',
              description: move.type === 'charge' ? 'Stripe processing fees' : 'Dispute fee',
              type: 'stripe_fee',
            },
          ],
    net: move.amount - move.fee,
    reporting_category: move.category ?? move.type,
    source: move.source,
    status: wait > 0 ? 'pending' : 'available',
    type: move.type,
  }
}
