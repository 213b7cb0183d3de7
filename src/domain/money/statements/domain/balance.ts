/**
 * Rules for a month of the card provider's balance (R40): the kind of each transaction, the totals, and the payouts.
 * Pure.
 */
import type { balanceTransactions, payouts } from '#platform/database/schema/payments.ts'
import { type Day, ranchInstant } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { addMonths, firstOf, lastOf, type Month } from '#shared/months.ts'

/**
 * `charge`: payments by guests. `fee`: what the provider charges in addition to the fees of payments. `other`:
 * everything else.
 */
export const TRANSACTION_KINDS = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/**
 * The provider's types of each kind (docs.stripe.com/reports/balance-transaction-types). Only the category identifies
 * a dispute.
 */
export const TYPES_OF = {
  charge: ['charge', 'payment'],
  refund: ['refund', 'refund_failure', 'payment_refund', 'payment_failure_refund'],
  payout: ['payout', 'payout_failure', 'payout_cancel'],
  fee: ['stripe_fee', 'stripe_fx_fee', 'tax_fee'],
} as const satisfies Partial<Record<TransactionKind, readonly string[]>>
export const DISPUTE_CATEGORIES = ['dispute', 'dispute_reversal'] as const

export function kindOf({ type, category }: { type: string; category: string }): TransactionKind {
  if ((DISPUTE_CATEGORIES as readonly string[]).includes(category)) return 'dispute'
  const found = Object.entries(TYPES_OF).find(([, types]) => (types as readonly string[]).includes(type))
  return (found?.[0] as TransactionKind | undefined) ?? 'other'
}

const LABELS: Record<TransactionKind, string> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  other: 'Other',
}

/** Returns the label of a line. For a kind that the site does not know, it is the provider's own type. */
export const lineLabel = ({ kind, type }: { kind: TransactionKind; type: string }): string =>
  kind === 'other' || (kind === 'payout' && type !== 'payout') ? type.replaceAll('_', ' ') : LABELS[kind]

export const METHOD_LABELS: Record<string, string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Transfer',
  other: 'Other',
}

/** Returns the first and last day of a month, and the instants at which the month begins and ends at the ranch. */
export function monthSpan(month: Month): { first: Day; last: Day; begins: Date; ends: Date } {
  const first = firstOf(month)
  return {
    first,
    last: lastOf(month),
    begins: ranchInstant(first),
    ends: ranchInstant(firstOf(addMonths(month, 1))),
  }
}

/** A balance transaction, with the payment of this site to which it belongs. */
export interface BalanceTransaction extends Omit<
  typeof balanceTransactions.$inferSelect,
  'availableAt' | 'intentId'
> {
  /** The payment of this site to which it belongs. Null if it belongs to none. */
  ours: { reservationId: number | null; eventName: string | null; card: string | null } | null
}

/** A stored payout, with the day on which statements count it. */
export interface Payout extends Omit<typeof payouts.$inferSelect, 'arrival'> {
  /**
   * The day of the payout on the bank statement. For a payout that the bank returned before that day, the day of its
   * return at the ranch.
   */
  day: Day
}

export const netOf = ({ amount, fee }: Pick<BalanceTransaction, 'amount' | 'fee'>): Cents => amount - fee

/**
 * The totals of a month in cents. Fees and payouts are amounts that left the balance, so they are normally 0 or more.
 */
interface Totals {
  charges: Cents
  refunds: Cents
  disputes: Cents
  fees: Cents
  other: Cents
  /**
   * How much of the charges, refunds and disputes belongs to other sites. The totals include these amounts.
   */
  notOurs: Cents
  /** Charges plus refunds, disputes and other transactions, minus fees. */
  net: Cents
  /** Cents that the card provider paid out to the bank. */
  paidOut: Cents
}

export function totalsOf(transactions: readonly BalanceTransaction[]): Totals {
  const amountOf = (kind: TransactionKind) =>
    total(transactions.filter((transaction) => kindOf(transaction) === kind).map(({ amount }) => amount))
  const paidOut = 0 - amountOf('payout')
  return {
    charges: amountOf('charge'),
    refunds: amountOf('refund'),
    disputes: amountOf('dispute'),
    fees: total(transactions.map(({ fee }) => fee)) - amountOf('fee'),
    other: amountOf('other'),
    notOurs: total(
      transactions
        .filter((transaction) => isOfGuests(transaction) && transaction.ours === null)
        .map(({ amount }) => amount),
    ),
    net: total(transactions.map(netOf)) + paidOut,
    paidOut,
  }
}

/**
 * Returns whether the transaction is a payment by guests or a refund to them, on this site or by another business.
 */
const isOfGuests = (transaction: Pick<BalanceTransaction, 'type' | 'category'>): boolean =>
  ['charge', 'refund', 'dispute'].includes(kindOf(transaction))

export const total = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0)

/** A payout with its lines: the balance transactions in it. */
interface PayoutWithLines extends Payout {
  lines: BalanceTransaction[]
  /** True if its lines add up to its amount. False if the provider has not listed them yet, or never will. */
  addsUp: boolean
}

/** Returns a payout with its lines: all balance transactions in it except the payout's own. */
export function withLines(payout: Payout, transactions: readonly BalanceTransaction[]): PayoutWithLines {
  const lines = transactions.filter(
    (transaction) => transaction.payoutId === payout.id && transaction.sourceId !== payout.id,
  )
  return { ...payout, lines, addsUp: payout.complete && total(lines.map(netOf)) === payout.amount }
}

const HOUR_MS = 3_600_000
/**
 * Stripe lists a balance transaction within an hour. If one is still missing after this time, somebody must
 * look.
 */
const COMPLETE_AFTER_MS = 24 * HOUR_MS

/** Returns the time up to which all payments of this site must be in the balance that was read. */
export const completeUntil = (readUntil: Date | null): Date | null =>
  readUntil && new Date(readUntil.getTime() - COMPLETE_AFTER_MS)

export interface Sync {
  /** All transactions before this instant are stored. Null if no reading was completed yet. */
  until: Date | null
  /**
   * A reading that is not complete: when it began, from which time on it reads, and after which transaction it
   * continues.
   */
  underWay: { began: Date; since: Date | null; after: string | null } | null
}

/**
 * Each reading starts this much earlier than the last one ended, because transactions may be late and clocks differ.
 */
const OVERLAP_MS = 2 * 24 * HOUR_MS
/**
 * For this long a payout may change: even a paid payout may fail within five working days
 * (docs.stripe.com/api/payouts/object).
 */
const PAYOUTS_CHANGE_MS = 14 * 24 * HOUR_MS

/**
 * Returns whether to read the balance now: once an hour, after a webhook about a payout, or while a reading is
 * incomplete.
 */
export function isSyncDue({ until, underWay }: Sync, announced: Date | null, now: Date): boolean {
  if (until === null || underWay !== null) return true
  return now.getTime() - until.getTime() >= HOUR_MS || (announced !== null && announced > until)
}

/** Returns the incomplete reading, so that it continues, or a new reading. */
export const nextSync = ({ until, underWay }: Sync, now: Date): NonNullable<Sync['underWay']> =>
  underWay ?? { began: now, since: until && new Date(until.getTime() - OVERLAP_MS), after: null }

/** Returns the time from which payouts must be read again, because they may still change or lack their lines. */
export function payoutsSince(since: Date | null, oldestUnread: Date | null): Date | null {
  if (since === null) return null
  return new Date(Math.min(since.getTime() - PAYOUTS_CHANGE_MS, oldestUnread?.getTime() ?? Infinity))
}
