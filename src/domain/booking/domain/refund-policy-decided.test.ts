import { expect, test } from 'vitest'
import { card } from '#test/support/booking/received.ts'
import { decideRefund, overrideProblem, planRefund } from './refund-policy.ts'

const paid = card()
const DAY = {
  cancelledBy: 'guest',
  replacementFound: false,
  startDateDate: '2027-07-01',
  today: '2027-05-02',
} as const
/**
 * Plan of a refund by the Terms: 32,415 cents, which are 75 % minus Stripe's fee. While the fee is unknown, a plan
 * shows the maximum of 33,750 cents.
 */
const known = planRefund([paid], DAY)
const unknown = planRefund([{ ...paid, fee: null }], DAY)
const link = (least: number) => ({ sendEmail: true, least, why: 'promised' })

test('decides the amount of a refund immediately if Stripe has reported all card fees', () => {
  expect(decideRefund(known, { sendEmail: true })).toEqual({
    plan: known,
    overrideReason: null,
    awaited: null,
  })
})

test.each([
  ['as much as the Terms give', 32_415, 32_415, null],
  ['a cent more', 32_416, 32_416, 'promised'],
  ['a cent less', 32_414, 32_415, null],
  ['more than is left', 45_001, 45_000, 'promised'],
])(
  'refunds the leaver (who passed the spot on) at least what the link promised: %s',
  (_name, least, refundToCards, overrideReason) => {
    expect(decideRefund(known, link(least))).toMatchObject({
      plan: { refundToCards, refundByTerms: 32_415 },
      overrideReason,
      awaited: null,
    })
  },
)

test.each([true, false])(
  "waits for Stripe's unknown fee before it refunds and sends the e-mail about the refund (sendEmail %s)",
  (sendEmail) => {
    const { plan, overrideReason, awaited } = decideRefund(unknown, { sendEmail })
    expect(plan).toEqual({ ...unknown, refundToCards: 0, lines: [{ ...unknown.lines[0], refund: 0 }] })
    expect(overrideReason).toBeNull()
    const money = [{ ...paid, fee: null, paidAt: '2027-01-01T12:00:00.000Z' }]
    expect(awaited).toEqual({ least: 0, sendEmail, money })
  },
)

test("delays a promised refund only if the Terms may refund more once Stripe's fee is known", () => {
  expect(decideRefund(unknown, link(33_749))).toMatchObject({
    plan: { refundToCards: 0 },
    overrideReason: null,
    awaited: { least: 33_749 },
  })
  expect(decideRefund(unknown, link(33_750))).toMatchObject({
    plan: { refundToCards: 33_750 },
    overrideReason: null,
    awaited: null,
  })
  expect(decideRefund(unknown, link(33_751))).toMatchObject({ overrideReason: 'promised', awaited: null })
})

const LATE = { ...DAY, replacementFound: true, today: '2027-06-20' } as const

test.each([
  ['within 30 days of the start', LATE, true],
  ['on the 30th day before', { ...LATE, today: '2027-06-01' }, false],
  ['on the 29th day before', { ...LATE, today: '2027-06-02' }, true],
  ['without a replacement', { ...LATE, replacementFound: false }, false],
  ['when the venue cancels', { ...LATE, cancelledBy: 'retreat' }, false],
] as const)(
  'decides whether an admin who says that another guest takes over the spot must give a reason: %s',
  (_name, facts, isAsked) => {
    const plan = planRefund([paid], facts)
    const problem = isAsked ? { reason: 'Please say who took the spot' } : null
    expect(overrideProblem(plan, { refund: undefined, reason: null })).toEqual(problem)
    expect(overrideProblem(plan, { refund: plan.refundByTerms, reason: null })).toEqual(problem)
    expect(overrideProblem(plan, { refund: undefined, reason: 'Sam took it' })).toBeNull()
  },
)

test('needs no reason, if nothing was paid, from an admin who says that another guest takes over the spot', () => {
  expect(overrideProblem(planRefund([], LATE), { refund: undefined, reason: null })).toBeNull()
  expect(overrideProblem(planRefund([paid], LATE), { refund: 0, reason: null })).not.toBeNull()
})

test('stores the reason of an admin who says that another guest takes over the spot', () => {
  const reason = 'Sam took it'
  expect(decideRefund(planRefund([paid], LATE), { sendEmail: true, reason }).overrideReason).toBe(reason)
  expect(decideRefund(known, { sendEmail: true, reason }).overrideReason).toBeNull()
})

test("refunds nothing, and does not wait for Stripe's fee, if nothing was paid", () => {
  const nothing = planRefund([], DAY)
  expect(decideRefund(nothing, { sendEmail: true })).toEqual({
    plan: nothing,
    overrideReason: null,
    awaited: null,
  })
  const none = { ...unknown, refundByTerms: 0 }
  expect(decideRefund(none, { sendEmail: true }).awaited).not.toBeNull()
})
