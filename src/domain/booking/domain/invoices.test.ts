import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RESERVATION_STATUSES } from '#platform/database/schema/booking.ts'
import {
  editRefusal,
  fitsPrice,
  inAdminOrder,
  inGuestOrder,
  type InvoiceFacts,
  type InvoiceWish,
  deleteRefusal,
  partProblem,
  planChange,
  planNew,
  type ReservationFacts,
  uninvoiced,
} from './invoices.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const PAID_AT = new Date('2027-05-01T18:00:00Z')

const stay = (changes: Partial<ReservationFacts> = {}): ReservationFacts => ({
  id: 7,
  eventId: 1,
  partyId: null,
  status: 'confirmed',
  version: 3,
  purgedAt: null,
  ...changes,
})
const unpaid = (changes: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  id: 12,
  purpose: 'other',
  amount: 45_000,
  due: '2027-06-01',
  description: 'Leather lesson',
  extra: false,
  payment: null,
  reservation: stay(),
  ...changes,
})
/** Plans a new invoice for a stay whose whole price already has invoices. */
const made = (wish: InvoiceWish, { reservation = stay(), amount = 5_000, left = 0 } = {}) =>
  planNew(reservation, { amount, left, wish, now: NOW })
const paidOn = (datePaid: string) => made({ paid: true, datePaid })
const paidBy = (method: 'card' | 'cash' | 'check', refunds = 0) =>
  unpaid({
    payment: { id: 5, method, paidAt: PAID_AT, reference: null, memo: null, refunds, depositedOn: null },
  })

describe('the function that changes an invoice for an admin', () => {
  test.each([
    ['an empty request', unpaid(), {}],
    [
      'values that it already has',
      unpaid(),
      { amount: 45_000, due: '2027-06-01', paid: false, partOfPrice: true },
    ],
    ['the name that it already has', unpaid(), { description: 'Leather lesson' }],
    ['the manual payment that it already has', paidBy('cash'), { paid: true, paymentMethod: 'cash' }],
    ['the card payment that it already has', paidBy('card'), { amount: 45_000, paid: true }],
  ] as const)('changes nothing for %s', (_, facts, wish) => {
    expect(planChange(facts, wish, NOW)).toBeNull()
  })

  test('keeps the values of missing fields, and clears the due day and the name for null', () => {
    const terms = { amount: 100, due: '2027-06-01', description: 'Leather lesson', extra: false }
    const plan = { terms, payment: null, part: null, fields: ['amount'] }
    expect(planChange(unpaid(), { amount: 100 }, NOW)).toEqual(plan)
    expect(planChange(unpaid(), { due: null }, NOW)).toMatchObject({ terms: { due: null }, fields: ['due'] })
    const unnamed = { terms: { description: null }, fields: ['description'] }
    expect(planChange(unpaid(), { description: null }, NOW)).toMatchObject(unnamed)
  })

  test('can turn an invoice that an admin added into an extra charge, but not an invoice of the sign-up', () => {
    const flipped = { terms: { extra: true, amount: 45_000 }, fields: ['partOfPrice'] }
    expect(planChange(unpaid(), { partOfPrice: false }, NOW)).toMatchObject(flipped)
    for (const [purpose, words] of [
      ['deposit', /^“Deposit” is always part of the price.*add another invoice$/],
      ['remainder', /^“Remainder” is/],
      ['whole', /^“The whole stay” is/],
    ] as const)
      expect(planChange(unpaid({ purpose }), { partOfPrice: false }, NOW)).toEqual({
        code: 'invalid',
        fields: { partOfPrice: expect.stringMatching(words) as string },
      })
  })

  test('can rename an invoice that a card paid, or turn it into an extra charge', () => {
    for (const facts of [paidBy('card', 1), paidBy('cash', 1)])
      expect(planChange(facts, { description: 'Lesson', partOfPrice: false }, NOW)).toMatchObject({
        payment: { method: facts.payment?.method, paidAt: PAID_AT },
        fields: ['description', 'partOfPrice'],
      })
  })

  test('records a manual payment as cash at the current time unless the admin enters another method or time', () => {
    expect(planChange(unpaid(), { paid: true }, NOW)).toMatchObject({
      payment: { method: 'cash', paidAt: NOW },
      fields: ['paid', 'datePaid', 'paymentMethod'],
    })
    const said = { paid: true, datePaid: '2027-05-02T12:00:00-06:00', paymentMethod: 'check' } as const
    expect(planChange(unpaid(), said, NOW)).toMatchObject({
      payment: { method: 'check', paidAt: new Date('2027-05-02T18:00:00Z') },
    })
  })

  test('corrects the method and time of a manual payment, and takes null as the current time', () => {
    expect(planChange(paidBy('cash'), { paymentMethod: 'transfer' }, NOW)).toMatchObject({
      payment: { method: 'transfer', paidAt: PAID_AT },
      fields: ['paymentMethod'],
    })
    expect(planChange(paidBy('cash', 1), { datePaid: null }, NOW)).toMatchObject({
      payment: { method: 'cash', paidAt: NOW },
      fields: ['datePaid'],
    })
  })

  test('removes a manual payment', () => {
    expect(planChange(paidBy('cash'), { paid: false }, NOW)).toMatchObject({
      payment: null,
      fields: ['paid', 'datePaid', 'paymentMethod'],
    })
  })

  test.each<InvoiceWish>([
    { amount: 1 },
    { amount: 1, description: 'Lesson' },
    { due: null },
    { paid: false },
    { paymentMethod: 'cash' },
    { datePaid: null },
  ])('refuses to change the amount, due day or payment of an invoice that a card paid: %o', (wish) =>
    expect(planChange(paidBy('card'), wish, NOW)).toEqual({ code: 'paid_by_card' }),
  )

  test.each([{ amount: 1 }, { paid: false }])(
    'refuses to change the amount or payment of an invoice that was partly refunded: %o',
    (wish) => expect(planChange(paidBy('cash', 1), wish, NOW)).toEqual({ code: 'given_back' }),
  )

  test.each([
    ['datePaid', { paid: true, datePaid: '2027-05-06T19:00:00Z' }, /future.*choose today or an earlier/],
    ['datePaid', { paid: true, datePaid: '0000-01-01T00:00:00Z' }, /check the year/],
    ['paid', { datePaid: '2027-05-01T18:00:00Z' }, /mark it as paid/],
    ['paid', { paid: false, paymentMethod: 'cash' }, /mark it as paid/],
  ] as const)('refuses a wrong %s, and the message says what to do', (field, wish, words) => {
    const refused = { code: 'invalid', fields: { [field]: expect.stringMatching(words) as string } }
    expect(planChange(unpaid(), wish, NOW)).toEqual(refused)
    expect(made(wish)).toEqual(refused)
  })

  test('accepts times of payment up to five minutes in the future, and none before the year 2000', () => {
    expect(paidOn('2027-05-06T18:05:00Z')).toHaveProperty('payment')
    expect(paidOn('2027-05-06T18:05:00.001Z')).toHaveProperty('fields.datePaid')
    expect(paidOn('2000-01-01T00:00:00Z')).toHaveProperty('payment')
    expect(paidOn('1999-12-31T23:59:59Z')).toHaveProperty('fields.datePaid')
  })
})

