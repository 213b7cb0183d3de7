/** A month of the card provider's balance (R40): what each move is, what it sums to, and the payouts that it went out in. Pure. */
import type { balanceTransactions, payouts } from '#platform/database/schema/payments.ts'
import { type Day, ranchInstant } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { addMonths, firstOf, lastOf, type Month } from '#shared/months.ts'

/** charge: money of guests; fee: what the provider asks beside payments; other: whatever else it moves. */
export const MOVE_KINDS = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
type MoveKind = (typeof MOVE_KINDS)[number]

/** The provider's types (docs.stripe.com/reports/balance-transaction-types) of each kind; a dispute is told by its category alone. */
export const TYPES_OF = {
  charge: ['charge', 'payment'],
  refund: ['refund', 'refund_failure', 'payment_refund', 'payment_failure_refund'],
  payout: ['payout', 'payout_failure', 'payout_cancel'],
  fee: ['stripe_fee', 'stripe_fx_fee', 'tax_fee'],
} as const satisfies Partial<Record<MoveKind, readonly string[]>>
export const DISPUTE_CATEGORIES = ['dispute', 'dispute_reversal'] as const

export function kindOf({ type, category }: { type: string; category: string }): MoveKind {
  if ((DISPUTE_CATEGORIES as readonly string[]).includes(category)) return 'dispute'
  const found = Object.entries(TYPES_OF).find(([, types]) => (types as readonly string[]).includes(type))
  return (found?.[0] as MoveKind | undefined) ?? 'other'
}

const LABELS: Record<MoveKind, string> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  other: 'Other',
}

/** The label of a line, in a word; of another kind the provider's own. */
export const lineLabel = ({ kind, type }: { kind: MoveKind; type: string }): string =>
  kind === 'other' || (kind === 'payout' && type !== 'payout') ? type.replaceAll('_', ' ') : LABELS[kind]

export const METHOD_LABELS: Record<string, string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Transfer',
  other: 'Other',
}

/** A month at the ranch: its days, and the instants at which it begins and is over. */
export function spanOf(month: Month): { first: Day; last: Day; begins: Date; ends: Date } {
  const first = firstOf(month)
  return {
    first,
    last: lastOf(month),
    begins: ranchInstant(first),
    ends: ranchInstant(firstOf(addMonths(month, 1))),
  }
}

/** A move in the provider's balance, and what we know of it. */
export interface BalanceMove extends Omit<
  typeof balanceTransactions.$inferSelect,
  'availableAt' | 'intentId'
> {
  /** The payment of ours that it belongs to; null: none of ours. */
  ours: { reservationId: number | null; eventName: string | null; card: string | null } | null
}

/** A payout as it is kept, with the day on which it counts. */
export interface Payout extends Omit<typeof payouts.$inferSelect, 'arrival'> {
  /** The bank's, so that the bank statement has it too; of one that came back before that, the ranch's on which it did. */
  day: Day
}

export const netOf = ({ amount, fee }: Pick<BalanceMove, 'amount' | 'fee'>): Cents => amount - fee

/** The sums of a month in cents. Fees and payouts are what went away, so they are 0 or more as a rule. */
interface Sums {
  charges: Cents
  refunds: Cents
  disputes: Cents
  fees: Cents
  other: Cents
  /** Charges, refunds and disputes that are none of ours, which the sums above have too. */
  notOurs: Cents
  /** The rest of all these: charges + refunds + disputes + other − fees. */
  net: Cents
  /** To the bank. */
  paidOut: Cents
}

export function sumsOf(moves: readonly BalanceMove[]): Sums {
  const amountOf = (kind: MoveKind) =>
    total(moves.filter((move) => kindOf(move) === kind).map(({ amount }) => amount))
  const paidOut = 0 - amountOf('payout')
  return {
    charges: amountOf('charge'),
    refunds: amountOf('refund'),
    disputes: amountOf('dispute'),
    fees: total(moves.map(({ fee }) => fee)) - amountOf('fee'),
    other: amountOf('other'),
    notOurs: total(
      moves.filter((move) => isOfGuests(move) && move.ours === null).map(({ amount }) => amount),
    ),
    net: total(moves.map(netOf)) + paidOut,
    paidOut,
  }
}

/** Money that guests paid or got back, of this site or whatever else the account is used for. */
const isOfGuests = (move: Pick<BalanceMove, 'type' | 'category'>): boolean =>
  ['charge', 'refund', 'dispute'].includes(kindOf(move))

export const total = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0)

/** A payout with what it was made of. */
interface PayoutShown extends Payout {
  lines: BalanceMove[]
  /** Its lines sum to it. False: the provider has not told them, or never will. */
  addsUp: boolean
}

/** A payout with its lines: all that has its number, but its own move. */
export function withLines(payout: Payout, moves: readonly BalanceMove[]): PayoutShown {
  const lines = moves.filter((move) => move.payoutId === payout.id && move.sourceId !== payout.id)
  return { ...payout, lines, addsUp: payout.complete && total(lines.map(netOf)) === payout.amount }
}

const HOUR_MS = 3_600_000
/** A balance transaction is told within the hour; a day later one that is missing is a question. */
const TOLD_AFTER_MS = 24 * HOUR_MS

/** Until when our payments must be in the provider's balance, as far as that was read. */
export const toldUntil = (readUntil: Date | null): Date | null =>
  readUntil && new Date(readUntil.getTime() - TOLD_AFTER_MS)

export interface Reading {
  /** All that moved before this instant is kept; null: it was never read to its end. */
  until: Date | null
  /** A reading that has not come to its end: when it began, from when it reads, and behind which move it goes on. */
  underWay: { began: Date; since: Date | null; after: string | null } | null
}

/** Read again so far back: what is told late, and clocks that differ. */
const OVERLAP_MS = 2 * 24 * HOUR_MS
/** A payout that was paid may fail for five working days (docs.stripe.com/api/payouts/object). */
const PAYOUTS_CHANGE_MS = 14 * 24 * HOUR_MS

/** Whether to read now: once an hour, when the provider has announced a payout since, or while a reading has not come to its end. */
export function isReadingDue({ until, underWay }: Reading, announced: Date | null, now: Date): boolean {
  if (until === null || underWay !== null) return true
  return now.getTime() - until.getTime() >= HOUR_MS || (announced !== null && announced > until)
}

/** The reading to go on with, or a new one. */
export const nextReading = ({ until, underWay }: Reading, now: Date): NonNullable<Reading['underWay']> =>
  underWay ?? { began: now, since: until && new Date(until.getTime() - OVERLAP_MS), after: null }

/** From when payouts are read again: those that may still change, and those whose lines were not told yet. */
export function payoutsSince(since: Date | null, oldestUnread: Date | null): Date | null {
  if (since === null) return null
  return new Date(Math.min(since.getTime() - PAYOUTS_CHANGE_MS, oldestUnread?.getTime() ?? Infinity))
}
