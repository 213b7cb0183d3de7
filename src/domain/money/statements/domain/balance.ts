/**
 * Rules for a month of the card provider's balance (R40): the kind of each transaction, the totals, and the
 * payouts. Pure.
 */
import type { balanceTransactions, payouts } from '#platform/database/schema/payments.ts'
import { type Day, ranchInstant } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { addMonths, firstOf, lastOf, type Month } from '#shared/months.ts'

/**
 * Kinds of balance transactions. `charge` is a payment by guests. `fee` is what the provider charges in addition to
 * the fee of each payment. `other` is everything else.
 */
export const TRANSACTION_KINDS = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/**
 * Stripe's reporting categories by kind (docs.stripe.com/reports/reporting-categories). Stripe advises to classify by
 * them: transactions of the type `adjustment` may be disputes, failed refunds or fees.
 */
export const CATEGORIES_OF: Record<Exclude<TransactionKind, 'other'>, readonly string[]> = {
  charge: ['charge'],
  refund: ['refund', 'refund_failure', 'charge_failure'],
  dispute: ['dispute', 'dispute_reversal'],
  fee: ['fee', 'network_cost', 'tax'],
  payout: ['payout', 'payout_reversal'],
}

/**
 * Stripe's types of balance transactions by kind (docs.stripe.com/reports/balance-transaction-types), for transactions
 * whose category is not listed above.
 */
export const TYPES_OF = {
  charge: ['charge', 'payment'],
  refund: ['refund', 'refund_failure', 'payment_refund', 'payment_failure_refund'],
  payout: ['payout', 'payout_failure', 'payout_cancel'],
  fee: ['stripe_fee', 'stripe_fx_fee', 'tax_fee'],
  dispute: [],
} as const satisfies typeof CATEGORIES_OF

export function kindOf({ type, category }: { type: string; category: string }): TransactionKind {
  return kindBy(CATEGORIES_OF, category) ?? kindBy(TYPES_OF, type) ?? 'other'
}

const kindBy = (table: typeof CATEGORIES_OF, word: string) =>
  (Object.keys(table) as (keyof typeof table)[]).find((kind) => table[kind].includes(word))

const LABELS: Record<TransactionKind, string> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  other: 'Other',
}

/**
 * Returns the label of a balance transaction on the statement. For an unknown kind, the label is the provider's own
 * type.
 */
export const lineLabel = ({ kind, type }: { kind: TransactionKind; type: string }): string =>
  kind === 'other' || (kind === 'payout' && type !== 'payout') ? type.replaceAll('_', ' ') : LABELS[kind]

/**
 * Returns the first and last day of a month, and the instants at which the month begins and ends at the ranch.
 */
export function monthSpan(month: Month): { first: Day; last: Day; begins: Date; ends: Date } {
  const first = firstOf(month)
  return {
    first,
    last: lastOf(month),
    begins: ranchInstant(first),
    ends: ranchInstant(firstOf(addMonths(month, 1))),
  }
}

/** A transaction in the card provider's balance, with the payment of this site to which it belongs. */
export interface BalanceTransaction extends Omit<
  typeof balanceTransactions.$inferSelect,
  'availableAt' | 'intentId'
> {
  /**
   * The payment of this site to which the transaction belongs. Null if it belongs to another business on the same
   * account, or to no payment.
   */
  ours: { reservationId: number | null; eventName: string | null; card: string | null } | null
}

/** A stored payout, with the day on which statements count the payout. */
export interface Payout extends Omit<typeof payouts.$inferSelect, 'arrival'> {
  /**
   * The day on which the payout reaches the bank. For a payout that the bank returned before that day, the ranch's
   * day of the return.
   */
  day: Day
}

export const netOf = ({ amount, fee }: Pick<BalanceTransaction, 'amount' | 'fee'>): Cents => amount - fee

export const total = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0)

/** A payout with its lines, that is, the balance transactions that it contains. */
interface PayoutWithLines extends Payout {
  lines: BalanceTransaction[]
  /**
   * True if the transactions of the payout add up to its amount. False if the provider has not listed them yet, or
   * never will.
   */
  addsUp: boolean
}

/**
 * Returns a payout with all balance transactions that it contains. The transaction of the payout itself is left
 * out.
 */
export function withLines(payout: Payout, transactions: readonly BalanceTransaction[]): PayoutWithLines {
  const lines = transactions.filter(
    (transaction) => transaction.payoutId === payout.id && transaction.sourceId !== payout.id,
  )
  return { ...payout, lines, addsUp: payout.complete && total(lines.map(netOf)) === payout.amount }
}

const HOUR_MS = 3_600_000
/**
 * Stripe lists a payment in its balance within an hour. A payment that is still missing after this many
 * milliseconds is shown to the admins.
 */
const COMPLETE_AFTER_MS = 24 * HOUR_MS

/**
 * Returns the instant before which every card payment of this site must be stored as a balance transaction. The site
 * has stored all transactions before `readUntil`, but the provider may list a payment late.
 */
export const completeUntil = (readUntil: Date | null): Date | null =>
  readUntil && new Date(readUntil.getTime() - COMPLETE_AFTER_MS)

export interface Sync {
  /**
   * The site has stored all balance transactions before this instant. Null until the first sync is complete.
   */
  until: Date | null
  /**
   * A sync that is not complete: when it began, from which time on it requests transactions, and after which
   * transaction it continues.
   */
  underWay: { began: Date; since: Date | null; after: string | null } | null
}

/**
 * Each sync requests transactions from this many milliseconds before the last sync began, because transactions may
 * be late and clocks differ.
 */
const OVERLAP_MS = 2 * 24 * HOUR_MS
/**
 * Milliseconds for which a payout may still change. Even a paid payout may fail within five working days
 * (docs.stripe.com/api/payouts/object).
 */
const PAYOUTS_CHANGE_MS = 14 * 24 * HOUR_MS

/**
 * Milliseconds between two syncs without a webhook about a payout. Each sync is two reads or more of the allocation that
 * `read-pace.ts` of the bookings explains.
 */
const SYNC_MS = 6 * HOUR_MS

/**
 * Returns whether to sync the balance with the provider now: every six hours, after a webhook about a payout, or if a
 * sync is incomplete.
 */
export function isSyncDue({ until, underWay }: Sync, announced: Date | null, now: Date): boolean {
  if (until === null || underWay !== null) return true
  return Math.abs(now.getTime() - until.getTime()) >= SYNC_MS || (announced !== null && announced >= until)
}

/** Returns the incomplete sync, so that it continues, or a new sync. */
export const nextSync = ({ until, underWay }: Sync, now: Date): NonNullable<Sync['underWay']> =>
  underWay ?? { began: now, since: until && new Date(until.getTime() - OVERLAP_MS), after: null }

/**
 * Returns the time from which payouts must be requested again, because they may still change or lack their
 * transactions.
 */
export function payoutsSince(since: Date | null, oldestUnread: Date | null): Date | null {
  if (since === null) return null
  return new Date(Math.min(since.getTime() - PAYOUTS_CHANGE_MS, oldestUnread?.getTime() ?? Infinity))
}
