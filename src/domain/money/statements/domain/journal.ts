/**
 * Converts a month's statement to journal entries for bookkeeping programs (docs/decisions/0026). Card payments are
 * booked to an account for the provider's balance. Until an event starts, the payments of its guests are booked as
 * money owed to them. Pure.
 */
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDayLong } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { type Month, lastOf, monthTitle } from '#shared/months.ts'
import { kindOf, type BalanceTransaction, type Payout, totalsOf, total } from './balance.ts'

/** The bookkeeping accounts that the journal entries use, with their default names. */
export const ACCOUNTS = {
  bank: 'Bank',
  balance: 'Stripe balance',
  outside: 'Cash and checks',
  owed: 'Guest deposits',
  income: 'Retreat income',
  fees: 'Payment fees',
  other: 'Other card money',
} as const
export type Account = keyof typeof ACCOUNTS
export const ACCOUNT_KEYS = Object.keys(ACCOUNTS) as [Account, ...Account[]]

interface JournalLine {
  account: Account
  description: string
  /** Amount in cents. Positive is a debit, negative a credit. */
  amount: Cents
}

export interface JournalEntry {
  number: string
  day: Day
  title: string
  lines: JournalLine[]
}

export interface JournalFacts {
  month: Month
  moves: readonly BalanceTransaction[]
  payouts: readonly Payout[]
  /** Cents of manual payments in the month, minus manual refunds. */
  outside: Cents
  /**
   * Cents that the venue owes to guests for upcoming stays or as refunds: `owedBefore` at the start of the month,
   * `owedAfter` at its end.
   */
  owedBefore: Cents
  owedAfter: Cents
}

/**
 * Returns the journal entries of a month. In each entry, debits equal credits. Lines of zero and empty entries are
 * left out.
 */
export function journalOf(facts: JournalFacts): JournalEntry[] {
  const { month, moves, outside } = facts
  const sums = totalsOf(moves)
  const day = lastOf(month)
  const title = monthTitle(month)
  const of = (kinds: string[]) =>
    total(moves.flatMap((move) => (move.ours && kinds.includes(kindOf(move)) ? [move.amount] : [])))
  const card = of(['charge', 'refund', 'dispute'])
  // All money that guests paid in the month counts as income, except the increase of what the venue owes to guests.
  const earned = card + outside - (facts.owedAfter - facts.owedBefore)
  const entries: Omit<JournalEntry, 'number'>[] = [
    {
      day,
      title: `Card payments, ${title}`,
      lines: [
        { account: 'balance', description: 'Card payments, less refunds and fees', amount: sums.net },
        { account: 'fees', description: 'Stripe fees', amount: sums.fees },
        { account: 'owed', description: 'Paid by guests', amount: -of(['charge']) },
        { account: 'owed', description: 'Refunded to guests', amount: -of(['refund']) },
        { account: 'owed', description: 'Disputed by guests', amount: -of(['dispute']) },
        { account: 'other', description: 'Not from this site', amount: -sums.other - sums.notOurs },
      ],
    },
    {
      day,
      title: `Cash, checks and transfers, ${title}`,
      lines: [
        { account: 'outside', description: 'Received outside of Stripe, less refunds', amount: outside },
        { account: 'owed', description: 'Paid by guests outside of Stripe, less refunds', amount: -outside },
      ],
    },
    {
      day,
      title: `Stays, ${title}`,
      lines: [
        {
          account: 'owed',
          description: 'Stays that began, and amounts kept from canceled stays',
          amount: earned,
        },
        {
          account: 'income',
          description: 'Stays that began, and amounts kept from canceled stays',
          amount: -earned,
        },
      ],
    },
    ...moves.flatMap((move) => payoutEntry(move, facts.payouts)),
  ]
  return entries
    .map((entry) => ({ ...entry, lines: entry.lines.filter(({ amount }) => amount !== 0) }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
    .map((entry, at) => ({ number: `TM-${month}-${at + 1}`, ...entry }))
}

function payoutEntry(move: BalanceTransaction, payouts: readonly Payout[]): Omit<JournalEntry, 'number'>[] {
  if (kindOf(move) !== 'payout') return []
  const payout = payouts.find(({ id }) => id === move.sourceId)
  const { amount } = move
  const day = move.type === 'payout' && payout ? payout.day : ranchDay(move.createdAt)
  const what = move.type === 'payout' ? 'Payout' : 'Payout returned'
  const title = `${what} ${formatMoney(-amount)}, ${formatDayLong(day)}`
  const description = payout?.traceId ? `${payout.id}, trace ${payout.traceId}` : (payout?.id ?? move.id)
  return [
    {
      day,
      title,
      lines: [
        { account: 'bank', description, amount: -amount },
        { account: 'balance', description, amount },
      ],
    },
  ]
}
