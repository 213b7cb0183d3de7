import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf } from '#dev/stripe/model/balance.ts'
import { daysBetween } from '#shared/days.ts'
import { card, cash, daysBefore, START } from '#test/support/booking/received.ts'
import {
  estimateCardFee,
  type PlanFacts,
  planRefund,
  type Received,
  refundSchedule,
  scheduleNote,
  scheduleOf,
  scheduleWords,
} from './refund-policy.ts'

const known = { feesKnown: true }
const on = (days: number) => ({ startDateDate: START, today: daysBefore(days) })
const guest = { cancelledBy: 'guest', replacementFound: false } as const

const schedule = (money: Received[], days: number) =>
  refundSchedule(on(days), (facts: PlanFacts) => planRefund(money, facts), known)

const percents = (days: number) => schedule([card()], days).rows.map(({ percent }) => percent)

const received = fc.record({
  method: fc.constantFrom('card', 'cash'),
  amount: fc.integer({ min: 1, max: 300_000 }),
  fee: fc.integer({ min: 0, max: 9_000 }),
  refunded: fc.integer({ min: 0, max: 150_000 }),
  withdrawn: fc.constantFrom(0, 0, 20_000),
})
const books = fc.array(received.map(card), { maxLength: 4 })

describe('the table of refunds by the day of canceling (R51.1)', () => {
  test('has exactly one row for each day before the start, with the refund that a cancellation on that day makes', () => {
    fc.assert(
      fc.property(books, fc.integer({ min: 1, max: 200 }), fc.nat(199), (money, days, later) => {
        const { rows } = schedule(money, days)
        const cancelsOn = on(Math.max(1, days - later))
        const found = rows.filter(
          ({ from, until }) => (from ?? '') <= cancelsOn.today && cancelsOn.today <= until,
        )
        const { refundByTerms, percent } = planRefund(money, { ...guest, ...cancelsOn })
        expect(found).toMatchObject([{ refund: refundByTerms, percent }])
        const taken = planRefund(money, { ...guest, ...cancelsOn, replacementFound: true })
        expect(found[0]?.ifTaken ?? refundByTerms).toBe(taken.refundByTerms)
      }),
    )
  })

  test('begins with the tier of today, and has no rows from the start day on', () => {
    expect(percents(90)).toEqual([100, 75, 0])
    expect(percents(89)).toEqual([75, 0])
    expect(percents(30)).toEqual([75, 0])
    expect(percents(29)).toEqual([0])
    expect(percents(1)).toEqual([0])
    expect(percents(0)).toEqual([])
  })

  test('shows dates, amounts, what the card fees are, and what a guest gets if someone takes the spot', () => {
    const paid = schedule([card()], 120)
    expect(scheduleWords(paid)).toEqual([
      { when: 'Until Apr 2, 2027', back: '$436.65', rest: 'Full refund, minus card fees' },
      { when: 'Apr 3 – Jun 1, 2027', back: '$324.15', rest: '75% refund, minus card fees' },
      {
        when: 'From Jun 2, 2027',
        back: 'Nothing',
        rest: 'Unless someone takes your spot: then up to 90% of what they pay for it, at most $405.00',
      },
    ])
    expect(scheduleNote(paid, 'you have paid')).toBe(
      'Amounts are for the $450.00 you have paid. Card fees are what the card company keeps: $13.35.',
    )
    expect(scheduleWords(schedule([card()], 60))[0]?.when).toBe('Until Jun 1, 2027')
    expect(scheduleWords(schedule([card()], 3))[0]?.when).toBe('From Jun 2, 2027')
    expect(scheduleWords(schedule([card()], 90))[0]?.when).toBe('Until the end of today')
    expect(scheduleWords(schedule([card()], 90), true)[0]?.when).toBe('Until Apr 2, 2027')
  })

  test('mentions no card fees if none are kept, and no amounts if nothing is paid', () => {
    const inCash = schedule([cash()], 120)
    expect(scheduleWords(inCash)[0]).toMatchObject({ back: '$450.00', rest: 'Full refund' })
    expect(scheduleNote(inCash, 'you have paid')).toBe('Amounts are for the $450.00 you have paid.')
    expect(scheduleNote(schedule([card()], 20), 'you have paid')).not.toContain('fees')
    expect(scheduleNote(schedule([], 120), 'you have paid')).toBeNull()
    expect(scheduleWords(schedule([], 120)).map(({ back }) => back)).toEqual([
      'Full refund, minus card fees',
      '75% refund, minus card fees',
      'Nothing',
    ])
  })
})

describe('before Stripe has reported a fee, the table', () => {
  test('says "about", and shows the same amounts that it shows once the usual fee is known (R51.2)', () => {
    const estimated = scheduleOf({ dueNow: 45_000, total: 45_000 }, on(120))
    expect(estimated.rows).toEqual(schedule([card({ amount: 45_000, fee: feeOf(45_000) })], 120).rows)
    expect(scheduleWords(estimated).map(({ back }) => back)).toEqual([
      'About $436.65',
      'About $324.15',
      'Nothing',
    ])
    expect(scheduleNote(estimated, 'you pay today')).toBe(
      'Amounts are for the $450.00 you pay today. Card fees are what the card company keeps: about $13.35.',
    )
  })

  test('counts the deposit until 30 days before the start, and then the whole price', () => {
    const [full, , last] = scheduleOf({ dueNow: 45_000, total: 90_000 }, on(120)).rows
    expect([full?.refund, last?.refund, last?.ifTaken]).toEqual([43_665, 0, 81_000])
  })

  test("estimates the fee by Stripe's published price, 2.9 % plus 30 cents", () => {
    expect([1_000, 45_000, 89_250].map(estimateCardFee)).toEqual([59, 1_335, 2_618])
  })
})

test('says in the Terms of Stay the same as in the table of a stay that is not paid yet (R5.12, R45.6)', () => {
  const terms = readFileSync('content/terms-of-stay.mdx', 'utf8')
  const said = [...terms.matchAll(/when: '(.*?)',\s+back: '(.*?)',?(?:\s+rest: '(.*)',)?\s/g)]
  const rows = scheduleWords(schedule([], 120))
  expect(said.map(([, , back, rest]) => [back, rest])).toEqual(rows.map(({ back, rest }) => [back, rest]))
  const days = schedule([], 120).rows.map(({ from, until }) => [
    from === null ? null : daysBetween(from, START),
    daysBetween(until, START),
  ])
  expect(days).toEqual([
    [null, 90],
    [89, 30],
    [29, 1],
  ])
  expect(said.map(([, when]) => when)).toEqual([
    '90 days or more before the start',
    '30 to 89 days before the start',
    'Fewer than 30 days before the start',
  ])
})
