/** The accounts of the ledger as bookkeeping programs know them. Pure, and free of database code, for pages. */
import type { Account } from '#platform/database/schema/ledger.ts'

/** The accounts in the order in which reports list them, with their names until an owner gives others. */
export const ACCOUNT_NAMES = {
  stripe_balance: 'Stripe balance',
  undeposited: 'Cash and checks',
  bank: 'Bank',
  guest_deposits: 'Guest deposits',
  refunds_payable: 'Refunds owed',
  tax_payable: 'Taxes owed',
  retreat_income: 'Retreat income',
  cancellation_income: 'Kept from cancellations',
  fees: 'Payment fees',
  disputes: 'Disputed payments',
  other: 'Other card money',
} as const satisfies Record<Account, string>

export const ACCOUNT_KEYS = Object.keys(ACCOUNT_NAMES) as [Account, ...Account[]]

/** Accounts that grow with credits: what the venue owes, and its income. All others grow with debits. */
export const GROWS_WITH_CREDITS: ReadonlySet<Account> = new Set([
  'guest_deposits',
  'refunds_payable',
  'tax_payable',
  'retreat_income',
  'cancellation_income',
])

/** Account keys of versions before the ledger, under which older sites have stored an owner's names. */
export const FORMER_KEYS: Partial<Record<Account, string>> = {
  stripe_balance: 'balance',
  undeposited: 'outside',
  guest_deposits: 'owed',
  retreat_income: 'income',
}
