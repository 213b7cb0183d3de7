import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/days.ts'
import { card, daysBefore, START } from '#test/support/booking/received.ts'
import { refundableCents, type PlanFacts, planRefund, type Received, withSum } from './refund-policy.ts'

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
    card({
      ...line,
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

describe('refund plans for random payments and days of canceling', () => {
  test('never refund more of a payment than is left of it, and their lines add up to their totals', () => {
    fc.assert(
      fc.property(books, facts, (money, facts) => {
        const { lines, ...sums } = planRefund(money, facts)
        for (const line of lines) {
          expect(line.refund).toBeGreaterThanOrEqual(0)
          expect(line.refund).toBeLessThanOrEqual(refundableCents(line))
        }
        const sum = lines.reduce((total, line) => total + line.refund, 0)
        expect(sum).toBe(sums.refundByTerms)
        expect(sum).toBe(sums.refundToCards + sums.refundByHand)
        expect(sum).toBeLessThanOrEqual(sums.most)
        expect(sums.most).toBeLessThanOrEqual(sums.paid)
      }),
    )
  })

  test('refund an older payment only after all newer ones are fully refunded', () => {
    fc.assert(
      fc.property(books, facts, (money, facts) => {
        const { lines } = planRefund(money, facts)
        const times = lines.map((line) => line.paidAt.getTime())
        expect(times).toEqual(times.toSorted((a, b) => b - a))
        const firstWithRest = lines.findIndex((line) => line.refund < refundableCents(line))
        if (firstWithRest >= 0)
          expect(lines.slice(firstWithRest + 1).every((line) => line.refund === 0)).toBe(true)
      }),
    )
  })

  test('refund no less for an earlier cancellation, or when the venue cancels', () => {
    fc.assert(
      fc.property(books, facts, fc.integer({ min: 0, max: 150 }), (money, facts, days) => {
        // In the last 30 days, the Terms refund more if another guest takes the spot. Then a later cancellation can
        // refund more. So this test assumes that nobody takes the spot.
        const later = { ...facts, replacementFound: false }
        const earlier = { ...later, today: addDays(later.today, -days) }
        const sum = (facts: PlanFacts) => planRefund(money, facts).refundByTerms
        expect(sum(earlier)).toBeGreaterThanOrEqual(sum(later))
        expect(sum({ ...facts, cancelledBy: 'retreat' })).toBeGreaterThanOrEqual(sum(facts))
        expect(sum(facts)).toBeGreaterThanOrEqual(sum(later))
      }),
    )
  })

  test('split to the cent any refund that an admin sets, up to the largest possible refund', () => {
    fc.assert(
      fc.property(books, facts, fc.integer({ min: 0, max: 1_000_000 }), (money, facts, sum) => {
        const changed = withSum(planRefund(money, facts), sum)
        expect(changed.refundToCards + changed.refundByHand).toBe(Math.min(sum, changed.most))
      }),
    )
  })
})
