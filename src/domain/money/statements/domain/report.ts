/** Computes the parts of a month's statement from the sums of its ledger entries (R40). Pure. */
import type { Account } from '#platform/database/schema/ledger.ts'
import type { Cents } from '#shared/money.ts'
import type { EntryKind } from '../../ledger/domain/entries.ts'
import { ACCOUNT_KEYS } from './accounts.ts'
import { total } from './balance.ts'

/** What entries of a kind have posted to an account. Debits are above zero, credits below. */
export interface Sum {
  account: Account
  kind: EntryKind
  debits: Cents
  credits: Cents
}

export type Balances = Partial<Record<Account, Cents>>

/** An account in a month. A balance above zero is a debit. Debits and credits are both above zero. */
export interface AccountMonth {
  account: Account
  opening: Cents
  debits: Cents
  credits: Cents
  closing: Cents
}

export function accountMonths(opening: Balances, sums: readonly Sum[]): AccountMonth[] {
  return ACCOUNT_KEYS.map((account) => {
    const own = sums.filter((sum) => sum.account === account)
    const before = opening[account] ?? 0
    const debits = total(own.map((sum) => sum.debits))
    const credits = 0 - total(own.map((sum) => sum.credits))
    return { account, opening: before, debits, credits, closing: before + debits - credits }
  })
}

/** Returns what entries of these kinds have added to an account. Credits count below zero. */
const movedOn = (sums: readonly Sum[], account: Account, kinds: readonly EntryKind[]): Cents =>
  total(
    sums.flatMap((sum) =>
      sum.account === account && kinds.includes(sum.kind) ? [sum.debits + sum.credits] : [],
    ),
  )

const netOn = (sums: readonly Sum[], account: Account): Cents =>
  total(sums.flatMap((sum) => (sum.account === account ? [sum.debits + sum.credits] : [])))

const RECEIVED: EntryKind[] = ['payment', 'hand_over']

/** The card money of a month in cents. `fees` and `paidOut` count as positive if the money left the balance. */
export interface CardMoney {
  charges: Cents
  refunds: Cents
  disputes: Cents
  fees: Cents
  /** Money of other businesses on the same account, and all other transactions of the provider. */
  other: Cents
  /** Adjustments that an admin posted to the balance. */
  adjustments: Cents
  /** Everything above, with the fees subtracted. */
  net: Cents
  /** Cents that arrived at the bank. */
  paidOut: Cents
}

export function cardMoney(sums: readonly Sum[]): CardMoney {
  const on = (...kinds: EntryKind[]) => movedOn(sums, 'stripe_balance', kinds)
  // Payouts and other transactions may have a fee of their own, which is a part of their line in the balance.
  const feesWithin = movedOn(sums, 'fees', ['payout', 'provider'])
  const paidOut = movedOn(sums, 'bank', ['payout'])
  return {
    charges: on(...RECEIVED),
    refunds: on('refund_made'),
    disputes: on('dispute', 'dispute_returned'),
    fees: feesWithin - on('fee'),
    other: on('provider') + movedOn(sums, 'fees', ['provider']),
    adjustments: on('adjustment'),
    net: netOn(sums, 'stripe_balance') + paidOut,
    paidOut,
  }
}

/** Cash and checks in hand, or the bank account, in a month. `refunded` is positive if the money left. */
export interface HandMoney {
  account: 'undeposited' | 'bank'
  received: Cents
  refunded: Cents
  /** Cash and checks that were deposited at the bank: below zero where they left. */
  deposited: Cents
  adjustments: Cents
}

export const handMoney = (sums: readonly Sum[]): HandMoney[] =>
  (['undeposited', 'bank'] as const).map((account) => ({
    account,
    received: movedOn(sums, account, RECEIVED),
    refunded: 0 - movedOn(sums, account, ['refund_made']),
    deposited: movedOn(sums, account, ['deposit_slip']),
    adjustments: movedOn(sums, account, ['adjustment']),
  }))

/** Returns the income of a month in cents. */
export const income = (sums: readonly Sum[]): { retreat: Cents; cancellation: Cents } => ({
  retreat: 0 - netOn(sums, 'retreat_income'),
  cancellation: 0 - netOn(sums, 'cancellation_income'),
})