const paying = (status: (typeof RESERVATION_STATUSES)[number]) =>
  planChange(unpaid({ reservation: stay({ status }) }), { paid: true }, NOW)

test('records a manual payment of an invoice only while the stay is active (R5.14)', () => {
  const takes = RESERVATION_STATUSES.filter((status) => 'payment' in (paying(status) ?? {}))
  expect(takes).toEqual(['pending', 'confirmed'])
  expect(paying('cancelled')).toEqual({ code: 'void' })
})

test('records a manual payment as a new invoice unless the stay has lost its spot', () => {
  const takes = RESERVATION_STATUSES.filter(
    (status) => 'payment' in made({ paid: true }, { reservation: stay({ status }) }),
  )
  expect(takes).toEqual(['pending', 'confirmed', 'cancelled'])
  const reservation = stay({ status: 'refunded' })
  expect(made({ paid: true }, { reservation })).toEqual({ code: 'not_standing' })
  expect(planChange(unpaid({ reservation }), { paid: true }, NOW)).toEqual({ code: 'not_standing' })
  // A stay that has lost its spot still accepts changes of its invoices that record no new payment.
  expect(planChange(unpaid({ reservation }), { amount: 100 }, NOW)).toHaveProperty('terms.amount', 100)
  const paid = { ...paidBy('cash'), reservation }
  expect(planChange(paid, { paymentMethod: 'check' }, NOW)).toHaveProperty('payment.method', 'check')
  expect(made({}, { reservation: stay({ status: 'expired' }) })).toMatchObject({ payment: null })
})

