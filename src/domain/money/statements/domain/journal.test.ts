import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Account, type JournalEntry, type JournalFacts, journalOf } from './journal.ts'
import {
  isSyncDue,
  kindOf,
  type BalanceTransaction,
  nextSync,
  payoutsSince,
  monthSpan,
  totalsOf,
  total,
  withLines,
} from './balance.ts'

const at = (text: string) => new Date(text)
let made = 0
const move = (changes: Partial<BalanceTransaction>): BalanceTransaction => ({
  id: `txn_${(made += 1)}`,
  type: 'charge',
  category: 'charge',
  amount: 45_000,
  fee: 0,
  createdAt: at('2027-05-10T18:00:00Z'),
  payoutId: null,
  sourceId: null,
  ours: { reservationId: 1, eventName: 'Leather', card: null },
  ...changes,
})

const accountsOf = (entries: JournalEntry[]) => {
  const sums: Partial<Record<Account, number>> = {}
  for (const { account, amount } of entries.flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + amount
  return sums
}

const KINDS = [
  ['charge', 'charge'],
  ['payment', 'charge'],
  ['refund', 'refund'],
  ['refund_failure', 'refund_failure'],
  ['adjustment', 'dispute'],
  ['adjustment', 'dispute_reversal'],
  ['adjustment', 'refund_failure'],
  ['adjustment', 'fee'],
  ['adjustment', 'other_adjustment'],
  ['stripe_fee', 'fee'],
  ['payout', 'payout'],
  ['payout_failure', 'payout_reversal'],
  ['a_type_of_tomorrow', 'unknown'],
] as const

const anyMove = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fee: fc.integer({ min: 0, max: 5_000 }),
    isOurs: fc.boolean(),
  })
  .map(({ kind: [type, category], amount, fee, isOurs }) =>
    move({ type, category, amount, fee, ...(isOurs ? {} : { ours: null }) }),
  )

const anyMonth: fc.Arbitrary<JournalFacts> = fc.record({
  month: fc.constant('2027-05'),
  moves: fc.array(anyMove, { maxLength: 12 }),
  payouts: fc.constant([]),
  outside: fc.integer({ min: -100_000, max: 100_000 }),
  owedBefore: fc.integer({ min: 0, max: 1_000_000 }),
  owedAfter: fc.integer({ min: 0, max: 1_000_000 }),
})

describe('random balance transactions of a month', () => {
  test('have a net total that equals the month’s payouts plus the change of the balance', () => {
    fc.assert(
      fc.property(fc.array(anyMove), (moves) => {
        const sums = totalsOf(moves)
        const change = total(moves.map(({ amount, fee }) => amount - fee))
        expect(sums.net).toBe(sums.paidOut + change)
        expect(sums.net).toBe(sums.charges + sums.refunds + sums.disputes + sums.other - sums.fees)
      }),
    )
  })

  test('lead to journal entries that balance, and to accounts that end at the statement’s totals', () => {
    fc.assert(
      fc.property(anyMonth, (facts) => {
        const entries = journalOf(facts)
        for (const { lines } of entries) expect(total(lines.map(({ amount }) => amount))).toBe(0)
        const sums = totalsOf(facts.moves)
        const accounts = accountsOf(entries)
        expect(accounts.balance ?? 0).toBe(sums.net - sums.paidOut)
        expect(accounts.bank ?? 0).toBe(sums.paidOut)
        expect(accounts.fees ?? 0).toBe(sums.fees)
        expect(accounts.outside ?? 0).toBe(facts.outside)
        // The account of deposits holds what the venue owes to guests. That is a credit, which is negative, so the
        // sign is changed.
        expect(0 - (accounts.owed ?? 0)).toBe(facts.owedAfter - facts.owedBefore)
        expect(new Set(entries.map(({ number }) => number)).size).toBe(entries.length)
      }),
    )
  })
})

test('classifies balance transactions by the provider’s category, or by type if the category is unknown', () => {
  expect(KINDS.map(([type, category]) => kindOf({ type, category }))).toEqual([
    'charge',
    'charge',
    'refund',
    'refund',
    'dispute',
    'dispute',
    'refund',
    'fee',
    'other',
    'fee',
    'payout',
    'payout',
    'other',
  ])
})

