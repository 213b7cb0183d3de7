import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../shared/days.ts'
import { decidedOf } from './awaited/rules.ts'
import {
  leftOf,
  overrideProblem,
  planAwaited,
  type PlanFacts,
  planRefund,
  type Received,
  withSum,
} from './rules.ts'

const START = '2027-07-01'
const daysBefore = (count: number) => addDays(START, -count)

let ids = 0
const card = (changes: Partial<Received> = {}): Received => ({
  paymentId: (ids += 1),
  method: 'card',
  paidAt: new Date('2027-01-01T12:00:00Z'),
  amount: 45_000,
  refunded: 0,
  fee: 1_335,
  withdrawn: 0,
  ...changes,
})
const cash = (changes: Partial<Received> = {}) => card({ method: 'cash', fee: null, ...changes })

const plan = (money: Received[], changes: Partial<PlanFacts> & { days?: number } = {}) => {
  const { days = 100, ...facts } = changes
  const guest = { cancelledBy: 'guest', replacementFound: false, startDateDate: START } as const
  return planRefund(money, { ...guest, today: daysBefore(days), ...facts })
}

describe('the terms of stay', () => {
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
  ])('%i days before, a replacement found: %s, give %i %%', (days, replacementFound, percent, refund) => {
    expect(plan([card()], { days, replacementFound })).toMatchObject({
      daysBefore: days,
      percent,
      paid: 45_000,
      refundByTerms: refund,
      refundToCards: refund,
    })
  })

  test('when the retreat cancels everything goes back, fees and all, on any day', () => {
    for (const days of [120, 60, 3, -1])
      expect(plan([card(), cash()], { days, cancelledBy: 'retreat' })).toMatchObject({
        percent: 100,
        fees: 0,
        refundByTerms: 90_000,
        refundToCards: 45_000,
        refundByHand: 45_000,
      })
  })

  test('the days are the ranch’s, across a change of its clocks', () => {
    expect(plan([card()], { startDateDate: '2027-03-15', today: '2027-02-13' })).toMatchObject({
      daysBefore: 30,
      percent: 75,
    })
  })

  test('shares are rounded half up', () => {
    expect(plan([cash({ amount: 2 })], { days: 60 }).refundByTerms).toBe(2)
    expect(plan([cash({ amount: 1 })], { days: 60 }).refundByTerms).toBe(1)
    expect(plan([cash({ amount: 45_001 })], { days: 60 }).refundByTerms).toBe(33_751)
  })

  test('fees never make it less than nothing', () => {
    expect(plan([card({ amount: 100, fee: 33 }), cash({ amount: 5 })]).refundByTerms).toBe(72)
    expect(plan([card({ amount: 50, refunded: 40, fee: 33 })])).toMatchObject({ fees: 10, refundByTerms: 0 })
  })
})

