import { expect, test } from 'vitest'
import {
  isSyncDue,
  kindOf,
  type BalanceTransaction,
  nextSync,
  payoutsSince,
  monthSpan,
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
