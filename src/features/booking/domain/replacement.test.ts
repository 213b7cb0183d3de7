import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, ranchInstant } from '#shared/days.ts'
import { planAwaited, planRefund, type Received } from './refund-policy.ts'
import {
  asPromised,
  passOnProblem,
  passOnState,
  replacementState,
  stayFacts,
  type StayFacts,
} from './replacement.ts'

const stay = (more: Partial<StayFacts> = {}): StayFacts => ({
  status: 'confirmed',
  eventCancelled: false,
  startDateDate: '2027-06-10',
  today: '2027-06-01',
  ...more,
})

describe('a stay can be passed on', () => {
  test.each([
    ['30 days before', '2027-05-11', 'too_early'],
    ['29 days before', '2027-05-12', null],
    ['the day before', '2027-06-09', null],
    ['on the start day', '2027-06-10', 'event_started'],
    ['afterwards', '2027-06-12', 'event_started'],
  ] as const)('%s', (_name, today, problem) => {
    expect(passOnProblem(stay({ today }))).toBe(problem)
  })

  test.each(['pending', 'cancelled', 'expired', 'refunded'] as const)('not one that is %s', (status) => {
    expect(passOnProblem(stay({ status }))).toBe('not_standing')
  })

  test('not by who pays for others', () => {
    expect(passOnProblem(stay({ paysForOthers: true }))).toBe('pays_for_others')
  })

  test('not of an event that is called off', () => {
    expect(passOnProblem(stay({ eventCancelled: true }))).toBe('not_standing')
  })
})

test.each([
  ['no link yet', stay(), null, null, 'possible'],
  ['a link that nobody has used', stay(), 'abc', null, 'open'],
  ['somebody is paying', stay(), 'abc', 'pending', 'booking'],
  ['somebody has the spot', stay({ status: 'cancelled' }), null, 'confirmed', 'passed_on'],
  ['too early', stay({ today: '2027-05-01' }), null, null, 'closed'],
  ['the start was moved after the link was made', stay({ today: '2027-05-01' }), 'abc', null, 'open'],
  ['canceled meanwhile', stay({ status: 'cancelled' }), 'abc', 'pending', 'closed'],
  ['started', stay({ today: '2027-06-10' }), 'abc', null, 'closed'],
] as const)("the guest's page: %s", (_name, facts, token, taker, state) => {
  expect(passOnState(facts, { token, taker }).state).toBe(state)
})

test.each([
  ['open', stay(), false, null, 'open'],
  ['somebody is paying', stay(), false, 'pending', 'booking'],
  ['used', stay({ status: 'cancelled' }), true, 'confirmed', 'taken'],
  ['taken back', stay(), true, null, 'withdrawn'],
  ['the stay was canceled', stay({ status: 'cancelled' }), false, null, 'withdrawn'],
  ['started', stay({ today: '2027-06-10' }), false, null, 'started'],
  ['called off', stay({ eventCancelled: true }), false, null, 'cancelled'],
] as const)('the page behind the link: %s', (_name, facts, ended, taker, state) => {
  expect(replacementState(facts, { ended, taker })).toBe(state)
})

const paid = (amount: number, more: Partial<Received> = {}): Received => ({
  paymentId: 1,
  method: 'card',
  paidAt: new Date('2027-05-01T12:00:00Z'),
  amount,
  refunded: 0,
  fee: 2_640,
  withdrawn: 0,
  ...more,
})
const planned = (money: Received[], today: string) =>
  asPromised(
    planRefund(money, { cancelledBy: 'guest', replacementFound: true, startDateDate: '2027-06-10', today }),
  )

test('within 30 days 90 % comes back, and no fees are kept', () => {
  const { plan, overrideReason } = planned([paid(90_001)], '2027-06-01')
  expect(plan).toMatchObject({ percent: 90, refundByTerms: 81_001, refundToCards: 81_001, fees: 0 })
  expect(overrideReason).toBeNull()
})

test('nothing comes back of nothing', () => {
  expect(planned([], '2027-06-01').plan).toMatchObject({ refundToCards: 0, refundByHand: 0 })
})

test('a start that was moved away does not lessen what the link promised', () => {
  const { plan, overrideReason } = planned([paid(90_000)], '2027-05-01')
  expect(plan).toMatchObject({ refundByTerms: 64_860, refundToCards: 81_000 })
  expect(overrideReason).toMatch(/90%/)
  expect(planned([paid(90_000)], '2027-01-01')).toMatchObject({
    plan: { refundToCards: 87_360 },
    overrideReason: null,
  })
})

test('where the terms may give more than was promised, it waits for the fee, and so does its mail', () => {
  const { plan, awaited } = planned([paid(90_000, { fee: null })], '2027-01-01')
  expect(plan).toMatchObject({ refundToCards: 0, refundByHand: 0 })
  expect(awaited).toMatchObject({ least: 81_000, sendEmail: true, money: [{ paymentId: 1, fee: null }] })
})

/** "then 90% (10% kept)" (R5.1, decision 31). */
test('whatever was paid, at least 90 % of what is there comes back, never more than it, never less than the terms', () => {
  const money = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 200_000 }),
      refunded: fc.nat({ max: 50_000 }),
      fee: fc.option(fc.nat({ max: 6_000 })),
      withdrawn: fc.constantFrom(0, 0, 1_000, 200_000),
      method: fc.constantFrom('card', 'cash'),
    }),
    { maxLength: 4 },
  )
  const days = fc.integer({ min: 0, max: 120 })
  fc.assert(
    fc.property(money, days, (payments, before) => {
      const received = payments.map(({ amount, ...more }, nth) =>
        paid(amount, { ...more, paymentId: nth + 1 }),
      )
      const today = addDays('2027-06-10', -before)
      const facts = {
        cancelledBy: 'guest',
        replacementFound: true,
        startDateDate: '2027-06-10',
        today,
      } as const
      const decided = planned(received, today)
      // What waits for a fee is decided once it is told.
      const told = decided.awaited ? received.map((line) => ({ ...line, fee: line.fee ?? 33 })) : received
      const terms = planRefund(told, facts)
      const plan = decided.awaited ? planAwaited(decided.awaited, told, facts) : decided.plan
      if (!plan) throw new Error('every fee is told')
      const back = plan.refundToCards + plan.refundByHand
      expect(back).toBeLessThanOrEqual(plan.most)
      expect(back * 100).toBeGreaterThanOrEqual(plan.most * 90 - 50)
      if (terms.feesKnown) expect(back).toBeGreaterThanOrEqual(terms.refundByTerms)
      if (!decided.awaited && terms.feesKnown)
        expect(decided.overrideReason === null).toBe(back === terms.refundByTerms)
    }),
  )
})

test('a stay is looked at on the ranch’s day, with its event as it stands', () => {
  const event = { cancelledAt: null, startDateDate: '2027-06-10' }
  const now = ranchInstant('2027-06-01', 23)
  expect(stayFacts({ status: 'confirmed' }, event, now)).toEqual(stay())
  expect(stayFacts({ status: 'confirmed' }, { ...event, cancelledAt: now }, now).eventCancelled).toBe(true)
})