describe('what came before', () => {
  test('the newest payment goes back first, and the rest of the sum from the one before', () => {
    const old = card({ paidAt: new Date('2027-01-01T12:00:00Z') })
    const young = card({ paidAt: new Date('2027-02-01T12:00:00Z') })
    const { lines, refundByTerms } = plan([old, young], { days: 60 })
    expect(refundByTerms).toBe(67_500 - 2 * 1_335)
    expect(lines.map((line) => [line.paymentId, line.refund])).toEqual([
      [young.paymentId, 45_000],
      [old.paymentId, 19_830],
    ])
  })

  test('what was given back before is neither paid nor given twice, and takes its fee with it', () => {
    expect(plan([card({ refunded: 45_000 }), card({ refunded: 20_000 })])).toMatchObject({
      paid: 25_000,
      fees: 1_335,
      most: 25_000,
      refundByTerms: 23_665,
    })
  })

  test('money that a bank has taken back counts for nothing', () => {
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

  test('what a dispute leaves of a payment can go back, and what was refunded before the dispute is not counted twice', () => {
    expect(plan([card({ withdrawn: 20_000 })])).toMatchObject({ paid: 45_000, most: 25_000, fees: 1_335 })
    // The bank took the whole payment, although a part had been refunded.
    expect(plan([card({ refunded: 5_000, withdrawn: 45_000 })])).toMatchObject({ paid: 40_000, most: 0 })
  })

  test('a fee that the provider has not told is unknown where the terms keep it, and the sum is the most that they give', () => {
    const unknown = card({ fee: null })
    expect(plan([unknown, card()])).toMatchObject({ fees: 1_335, feesKnown: false, refundByTerms: 88_665 })
    expect(plan([unknown, card()], { days: 10 })).toMatchObject({ feesKnown: true, refundByTerms: 0 })
    expect(plan([unknown], { cancelledBy: 'retreat' })).toMatchObject({ feesKnown: true })
    expect(plan([cash()])).toMatchObject({ feesKnown: true, refundByTerms: 45_000 })
    // Nothing is left of it to keep a fee of.
    expect(plan([card({ fee: null, refunded: 45_000 })])).toMatchObject({ feesKnown: true })
  })

  test('while a fee is not known every sum that an admin names needs a reason', () => {
    const waiting = plan([card({ fee: null })])
    expect(overrideProblem(waiting, { refund: 45_000, reason: null })).toEqual({ reason: 'Please say why' })
    expect(overrideProblem(waiting, { refund: 45_000, reason: 'Agreed by phone' })).toBeNull()
  })
})

describe('another sum than the terms’', () => {
  const terms = plan([card()], { days: 10 })
  test.each([
    ['none', undefined, null, null],
    ['the very one of the terms', 0, null, null],
    ['one without a reason', 1_000, null, { reason: 'Please say why' }],
    ['one with a reason', 45_000, 'A broken leg', null],
    ['more than there is', 45_001, 'A broken leg', { refund: 'That is more than can be given back' }],
  ])('%s', (_name, refund, reason, problem) => {
    expect(overrideProblem(terms, { refund, reason })).toEqual(problem)
  })
})

const received: fc.Arbitrary<Received> = fc
  .record({
    method: fc.constantFrom('card', 'card', 'cash', 'check'),
    paidAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-06-01'), noInvalidDate: true }),
    amount: fc.integer({ min: 1, max: 200_000 }),
    fee: fc.option(fc.integer({ min: 0, max: 6_000 })),
    share: fc.integer({ min: 0, max: 100 }),
    taken: fc.constantFrom(0, 0, 50, 100),
  })
  .map(({ share, taken, ...line }) =>
    Object.assign(line, {
      paymentId: (ids += 1),
      refunded: Math.floor((line.amount * share) / 100),
      withdrawn: Math.floor((line.amount * taken) / 100),
    }),
  )
const books = fc.array(received, { maxLength: 6 })
const facts: fc.Arbitrary<PlanFacts> = fc.record({
  cancelledBy: fc.constantFrom('guest', 'guest', 'retreat'),
  replacementFound: fc.boolean(),
  startDateDate: fc.constant(START),
  today: fc.integer({ min: -5, max: 200 }).map(daysBefore),
})

describe('whatever came and whenever it is cancelled', () => {
  test('no payment gives more than is left of it, and the sums are those of the lines', () => {
    fc.assert(
      fc.property(books, facts, (money, facts) => {
        const { lines, ...sums } = planRefund(money, facts)
        for (const line of lines) {
          expect(line.refund).toBeGreaterThanOrEqual(0)
          expect(line.refund).toBeLessThanOrEqual(leftOf(line))
        }
        const sum = lines.reduce((total, line) => total + line.refund, 0)
        expect(sum).toBe(sums.refundByTerms)
        expect(sum).toBe(sums.refundToCards + sums.refundByHand)
        expect(sum).toBeLessThanOrEqual(sums.most)
        expect(sums.most).toBeLessThanOrEqual(sums.paid)
      }),
    )
  })

  test('an older payment gives nothing while a newer one still has money', () => {
    fc.assert(
      fc.property(books, facts, (money, facts) => {
        const { lines } = planRefund(money, facts)
        const times = lines.map((line) => line.paidAt.getTime())
        expect(times).toEqual(times.toSorted((a, b) => b - a))
        const firstWithRest = lines.findIndex((line) => line.refund < leftOf(line))
        if (firstWithRest >= 0)
          expect(lines.slice(firstWithRest + 1).every((line) => line.refund === 0)).toBe(true)
      }),
    )
  })

  test('cancelling earlier, or by the retreat, never gives less', () => {
    fc.assert(
      fc.property(books, facts, fc.integer({ min: 0, max: 150 }), (money, facts, days) => {
        // A replacement is worth more than an early day: the terms name it within the last 30 days alone.
        const later = { ...facts, replacementFound: false }
        const earlier = { ...later, today: addDays(later.today, -days) }
        const sum = (facts: PlanFacts) => planRefund(money, facts).refundByTerms
        expect(sum(earlier)).toBeGreaterThanOrEqual(sum(later))
        expect(sum({ ...facts, cancelledBy: 'retreat' })).toBeGreaterThanOrEqual(sum(facts))
        expect(sum(facts)).toBeGreaterThanOrEqual(sum(later))
      }),
    )
  })

  test('another sum is given to the cent, as far as there is money', () => {
    fc.assert(
      fc.property(books, facts, fc.integer({ min: 0, max: 1_000_000 }), (money, facts, sum) => {
        const changed = withSum(planRefund(money, facts), sum)
        expect(changed.refundToCards + changed.refundByHand).toBe(Math.min(sum, changed.most))
      }),
    )
  })
})

describe('a refund that waits for a fee', () => {
  const day = {
    cancelledBy: 'guest',
    replacementFound: false,
    startDateDate: START,
    today: daysBefore(60),
  } as const
  const unknown = card({ fee: null })
  const waitingFor = (money: Received[], least = 0) => {
    const { awaited, plan } = decidedOf(planRefund(money, day), { sendEmail: true, least })
    if (!awaited) throw new Error('nothing waits')
    expect(plan).toMatchObject({ refundToCards: 0, refundByHand: 0 })
    return awaited
  }

  test('is decided by the terms of the day of cancelling, as soon as the fee is told', () => {
    const awaited = waitingFor([unknown])
    expect(planAwaited(awaited, [unknown], day)).toBeNull()
    expect(planAwaited(awaited, [{ ...unknown, fee: 1_335 }], day)).toMatchObject({
      fees: 1_335,
      refundByTerms: 32_415,
      refundToCards: 32_415,
    })
  })

  test('counts what was refunded meanwhile, and nothing is refunded twice', () => {
    const awaited = waitingFor([unknown])
    const now = (refunded: number, fee: number | null = 1_335) =>
      planAwaited(awaited, [{ ...unknown, fee, refunded }], day)
    expect(now(10_000)).toMatchObject({ refundToCards: 22_415 })
    expect(now(32_415)).toMatchObject({ refundToCards: 0 })
    expect(now(40_000)).toMatchObject({ refundToCards: 0 })
    // As much as the terms can give at all: the fee does not matter any more.
    expect(now(33_750, null)).toMatchObject({ refundToCards: 0 })
    expect(now(33_749, null)).toBeNull()
  })

  test('leaves out money that came later, and gives no more than disputes leave', () => {
    const awaited = waitingFor([unknown])
    const told = { ...unknown, fee: 1_335 }
    expect(planAwaited(awaited, [told, card()], day)).toMatchObject({ refundToCards: 32_415 })
    expect(planAwaited(awaited, [{ ...told, withdrawn: 45_000 }], day)).toMatchObject({ refundToCards: 0 })
  })

  test('gives at least what a link has promised; where the terms cannot give more, nothing waits', () => {
    expect(planAwaited(waitingFor([unknown], 33_000), [{ ...unknown, fee: 1_335 }], day)).toMatchObject({
      refundToCards: 33_000,
    })
    const decided = decidedOf(planRefund([unknown], day), { sendEmail: true, least: 40_500, why: 'promised' })
    expect(decided).toMatchObject({
      awaited: null,
      overrideReason: 'promised',
      plan: { refundToCards: 40_500 },
    })
  })
})
