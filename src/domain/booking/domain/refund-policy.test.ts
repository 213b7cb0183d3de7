import { describe, expect, test } from 'vitest'
import { card, cash, daysBefore, START } from '#test/support/booking/received.ts'
import {
  decideRefund,
  overrideProblem,
  type PlanFacts,
  planRefund,
  type Received,
  shareOf,
  sumPlans,
  tierOf,
  withSum,
} from './refund-policy.ts'

const plan = (money: Received[], changes: Partial<PlanFacts> & { days?: number } = {}) => {
  const { days = 100, ...facts } = changes
  const guest = { cancelledBy: 'guest', replacementFound: false, startDateDate: START } as const
  return planRefund(money, { ...guest, today: daysBefore(days), ...facts })
}

describe('refunds by the Terms of Stay', () => {
  test.each([
    [91, false, 100, 43_665],
    [90, false, 100, 43_665],
    [89, false, 75, 32_415],
    [30, false, 75, 32_415],
    [30, true, 75, 32_415],
    [29, false, 0, 0],
    [29, true, 90, 40_500],
    [0, false, 0, 0],
    [-2, false, 0, 0],
    [-2, true, 90, 40_500],
  ])(
    'are set by the tier %i days before the start (another guest takes over the spot: %s): %i %%',
    (days, replacementFound, percent, refund) => {
      expect(plan([card()], { days, replacementFound })).toMatchObject({
        daysBefore: days,
        percent,
        paid: 45_000,
        refundByTerms: refund,
        refundToCards: refund,
      })
    },
  )

  test('are full, including fees, on any day when the venue cancels', () => {
    for (const days of [120, 60, 3, -1])
      expect(plan([card(), cash()], { days, cancelledBy: 'retreat' })).toMatchObject({
        percent: 100,
        fees: 0,
        refundByTerms: 90_000,
        refundToCards: 45_000,
        refundByHand: 45_000,
      })
  })

  test('count ranch days, also across a clock change', () => {
    expect(plan([card()], { startDateDate: '2027-03-15', today: '2027-02-13' })).toMatchObject({
      daysBefore: 30,
      percent: 75,
    })
  })

  test('round half a cent up when they compute a percentage', () => {
    expect(plan([cash({ amount: 2 })], { days: 60 }).refundByTerms).toBe(2)
    expect(plan([cash({ amount: 1 })], { days: 60 }).refundByTerms).toBe(1)
    expect(plan([cash({ amount: 45_001 })], { days: 60 }).refundByTerms).toBe(33_751)
  })

  test("are reduced by Stripe's fee, but never below zero", () => {
    expect(plan([card({ amount: 100, fee: 33 }), cash({ amount: 5 })]).refundByTerms).toBe(72)
    expect(plan([card({ amount: 50, refunded: 40, fee: 33 })])).toMatchObject({ fees: 10, refundByTerms: 0 })
  })
})

test('returns a refund plan with the person who cancels, the day and the tier', () => {
  expect(plan([], { days: 29, replacementFound: true })).toEqual({
    cancelledBy: 'guest',
    replacementFound: true,
    today: daysBefore(29),
    daysBefore: 29,
    percent: 90,
    paid: 0,
    fees: 0,
    feesKnown: true,
    refundByTerms: 0,
    most: 0,
    refundToCards: 0,
    refundByHand: 0,
    lines: [],
  })
})

test.each([
  ['guest', 90, false, { percent: 100, minusFees: true }],
  ['guest', 90, true, { percent: 100, minusFees: true }],
  ['guest', 89, false, { percent: 75, minusFees: true }],
  ['guest', 89, true, { percent: 75, minusFees: true }],
  ['guest', 30, true, { percent: 75, minusFees: true }],
  ['guest', 29, true, { percent: 90, minusFees: false }],
  ['guest', 29, false, { percent: 0, minusFees: false }],
  ['guest', 0, true, { percent: 90, minusFees: false }],
  ['retreat', 90, false, { percent: 100, minusFees: false }],
  ['retreat', 89, true, { percent: 100, minusFees: false }],
  ['retreat', 29, false, { percent: 100, minusFees: false }],
] as const)(
  'returns the tier for a cancellation by the %s, %i days before the start (another guest takes the spot: %s)',
  (cancelledBy, days, replacementFound, tier) => {
    const asked = { cancelledBy, daysBefore: days, replacementFound }
    expect(tierOf(asked)).toEqual({ ...tier, most: Infinity })
    // The payments of the guest who takes the spot limit the refund only within 30 days of the start.
    const most = cancelledBy === 'guest' && days < 30 ? 7 : Infinity
    expect(tierOf({ ...asked, replacementGives: 7 })).toEqual({ ...tier, most })
  },
)

