/** Facts and posted entries for tests of the ledger's rules (`money/ledger/domain/entries.ts`). */
import { expect } from 'vitest'
import type { Account } from '#platform/database/schema/ledger.ts'
import {
  type Balance,
  type BookedGuest,
  entriesOfRefund,
  entriesOfStay,
  type Entry,
  type Line,
  type PaymentFact,
  type PostedEntry,
  type RefundFact,
  type RefundPart,
  type StayFact,
  sumOf,
  type TransactionFact,
} from '#domain/money/ledger/domain/entries.ts'

export const HOME = 7
export const noon = (day: string) => new Date(`${day}T18:00:00Z`)
export const PAID_AT = noon('2027-05-03')
export const NOW = noon('2027-05-06')
export const LATER = noon('2027-05-09')

export const guestOf = (reservationId: number | null, changes: Partial<BookedGuest> = {}): BookedGuest => ({
  reservationId,
  eventId: reservationId === null ? null : HOME,
  rest: 'guest_deposits',
  ...changes,
})

/** Two taxes of 5 % and 2 %, rounded down. */
export const taxesIn = (amount: number) => [
  { taxId: 1, amount: Math.floor((amount * 5) / 107) },
  { taxId: 2, amount: Math.floor((amount * 2) / 107) },
]

/** Returns all entries as the database has them after `entries` are posted. */
export const posting = (entries: readonly Entry[], before: readonly PostedEntry[] = []): PostedEntry[] => [
  ...before,
  ...entries.map((entry, index) => ({
    ...entry,
    id: before.length + index + 1,
    reverses: entry.reverses ?? null,
  })),
]

export const linesOf = (entries: readonly { lines: Line[] }[]): Line[] =>
  entries.flatMap(({ lines }) => lines)

/** Returns an account's balance, in cents, for one guest or for all. */
export const balanceOn = (account: Account, lines: readonly Line[], reservationId?: number | null): number =>
  sumOf(
    lines.filter(
      (line) =>
        line.account === account && (reservationId === undefined || line.reservationId === reservationId),
    ),
  )

export const expectBalanced = (entries: readonly { lines: Line[] }[]) => {
  for (const { lines } of entries) {
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(sumOf(lines)).toBe(0)
    expect(lines.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0)).toBe(true)
  }
}

export const CARD = { source: 'payment', sourceId: '5' } as const
export const HAND = { source: 'hand', sourceId: '5' } as const

export const paymentOf = (changes: Partial<PaymentFact> = {}): PaymentFact => {
  const { amount = 45_000 } = changes
  return {
    id: 5,
    method: 'card',
    amount,
    paidAt: PAID_AT,
    fee: null,
    withdrawn: 0,
    withdrawnAt: NOW,
    parts: [{ guest: guestOf(1), amount }],
    ...changes,
  }
}

export const refundOf = (changes: Partial<RefundFact> = {}): RefundFact => ({
  id: 9,
  amount: 30_000,
  overpayment: 0,
  cause: 'goodwill',
  status: 'requested',
  from: 'stripe_balance',
  decidedAt: NOW,
  finishedAt: null,
  ...changes,
})

/** Returns a balance of `amount` cents that the venue holds, or owes, for a guest: a credit. */
export const held = (account: Account, amount: number, changes: Partial<Line> = {}): Balance => ({
  account,
  amount: 0 - amount,
  reservationId: 1,
  eventId: HOME,
  taxId: null,
  ...changes,
})

/** Returns the missing entries of a refund. By default, it is for guest 1, who has paid a deposit of $450.00. */
export const refundEntries = (
  fact: RefundFact | null,
  {
    parts = [{ guest: guestOf(1), overpayment: 0, rest: fact?.amount ?? 0 }],
    balances = [held('guest_deposits', 45_000)],
    posted = [],
    now = LATER,
  }: {
    parts?: RefundPart[]
    balances?: Balance[]
    posted?: PostedEntry[]
    now?: Date
  } = {},
) => entriesOfRefund(9, fact, { parts, balances, posted, now })

export const stayOf = (changes: Partial<StayFact> = {}): StayFact => ({
  reservationId: 1,
  eventId: HOME,
  status: 'confirmed',
  startDateDate: '2027-05-05',
  rest: 'guest_deposits',
  ...changes,
})

export const stayEntries = (
  fact: StayFact,
  balances: Balance[],
  { posted = [], kept = false }: { posted?: { source: string; step: number }[]; kept?: boolean } = {},
) => entriesOfStay(fact, balances, { posted, kept, now: NOW })

export const transactionOf = (changes: Partial<TransactionFact> = {}): TransactionFact => ({
  id: 'txn_1',
  kind: 'charge',
  amount: 10_000,
  fee: 320,
  at: NOW,
  isOurs: false,
  eventId: HOME,
  reservationId: 1,
  ...changes,
})