describe('the function that records a manual payment for a part of an invoice', () => {
  const paid = (paidAmount: number, wish: InvoiceWish = {}, facts = unpaid()) =>
    planChange(facts, { paid: true, paidAmount, ...wish }, NOW)

  test('records the paid part as an invoice of its own, and leaves an invoice for the rest', () => {
    const cash = { method: 'cash', paidAt: NOW }
    expect(paid(20_000)).toMatchObject({ terms: { amount: 25_000 }, part: 20_000, payment: cash })
    expect(paid(20_000, { amount: 30_000 })).toMatchObject({ terms: { amount: 10_000 }, part: 20_000 })
    expect(paid(44_950)).toMatchObject({ terms: { amount: 50 } })
  })

  test('records the whole invoice as paid if the admin enters its full amount or no amount', () => {
    const whole = { terms: { amount: 45_000 }, part: null }
    expect(paid(45_000)).toMatchObject(whole)
    expect(planChange(unpaid(), { paid: true }, NOW)).toMatchObject(whole)
    expect(paid(45_000, {}, paidBy('cash'))).toBeNull()
  })

  test.each([
    [
      paid(44_951),
      /leaves \$0\.49.*a card cannot pay less than \$0\.50.*all of it, \$450\.00, or at most \$449\.50$/,
    ],
    [paid(50, { amount: 80 }), /record all of it, \$0\.80$/],
    [paid(60, { amount: 100 }), /record all of it, \$1\.00, or at most \$0\.50$/],
    [paid(45_001), /is for \$450\.00.*add an invoice for the rest/],
    [paid(20_000, { paid: false }), /mark it as paid/],
    [planChange(unpaid(), { paidAmount: 20_000 }, NOW), /mark it as paid/],
    [paid(20_000, {}, paidBy('cash')), /All of it is paid already: \$450\.00/],
  ])(
    'refuses an impossible partial payment of an invoice, and the message says what to do (case %#)',
    (plan, words) => {
      expect(plan).toEqual({
        code: 'invalid',
        fields: { paidAmount: expect.stringMatching(words) as string },
      })
    },
  )

  test('accepts the full amount of an invoice, however small it is', () => {
    expect(partProblem(45_000, 45_000)).toBeNull()
    expect(partProblem(30, 30)).toBeNull()
  })

  test('refuses any manual payment of an invoice that a card has paid', () => {
    expect(paid(20_000, {}, paidBy('card'))).toEqual({ code: 'paid_by_card' })
  })
})

const extra = (wish: InvoiceWish, left: number) => {
  const plan = made(wish, { amount: 5_000, left })
  return 'terms' in plan && plan.terms.extra
}

describe('the code that decides whether a new invoice is for a part of the price or an extra charge', () => {
  test('computes how much of the price has no invoice yet, not counting extra charges', () => {
    const invoices = [
      { amount: 45_000, extra: false },
      { amount: 12_000, extra: true },
    ]
    expect(uninvoiced(90_000, invoices)).toBe(45_000)
    expect(uninvoiced(90_000, [])).toBe(90_000)
    expect(uninvoiced(40_000, invoices)).toBe(-5_000)
    expect([fitsPrice(45_000, 45_000), fitsPrice(45_001, 45_000)]).toEqual([true, false])
  })

  test("follows the admin's decision, or else asks whether enough of the price has no invoice yet", () => {
    expect([extra({}, 5_000), extra({}, 4_999)]).toEqual([false, true])
    expect([extra({ partOfPrice: false }, 5_000), extra({ partOfPrice: true }, 0)]).toEqual([true, false])
  })
})

test('lets an admin delete only invoices that no card paid and that were not refunded', () => {
  expect(deleteRefusal(unpaid())).toBeNull()
  expect(deleteRefusal(paidBy('check'))).toBeNull()
  expect(deleteRefusal(paidBy('check', 1))).toEqual({ code: 'given_back' })
  expect(deleteRefusal(paidBy('card', 1))).toEqual({ code: 'paid_by_card' })
})

test('refuses to edit the invoices of a purged reservation, or with a stale version of the reservation', () => {
  expect(editRefusal(stay(), 3)).toBeNull()
  expect(editRefusal(stay(), null)).toBeNull()
  expect(editRefusal(stay(), 2)).toEqual({ code: 'stale' })
  expect(editRefusal(stay({ purgedAt: NOW }), 2)).toEqual({ code: 'purged' })
})

test('lists invoices for a guest with paid ones first, then by due day, and those without a due day last (R3.8)', () => {
  const invoices = [
    { id: 1, paid: false, due: null },
    { id: 2, paid: false, due: '2027-05-01' },
    { id: 3, paid: true, due: '2027-06-01' },
    { id: 4, paid: false, due: '2027-04-01' },
    { id: 5, paid: true, due: '2027-01-01' },
    { id: 6, paid: false, due: null },
    { id: 7, paid: false, due: '2027-05-01' },
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(invoices, { minLength: invoices.length }), (shuffled) => {
      expect(inGuestOrder(shuffled).map((invoice) => invoice.id)).toEqual([5, 3, 4, 2, 7, 1, 6])
    }),
  )
})

test('lists invoices for an admin with the latest due day first, and those without a due day last (R3.8)', () => {
  const invoices = [
    { id: 1, due: '2027-01-01' },
    { id: 2, due: null },
    { id: 3, due: '2027-05-01' },
    { id: 4, due: '2027-05-01' },
    { id: 5, due: null },
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(invoices, { minLength: invoices.length }), (shuffled) => {
      expect(inAdminOrder(shuffled).map(({ id }) => id)).toEqual([4, 3, 1, 5, 2])
    }),
  )
})