test.each([
  [1, 49, 0],
  [1, 50, 1],
  [2, 75, 2],
  [101, 75, 76],
  [45_001, 0, 0],
  [45_001, 90, 40_501],
  [45_001, 100, 45_001],
])('computes for %i cents that %i %% of them are %i cents', (sum, percent, share) => {
  expect(shareOf(sum, percent)).toBe(share)
})

describe('a refund plan with earlier payments and refunds of the stay', () => {
  test('refunds the newest payment first, and the rest from the payment before the newest (R5.3)', () => {
    const old = card({ paidAt: new Date('2027-01-01T12:00:00Z') })
    const young = card({ paidAt: new Date('2027-02-01T12:00:00Z') })
    const { lines, refundByTerms } = plan([old, young], { days: 60 })
    expect(refundByTerms).toBe(67_500 - 2 * 1_335)
    expect(lines.map((line) => [line.paymentId, line.refund])).toEqual([
      [young.paymentId, 45_000],
      [old.paymentId, 19_830],
    ])
  })

  test('begins with the payment that was recorded later if two payments were made at the same time', () => {
    const [one, other] = [card(), card()]
    for (const money of [
      [one, other],
      [other, one],
    ]) {
      const { lines } = plan(money, { days: 60 })
      expect(lines.map(({ paymentId, refund }) => [paymentId, refund])).toEqual([
        [other.paymentId, 45_000],
        [one.paymentId, 19_830],
      ])
    }
  })

  test("keeps Stripe's fee only for a card payment, and at most what is left of that payment", () => {
    expect(plan([cash({ fee: 500 })])).toMatchObject({ fees: 0, refundByTerms: 45_000 })
    expect(plan([card({ refunded: 43_666 })])).toMatchObject({ fees: 1_334, refundByTerms: 0 })
    expect(plan([card({ refunded: 43_664 })])).toMatchObject({ fees: 1_335, refundByTerms: 1 })
    expect(plan([card({ fee: null, refunded: 44_999 })])).toMatchObject({ fees: 0, feesKnown: false })
    expect(plan([card({ refunded: 50_000 }), cash({ fee: null })])).toMatchObject({
      paid: 45_000,
      most: 45_000,
      fees: 0,
    })
  })

  test('does not refund money again that was refunded before, and keeps no fee for such a payment', () => {
    expect(plan([card({ refunded: 45_000 }), card({ refunded: 20_000 })])).toMatchObject({
      paid: 25_000,
      fees: 1_335,
      most: 25_000,
      refundByTerms: 23_665,
    })
  })

  test('does not refund the money that a bank has withdrawn for a dispute', () => {
    const disputed = card({ withdrawn: 45_000 })
    const { lines, ...sums } = plan([disputed, cash()])
    expect(sums).toMatchObject({
      paid: 90_000,
      most: 45_000,
      fees: 0,
      refundByTerms: 45_000,
      refundToCards: 0,
    })
    expect(lines.find((line) => line.paymentId === disputed.paymentId)).toMatchObject({
      refund: 0,
      withdrawn: 45_000,
    })
  })

  test('refunds the money that a dispute leaves, and subtracts an earlier refund only once (R5.10)', () => {
    expect(plan([card({ withdrawn: 20_000 })])).toMatchObject({ paid: 45_000, most: 25_000, fees: 1_335 })
    // The bank withdrew the whole payment, although a part of it had already been refunded.
    expect(plan([card({ refunded: 5_000, withdrawn: 45_000 })])).toMatchObject({ paid: 40_000, most: 0 })
  })

  test('plans the maximum refund while a fee that the Terms let the venue keep is unknown', () => {
    const unknown = card({ fee: null })
    expect(plan([unknown, card()])).toMatchObject({ fees: 1_335, feesKnown: false, refundByTerms: 88_665 })
    expect(plan([unknown, card()], { days: 10 })).toMatchObject({ feesKnown: true, refundByTerms: 0 })
    expect(plan([unknown], { cancelledBy: 'retreat' })).toMatchObject({ feesKnown: true })
    expect(plan([cash()])).toMatchObject({ feesKnown: true, refundByTerms: 45_000 })
    // Nothing is left of this payment, so its unknown fee does not change the refund.
    expect(plan([card({ fee: null, refunded: 45_000 })])).toMatchObject({ feesKnown: true })
  })

  test("requires a reason for any amount that an admin sets while Stripe's fee is unknown", () => {
    const waiting = plan([card({ fee: null })])
    expect(overrideProblem(waiting, { refund: 45_000, reason: null })).toEqual({ reason: 'Please say why' })
    expect(overrideProblem(waiting, { refund: 45_000, reason: 'Agreed by phone' })).toBeNull()
  })
})

