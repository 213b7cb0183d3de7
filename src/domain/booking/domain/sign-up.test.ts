import { describe, expect, test } from 'vitest'
import {
  choiceProblem,
  planDayForAmount,
  fullText,
  intentProblem,
  invoicePlan,
  isSameName,
  mostUnpaid,
  signUpProblem,
  wantedChoices,
} from './sign-up.ts'

describe('the check whether a sign-up is refused (R1.7)', () => {
  const asked = { dueNow: 45_000, amount: 45_000 }
  const open = {
    cancelled: false,
    hasHappened: false,
    left: 1,
    wanted: 1,
    choice: null,
    code: null,
    ...asked,
  }
  test.each([
    ['nothing wrong', {}, null],
    [
      'a canceled event, before any other problem',
      { cancelled: true, hasHappened: true, left: 0 },
      'event_cancelled',
    ],
    ['a started event, before other problems', { hasHappened: true, left: 0, amount: 1 }, 'event_started'],
    ['a full event', { left: 0 }, 'event_full'],
    ['one spot for two guests', { wanted: 2 }, 'event_full'],
    [
      'an option that is sold out, before its price',
      { choice: 'option_sold_out', amount: 1 },
      'option_sold_out',
    ],
    ['a code that is used up, before its price', { code: 'code_used_up', amount: 1 }, 'code_used_up'],
    ['a different amount', { amount: 44_999 }, 'amount_mismatch'],
    ['an amount of 0 for an event with a price', { amount: 0 }, 'amount_mismatch'],
    ['a free event', { dueNow: 0, amount: 0 }, null],
    ['an event without a price, whose form sends its cost', { dueNow: 0, amount: -1 }, null],
    ['an amount for a free event', { dueNow: 0, amount: 100 }, 'amount_mismatch'],
    ['a negative amount for an event with a price', { amount: -45_000 }, 'amount_mismatch'],
  ] as const)('returns why a sign-up is refused, or null if it is accepted: %s', (_name, facts, problem) => {
    expect(signUpProblem({ ...open, ...facts })).toBe(problem)
  })
})

describe('the check whether a payment intent can pay for a sign-up (R1.7)', () => {
  const row = { status: 'open' as const, eventId: 1, invoiceId: null, amount: 45_000 }
  const wanted = { eventId: 1, amount: 45_000, invoiceId: null }
  test.each([
    ['an intent that fits', row, 'open', null],
    ['an intent that has succeeded', row, 'succeeded', null],
    ['an intent of a bare amount', { ...row, eventId: null }, 'open', null],
    ['an intent without a row of ours', null, 'open', 'payment_intent_expired'],
    ['a canceled intent', row, 'canceled', 'payment_intent_expired'],
    ['an intent claimed by another reservation', { ...row, invoiceId: 9 }, 'open', 'payment_intent_used'],
    ['an intent of another event', { ...row, eventId: 2 }, 'open', 'payment_intent_used'],
    ['an intent of another amount', { ...row, amount: 45_001 }, 'open', 'amount_mismatch'],
    [
      'an intent that was recorded without a sign-up',
      { ...row, status: 'succeeded' },
      'succeeded',
      'payment_refunded',
    ],
    [
      'an intent that is closed in our rows',
      { ...row, status: 'canceled' },
      'open',
      'payment_intent_expired',
    ],
  ] as const)(
    'returns why a payment intent cannot pay for a sign-up, or null if it can: %s',
    (_name, ours, state, problem) => {
      expect(intentProblem(ours, state, wanted)).toBe(problem)
    },
  )

  test('accepts an intent of this reservation, paid or not, and an open intent that has no invoice yet', () => {
    const own = { ...wanted, invoiceId: 9 }
    expect(intentProblem({ ...row, invoiceId: 9 }, 'open', own)).toBeNull()
    expect(intentProblem({ ...row, invoiceId: 9, status: 'succeeded' }, 'succeeded', own)).toBeNull()
    expect(intentProblem(row, 'open', own)).toBeNull()
  })
})

describe('the invoices of a sign-up', () => {
  const schedule = {
    deposit: 24_001,
    remainder: 24_000,
    remainderDue: '2027-04-01',
    dueNow: 24_001,
    wholeNow: false,
  }

  test('are a deposit due at sign-up and a remainder due later', () => {
    expect(invoicePlan(schedule, '2027-01-01')).toEqual([
      { purpose: 'deposit', amount: 24_001, due: '2027-01-01' },
      { purpose: 'remainder', amount: 24_000, due: '2027-04-01' },
    ])
  })

  test('are one invoice for the whole price if the event starts soon', () => {
    const whole = { ...schedule, dueNow: 48_001, wholeNow: true, remainderDue: null }
    expect(invoicePlan(whole, '2027-04-01')).toEqual([
      { purpose: 'whole', amount: 48_001, due: '2027-04-01' },
    ])
  })

  test('never include an invoice of zero (R3.5)', () => {
    const free = { deposit: 0, remainder: 0, remainderDue: null, dueNow: 0, wholeNow: true }
    expect(invoicePlan(free, '2027-01-01')).toEqual([])
  })
})

test.each([
  [0, 2],
  [3, 2],
  [6, 3],
  [8, 4],
  [40, 4],
])('at an event with %i spots, lets one IP network hold %i spots without paying', (spots, most) =>
  expect(mostUnpaid(spots)).toBe(most),
)

test.each([
  [0, 1, undefined],
  [0, 2, undefined],
  [-1, 2, undefined],
  [1, 2, 'Only 1 space is left, and there are 2 of you. Nothing was charged. Please bring fewer people.'],
  [2, 3, 'Only 2 spaces are left, and there are 3 of you. Nothing was charged. Please bring fewer people.'],
])('tells a party how many spots are left (%i left for %i guests): %s', (left, wanted, text) => {
  expect(fullText({ left, wanted })).toBe(text)
})

test.each([
  ['Ada Lovelace', ' ada  LOVELACE ', true],
  ['Ada Lovelace', 'Ａda Lovelace', true],
  ['Ada Lovelace', 'Ada Lovelac', false],
  ['Jo Weiß', 'Jo Weiss', false],
])('decides whether the names %s and %s are the same: %s', (one, other, same) =>
  expect(isSameName(one, other)).toBe(same),
)

const told = (amount: number, whole: boolean) =>
  planDayForAmount('2027-05-31', { amount, whole, today: '2027-02-01' })
describe('a form that is sent again for a held spot', () => {
  test('asks for the whole price if the first form did, and otherwise for a deposit', () => {
    expect(told(100, true)).toBe('2027-05-01')
    expect(told(1, false)).toBe('2027-04-30')
  })

  test("splits the price as for a new sign-up if the first form's amount is zero or too small to show how it was split", () => {
    expect(told(99, true)).toBe('2027-02-01')
    expect(told(0, true)).toBe('2027-02-01')
    expect(told(0, false)).toBe('2027-02-01')
  })
})

test('lists the payer’s choices first in a party', () => {
  const ada = { customerName: 'Ada', email: null, options: [3] }
  const bo = { customerName: 'Bo', email: null, options: [] }
  expect(wantedChoices({ options: [1, 2], companions: [ada, bo] })).toEqual([[1, 2], [3], []])
})

test('reports which guest of a party made the choice that was refused', () => {
  const refused = { code: 'option_sold_out', message: 'Riding is full.', guest: 1 } as const
  expect(choiceProblem(refused)).toEqual({ problem: 'option_sold_out', message: 'Riding is full.', guest: 1 })
})