const instants = (month: string) => {
  const { first, last, begins, ends } = monthSpan(month)
  return [first, last, begins.toISOString(), ends.toISOString()]
}

test("begins and ends a month at the ranch's midnight, even if the clocks change in that month", () => {
  expect(instants('2027-03')).toEqual([
    '2027-03-01',
    '2027-03-31',
    '2027-03-01T07:00:00.000Z',
    '2027-04-01T06:00:00.000Z',
  ])
  expect(instants('2027-11')).toEqual([
    '2027-11-01',
    '2027-11-30',
    '2027-11-01T06:00:00.000Z',
    '2027-12-01T07:00:00.000Z',
  ])
})

const PAYOUT = {
  id: 'po_1',
  amount: 43_000,
  status: 'paid',
  createdAt: at('2027-06-01T00:00:00Z'),
  day: '2027-06-02',
  traceId: 'T1',
  manual: false,
  complete: true,
}

test('books a payout on the day it reaches the bank, with the bank’s trace number in the description', () => {
  const own = move({
    type: 'payout',
    category: 'payout',
    amount: -43_000,
    sourceId: 'po_1',
    payoutId: 'po_1',
    ours: null,
  })
  const facts = { month: '2027-06', moves: [own], payouts: [PAYOUT], outside: 0, owedBefore: 0, owedAfter: 0 }
  expect(journalOf(facts)).toEqual([
    {
      number: 'TM-2027-06-1',
      day: '2027-06-02',
      title: 'Payout $430.00, June 2, 2027',
      lines: [
        { account: 'bank', description: 'po_1, trace T1', amount: 43_000 },
        { account: 'balance', description: 'po_1, trace T1', amount: -43_000 },
      ],
    },
  ])
})

test('marks a payout as adding up once all its transactions are known and add up to its amount', () => {
  const lines = [
    move({ payoutId: 'po_1', fee: 1_335 }),
    move({ payoutId: 'po_1', type: 'refund', amount: -665 }),
  ]
  const own = move({ type: 'payout', amount: -43_000, payoutId: 'po_1', sourceId: 'po_1' })
  expect(withLines(PAYOUT, [...lines, own, move({})])).toMatchObject({ lines, addsUp: true })
  expect(withLines(PAYOUT, lines.slice(1))).toMatchObject({ addsUp: false })
  expect(withLines({ ...PAYOUT, complete: false }, lines)).toMatchObject({ addsUp: false })
})

test('syncs the balance every six hours, after a webhook about a payout, and until a sync is complete', () => {
  const until = at('2027-05-10T12:00:00Z')
  const reading = { until, underWay: null }
  expect(isSyncDue({ until: null, underWay: null }, null, until)).toBe(true)
  expect(isSyncDue(reading, null, at('2027-05-10T17:59:00Z'))).toBe(false)
  expect(isSyncDue(reading, null, at('2027-05-10T18:00:00Z'))).toBe(true)
  expect(isSyncDue(reading, at('2027-05-10T12:01:00Z'), at('2027-05-10T12:02:00Z'))).toBe(true)
  expect(isSyncDue(reading, at('2027-05-10T11:59:00Z'), at('2027-05-10T12:02:00Z'))).toBe(false)
  const underWay = { began: until, since: null, after: 'txn_9' }
  expect(isSyncDue({ until, underWay }, null, until)).toBe(true)
  expect(nextSync({ until, underWay }, at('2027-05-11T12:00:00Z'))).toBe(underWay)
  // The next sync requests transactions from two days before the last sync began. It also requests payouts that may
  // still change or lack transactions.
  const next = nextSync(reading, at('2027-05-10T13:00:00Z'))
  expect(next).toEqual({ began: at('2027-05-10T13:00:00Z'), since: at('2027-05-08T12:00:00Z'), after: null })
  expect(payoutsSince(next.since, null)).toEqual(at('2027-04-24T12:00:00Z'))
  expect(payoutsSince(next.since, at('2027-04-01T00:00:00Z'))).toEqual(at('2027-04-01T00:00:00Z'))
  expect(payoutsSince(null, at('2027-04-01T00:00:00Z'))).toBeNull()
})
