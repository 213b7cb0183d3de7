import { describe, expect, test } from 'vitest'
import { RESERVATION_STATUSES } from '../../../platform/database/schema/booking.ts'
import {
  closedTo,
  type InvoiceFacts,
  keptInBooks,
  planChange,
  planNew,
  type ReservationFacts,
} from './rules.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const PAID_AT = new Date('2027-05-01T18:00:00Z')

const stay = (changes: Partial<ReservationFacts> = {}): ReservationFacts => ({
  id: 7,
  eventId: 1,
  status: 'confirmed',
  version: 3,
  totalDue: 90_000,
  purgedAt: null,
  ...changes,
})
const unpaid = (changes: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  id: 12,
  amount: 45_000,
  due: '2027-06-01',
  payment: null,
  reservation: stay(),
  ...changes,
})
const paidBy = (method: string, refunds = 0) =>
  unpaid({ payment: { id: 5, method, paidAt: PAID_AT, refunds } })

describe('a change', () => {
  test.each([
    ['nothing', unpaid(), {}],
    ['what is so already', unpaid(), { amount: 45_000, due: '2027-06-01', paid: false }],
    ['a payment as it was', paidBy('cash'), { paid: true, paymentMethod: 'cash' }],
    ['a card’s payment as it was', paidBy('card'), { amount: 45_000, paid: true }],
  ] as const)('of %s is none', (_, facts, wish) => {
    expect(planChange(facts, wish, NOW)).toBeNull()
  })

  test('keeps what is absent, and null clears the due day', () => {
    expect(planChange(unpaid(), { amount: 100 }, NOW)).toEqual({
      amount: 100,
      due: '2027-06-01',
      payment: null,
      fields: ['amount'],
    })
    expect(planChange(unpaid(), { due: null }, NOW)).toMatchObject({ due: null, fields: ['due'] })
  })

  test('that takes money by hand is now and in cash unless it says otherwise', () => {
    expect(planChange(unpaid(), { paid: true }, NOW)).toMatchObject({
      payment: { method: 'cash', paidAt: NOW },
    })
    const said = { paid: true, datePaid: '2027-05-02T12:00:00-06:00', paymentMethod: 'check' }
    expect(planChange(unpaid(), said, NOW)).toMatchObject({
      payment: { method: 'check', paidAt: new Date('2027-05-02T18:00:00Z') },
    })
  })

  test('corrects how and when it was paid by hand, and for null when is now', () => {
    expect(planChange(paidBy('cash'), { paymentMethod: 'transfer' }, NOW)).toMatchObject({
      payment: { method: 'transfer', paidAt: PAID_AT },
      fields: ['paymentMethod'],
    })
    expect(planChange(paidBy('cash', 1), { datePaid: null }, NOW)).toMatchObject({
      payment: { method: 'cash', paidAt: NOW },
      fields: ['datePaid'],
    })
  })

  test.each([{ amount: 1 }, { due: null }, { paid: false }, { paymentMethod: 'cash' }, { datePaid: null }])(
    'of what a card paid is refused: %o',
    (wish) => expect(planChange(paidBy('card'), wish, NOW)).toEqual({ code: 'paid_by_card' }),
  )

  test.each([{ amount: 1 }, { paid: false }])('of what was given back in part is refused: %o', (wish) =>
    expect(planChange(paidBy('cash', 1), wish, NOW)).toEqual({ code: 'given_back' }),
  )

  test.each([
    ['datePaid', { paid: true, datePaid: '2027-05-06T19:00:00Z' }, /future.*choose today or an earlier/],
    ['datePaid', { paid: true, datePaid: '0000-01-01T00:00:00Z' }, /check the year/],
    ['paid', { datePaid: '2027-05-01T18:00:00Z' }, /say that it is paid/],
    ['paid', { paid: false, paymentMethod: 'cash' }, /say that it is paid/],
  ] as const)('with a wrong %s says what to do', (field, wish, words) => {
    const refused = { code: 'invalid', fields: { [field]: expect.stringMatching(words) as string } }
    expect(planChange(unpaid(), wish, NOW)).toEqual(refused)
    expect(planNew(stay(), wish, NOW)).toEqual(refused)
  })

  test('a clock that is a little fast is no future', () => {
    expect(planNew(stay(), { paid: true, datePaid: '2027-05-06T18:04:00Z' }, NOW)).toHaveProperty('payment')
  })
})

test('money by hand is taken for every stay but one that has lost its spot', () => {
  const takes = RESERVATION_STATUSES.filter((status) => {
    const reservation = stay({ status })
    const made = planNew(reservation, { paid: true }, NOW)
    const changed = planChange(unpaid({ reservation }), { paid: true }, NOW)
    expect(changed !== null && 'code' in changed).toBe('code' in made)
    return 'payment' in made
  })
  expect(takes).toEqual(['pending', 'confirmed', 'cancelled'])
  expect(planNew(stay({ status: 'expired' }), {}, NOW)).toEqual({ payment: null })
})

test('deleted is what no card paid and nothing was given back of', () => {
  expect(keptInBooks(unpaid())).toBeNull()
  expect(keptInBooks(paidBy('check'))).toBeNull()
  expect(keptInBooks(paidBy('check', 1))).toEqual({ code: 'given_back' })
  expect(keptInBooks(paidBy('card', 1))).toEqual({ code: 'paid_by_card' })
})

test('nothing is changed of what is purged, or of another version than was seen', () => {
  expect(closedTo(stay(), 3)).toBeNull()
  expect(closedTo(stay(), null)).toBeNull()
  expect(closedTo(stay(), 2)).toEqual({ code: 'stale' })
  expect(closedTo(stay({ purgedAt: NOW }), 2)).toEqual({ code: 'purged' })
})
