import { describe, expect, test } from 'vitest'
import {
  choiceProblem,
  dayOfSums,
  fullText,
  intentProblem,
  invoicePlan,
  isSameName,
  mostUnpaid,
  signUpProblem,
  wantedChoices,
} from './sign-up.ts'

describe('signUpProblem (R1.7)', () => {
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
    ['canceled, whatever else', { cancelled: true, hasHappened: true, left: 0 }, 'event_cancelled'],
    ['started, whatever else', { hasHappened: true, left: 0, amount: 1 }, 'event_started'],
    ['full', { left: 0 }, 'event_full'],
    ['room for one of two', { wanted: 2 }, 'event_full'],
    ['a choice that is gone, whatever it costs', { choice: 'option_sold_out', amount: 1 }, 'option_sold_out'],
    ['a code that is used up, whatever it costs', { code: 'code_used_up', amount: 1 }, 'code_used_up'],
    ['another sum', { amount: 44_999 }, 'amount_mismatch'],
    ['nothing offered for a priced event', { amount: 0 }, 'amount_mismatch'],
    ['free', { dueNow: 0, amount: 0 }, null],
    ['not priced here, the form sends its cost', { dueNow: 0, amount: -1 }, null],
    ['money offered for a free event', { dueNow: 0, amount: 100 }, 'amount_mismatch'],
    ['a negative sum for a priced event', { amount: -45_000 }, 'amount_mismatch'],
  ] as const)('%s', (_name, facts, problem) => {
    expect(signUpProblem({ ...open, ...facts })).toBe(problem)
  })
})

describe('intentProblem (R1.7)', () => {
  const row = { status: 'open' as const, eventId: 1, invoiceId: null, amount: 45_000 }
  const wanted = { eventId: 1, amount: 45_000, invoiceId: null }
  test.each([
    ['fits', row, 'open', null],
    ['has succeeded already', row, 'succeeded', null],
    ['made for a sum alone', { ...row, eventId: null }, 'open', null],
    ['not ours', null, 'open', 'payment_intent_expired'],
    ['canceled', row, 'canceled', 'payment_intent_expired'],
    ['claimed by another reservation', { ...row, invoiceId: 9 }, 'open', 'payment_intent_used'],
    ["another event's", { ...row, eventId: 2 }, 'open', 'payment_intent_used'],
    ['of another sum', { ...row, amount: 45_001 }, 'open', 'amount_mismatch'],
    ['booked without a sign-up', { ...row, status: 'succeeded' }, 'succeeded', 'payment_refunded'],
    ['closed in our books', { ...row, status: 'canceled' }, 'open', 'payment_intent_expired'],
  ] as const)('%s', (_name, ours, state, problem) => {
    expect(intentProblem(ours, state, wanted)).toBe(problem)
  })

  test('its own claim is no problem, before and after it is paid, nor is one that is yet to be made', () => {
    const own = { ...wanted, invoiceId: 9 }
    expect(intentProblem({ ...row, invoiceId: 9 }, 'open', own)).toBeNull()
    expect(intentProblem({ ...row, invoiceId: 9, status: 'succeeded' }, 'succeeded', own)).toBeNull()
    expect(intentProblem(row, 'open', own)).toBeNull()
  })
})

describe('invoicePlan', () => {
  const schedule = {
    deposit: 24_001,
    remainder: 24_000,
    remainderDue: '2027-04-01',
    dueNow: 24_001,
    wholeNow: false,
  }

  test('a deposit due at sign-up and a remainder due later', () => {
    expect(invoicePlan(schedule, '2027-01-01')).toEqual([
      { purpose: 'deposit', amount: 24_001, due: '2027-01-01' },
      { purpose: 'remainder', amount: 24_000, due: '2027-04-01' },
    ])
  })

  test('one invoice of the whole, late', () => {
    const whole = { ...schedule, dueNow: 48_001, wholeNow: true, remainderDue: null }
    expect(invoicePlan(whole, '2027-04-01')).toEqual([
      { purpose: 'whole', amount: 48_001, due: '2027-04-01' },
    ])
  })

  test('none of zero (R3.5)', () => {
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
])('of %i spots one address may hold %i unpaid', (spots, most) => expect(mostUnpaid(spots)).toBe(most))

test.each([
  [0, 1, undefined],
  [0, 2, undefined],
  [-1, 2, undefined],
  [1, 2, 'Only 1 space is left, and there are 2 of you. Nothing was charged. Please bring fewer people.'],
  [2, 3, 'Only 2 spaces are left, and there are 3 of you. Nothing was charged. Please bring fewer people.'],
])('with %i spaces left %i are told: %s', (left, wanted, text) => {
  expect(fullText({ left, wanted })).toBe(text)
})

test.each([
  ['Ada Lovelace', ' ada  LOVELACE ', true],
  ['Ada Lovelace', 'Ａda Lovelace', true],
  ['Ada Lovelace', 'Ada Lovelac', false],
  ['Jo Weiß', 'Jo Weiss', false],
])('%s and %s name the same person: %s', (one, other, same) => expect(isSameName(one, other)).toBe(same))

const told = (amount: number, whole: boolean) =>
  dayOfSums('2027-05-31', { amount, whole, today: '2027-02-01' })
describe('dayOfSums', () => {
  test('what was due whole is so still, and a deposit stays a deposit', () => {
    expect(told(100, true)).toBe('2027-05-01')
    expect(told(1, false)).toBe('2027-04-30')
  })

  test('one sum too small to be parted, or none, says nothing of the day', () => {
    expect(told(99, true)).toBe('2027-02-01')
    expect(told(0, true)).toBe('2027-02-01')
    expect(told(0, false)).toBe('2027-02-01')
  })
})

test('the choices of a party begin with those of who pays', () => {
  const ada = { customerName: 'Ada', email: null, options: [3] }
  const bo = { customerName: 'Bo', email: null, options: [] }
  expect(wantedChoices({ options: [1, 2], companions: [ada, bo] })).toEqual([[1, 2], [3], []])
})

test('a refused choice is told with whose it is', () => {
  const refused = { code: 'option_sold_out', message: 'Riding is full.', guest: 1 } as const
  expect(choiceProblem(refused)).toEqual({ problem: 'option_sold_out', message: 'Riding is full.', guest: 1 })
})