describe('the plan for a refund that an admin sets', () => {
  test('refunds the newest payment first, and each payment at most what is left of it', () => {
    const old = cash({ paidAt: new Date('2027-01-01T12:00:00Z'), refunded: 5_000 })
    const young = card({ paidAt: new Date('2027-02-01T12:00:00Z'), withdrawn: 15_000 })
    const before = plan([old, young], { days: 10 })
    const given = (sum: number) => {
      const { lines, refundToCards, refundByHand, ...rest } = withSum(before, sum)
      expect(rest).toEqual({ ...before, lines: undefined, refundToCards: undefined, refundByHand: undefined })
      expect(lines.map(({ refund }) => refund)).toEqual([refundToCards, refundByHand])
      return [refundToCards, refundByHand]
    }
    expect(given(0)).toEqual([0, 0])
    expect(given(30_000)).toEqual([30_000, 0])
    expect(given(30_001)).toEqual([30_000, 1])
    expect(given(70_000)).toEqual([30_000, 40_000])
    expect(given(70_001)).toEqual([30_000, 40_000])
  })

  test.each([
    ['no amount', undefined, null, null],
    ['the amount by the Terms', 0, null, null],
    ['another amount without a reason', 1_000, null, { reason: 'Please say why' }],
    ['another amount with a reason', 45_000, 'A broken leg', null],
    ['more than is left', 45_001, 'A broken leg', { refund: 'That is more than can be refunded' }],
  ])('checks the amount that the admin sets: %s', (_name, refund, reason, problem) => {
    expect(overrideProblem(plan([card()], { days: 10 }), { refund, reason })).toEqual(problem)
  })
})

describe('the refund plans of several guests of a party', () => {
  // Two guests share a card payment. The second guest also paid in cash.
  const part = card({ amount: 20_000, refunded: 1000, fee: 500, withdrawn: 2000 })
  const rest = { ...part, amount: 25_000, refunded: 3000, fee: 700, withdrawn: 100 }
  const alone = cash({ amount: 9000 })

  test('are merged into one plan that lists each payment once', () => {
    const [one, other] = [plan([part]), plan([rest, alone])]
    const together = sumPlans([one, other])
    for (const sum of ['paid', 'fees', 'refundByTerms', 'most', 'refundToCards', 'refundByHand'] as const) {
      expect(one[sum] + other[sum]).toBeGreaterThan(0)
      expect([sum, together[sum]]).toEqual([sum, one[sum] + other[sum]])
    }
    expect(together).toMatchObject({ cancelledBy: 'guest', percent: 100, feesKnown: true })
    const refund =
      (one.lines[0]?.refund ?? 0) + (other.lines.find(({ method }) => method === 'card')?.refund ?? 0)
    const both = { amount: 45_000, refunded: 4000, fee: 1200, withdrawn: 2100, refund }
    expect(together.lines.find(({ method }) => method === 'card')).toEqual({ ...part, ...both })
    expect(together.lines.map(({ paymentId }) => paymentId).toSorted()).toEqual([
      part.paymentId,
      alone.paymentId,
    ])
  })

  test.each([
    [null, 700],
    [500, null],
  ])(
    'report an unknown fee for the party if the first or the second guest’s fee is unknown (fees: %s, %s)',
    (one, other) => {
      const plans = sumPlans([plan([{ ...part, fee: one }]), plan([{ ...rest, fee: other }])])
      expect(plans.feesKnown).toBe(false)
      expect(plans.lines).toMatchObject([{ fee: null }])
    },
  )
})

test("leaves the refund plan by the Terms unchanged when it makes another plan for an admin's amount", () => {
  const terms = plan([card()])
  const lines = structuredClone(terms.lines)
  withSum(terms, 1)
  expect(terms.lines).toEqual(lines)
})

test('stores as the reason what the link to pass on the spot promised, only if it is more than the Terms refund', () => {
  const terms = plan([card()])
  const { refundByTerms } = terms
  const promised = (least: number) => decideRefund(terms, { sendEmail: true, least, why: 'A link' })
  expect(promised(refundByTerms)).toMatchObject({ overrideReason: null, awaited: null })
  expect(promised(refundByTerms + 1)).toMatchObject({ overrideReason: 'A link', awaited: null })
})

test('stores the payments from which a refund will be computed once Stripe reports its fee', () => {
  const { paymentId, ...paid } = card({ fee: null })
  const { plan: now, awaited } = decideRefund(plan([{ paymentId, ...paid }]), { sendEmail: true })
  expect(now).toMatchObject({ refundToCards: 0, refundByHand: 0 })
  const money = [{ paymentId, ...paid, paidAt: '2027-01-01T12:00:00.000Z' }]
  expect(awaited).toEqual({ least: 0, sendEmail: true, money })
})
