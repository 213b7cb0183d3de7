import { describe, expect, test } from 'vitest'
import type { ProviderIntent } from '#domain/money/card-provider/port.ts'
import {
  addToTally,
  type BothSides,
  differencesOf,
  emptyTally,
  isInFlight,
  type Money,
  intentMoney,
  MAX_DIFFERENCES,
  reconciliationNight,
} from './rules.ts'

test.each([
  ['2027-05-06T18:00:00Z', '2027-05-06'],
  // One second before 02:00 at the ranch, so this instant still belongs to the night before.
  ['2027-05-07T07:59:59Z', '2027-05-06'],
  ['2027-05-07T08:00:00Z', '2027-05-07'],
])('at %s, expects the reconciliation of the night of %s', (now, day) => {
  expect(reconciliationNight(new Date(now))).toBe(day)
})

const paidAt = new Date('2027-05-06T08:00:00Z')
const intent = (
  state: Partial<Extract<ProviderIntent['state'], { status: 'succeeded' }>>,
): ProviderIntent => ({
  id: 'pi_1',
  amount: 45_000,
  clientSecret: null,
  createdAt: paidAt,
  metadata: {},
  takesWallets: true,
  state: {
    status: 'succeeded',
    received: 45_000,
    chargeId: 'ch_1',
    fee: null,
    card: null,
    paidAt,
    withdrawn: 0,
    disputed: false,
    refunds: [],
    savedCard: null,
    ...state,
  },
})

test('leaves pending and failed refunds out of the amount that Stripe has refunded', () => {
  const refunds = (['succeeded', 'pending', 'failed', 'succeeded'] as const).map((status, nth) => {
    return { id: `re_${nth}`, amount: 10 ** nth, status, key: null, createdAt: new Date(0) }
  })
  expect(intentMoney(intent({ refunds }))).toEqual({ received: 45_000, refunded: 1_001, withdrawn: 0 })
  expect(intentMoney({ ...intent({}), state: { status: 'open' } })).toEqual({
    received: 0,
    refunded: 0,
    withdrawn: 0,
  })
})

test('reports a payment as missing in our database only if the payment is at least an hour old', () => {
  const moments = [0, 59, 60].map((minutes) => new Date(paidAt.getTime() + minutes * 60_000))
  expect(moments.map((now) => isInFlight({ paidAt }, now))).toEqual([true, true, false])
})

const money = (changes: Partial<Money> = {}): Money => {
  return { received: 45_000, refunded: 0, withdrawn: 0, ...changes }
}
const sides = (ours: Money | null, theirs: Money | null): BothSides => {
  return { intentId: 'pi_1', reservationId: 7, ours, theirs }
}

describe('a payment in our database and the same at Stripe', () => {
  test.each([
    [money(), money()],
    [money({ refunded: 5, withdrawn: 7 }), money({ refunded: 5, withdrawn: 7 })],
    [null, money({ received: 0 })],
  ])("have no difference if ours is %o and Stripe's is %o", (ours, theirs) => {
    expect(differencesOf(sides(ours, theirs))).toEqual([])
  })

  test.each([
    [null, money(), [['received', null, 45_000]]],
    [money(), null, [['received', 45_000, null]]],
    [money(), money({ received: 0 }), [['received', 45_000, 0]]],
    [money({ received: 44_000 }), money(), [['received', 44_000, 45_000]]],
    [money(), money({ refunded: 5_000 }), [['refunded', 0, 5_000]]],
    [money(), money({ withdrawn: 20_000 }), [['disputed', 0, 20_000]]],
    [
      null,
      money({ refunded: 45_000, withdrawn: 45_000 }),
      [
        ['received', null, 45_000],
        ['refunded', null, 45_000],
        ['disputed', null, 45_000],
      ],
    ],
  ])("have these differences if ours is %o and Stripe's is %o", (ours, theirs, expected) => {
    const found = differencesOf(sides(ours, theirs))
    expect(found.map((one) => [one.what, one.ours, one.theirs])).toEqual(expected)
    expect(found.every((one) => one.intentId === 'pi_1' && one.reservationId === 7)).toBe(true)
  })
})

test('adds two equal payments to the totals without a difference', () => {
  const tally = emptyTally()
  addToTally(tally, sides(money({ refunded: 5 }), money({ refunded: 5 })))
  addToTally(tally, sides(money(), money()))
  const sums = { received: 90_000, refunded: 5 }
  expect(tally).toEqual({ payments: 2, ours: sums, theirs: sums, differences: [] })
})

test('adds payments to the totals even after the list of differences is full', () => {
  const tally = emptyTally()
  for (let nth = 0; nth < MAX_DIFFERENCES + 10; nth += 1)
    addToTally(tally, sides(null, money({ refunded: 1 })))
  expect(tally.differences).toHaveLength(MAX_DIFFERENCES)
  expect(tally).toMatchObject({
    payments: 210,
    ours: { received: 0, refunded: 0 },
    theirs: { received: 210 * 45_000, refunded: 210 },
  })
})
