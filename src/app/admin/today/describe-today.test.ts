import { describe, expect, test } from 'vitest'
import type { Failures, TodayEvent, UnpaidInvoice } from '#domain/desk/today/contract.ts'
import { plural } from '#shared/text.ts'
import {
  awayFrom,
  byDueDay,
  firstFault,
  describeLacking,
  describeLack,
  latePayers,
  nameOf,
  describeSpots,
  describeFaults,
} from './describe-today.tsx'

test.each([
  ['2027-05-06', 'today'],
  ['2027-05-07', 'tomorrow'],
  ['2027-05-05', 'yesterday'],
  ['2027-05-26', 'in 20 days'],
  ['2027-05-03', '3 days ago'],
])('describes the day %s as "%s" if today is 2027-05-06', (day, words) => {
  expect(awayFrom('2027-05-06', day)).toBe(words)
})

test('writes 1 guest in the singular, and any other number of guests in the plural', () => {
  expect([plural(1, 'guest'), plural(0, 'guest'), plural(1200, 'guest')]).toEqual([
    '1 guest',
    '0 guests',
    '1,200 guests',
  ])
})

test('replaces a deleted name of a guest by a placeholder', () => {
  expect([nameOf('Ana Ortiz'), nameOf(null)]).toEqual(['Ana Ortiz', 'A guest, name deleted'])
})

test.each([
  [{ any: 0, details: 0, money: 0, directions: 0 }, 'all set'],
  [{ any: 1, details: 0, money: 1, directions: 0 }, '1 owes money'],
  [{ any: 3, details: 0, money: 0, directions: 3 }, '3 have not viewed the directions'],
  [
    { any: 5, details: 2, money: 4, directions: 1 },
    '2 without details, 4 owe money, 1 has not viewed the directions',
  ],
])('summarizes what guests lack before an event: %o', (lacking, words) =>
  expect(describeLacking(lacking)).toBe(words),
)

test('names the amount of money that a guest owes', () => {
  const missing = ['details', 'money', 'directions'] as const
  const guest = { reservationId: 1, guest: 'Ana', missing: [...missing], owes: 24_000 }
  expect(describeLack(guest).map(({ words }) => words)).toEqual([
    'Details missing',
    'Owes $240.00',
    'Directions not viewed',
  ])
})

test.each([
  [{ spots: 6, taken: 5, held: 0, waiting: 0, spotsWanted: 0 }, '5 of 6 spots taken'],
  [{ spots: 1, taken: 0, held: 1, waiting: 1, spotsWanted: 1 }, '0 of 1 spot taken, 1 held, 1 waiting'],
  [{ spots: 11, taken: 11, held: 0, waiting: 3, spotsWanted: 3 }, '11 of 11 spots taken, 3 waiting'],
  // A waitlist entry may ask for several spots, so three entries can wait for five spots.
  [
    { spots: 11, taken: 11, held: 0, waiting: 3, spotsWanted: 5 },
    '11 of 11 spots taken, 3 waiting for 5 spots',
  ],
])("summarizes an event's spots %o as %s", (spots, words) => {
  expect(describeSpots(spots as TodayEvent)).toBe(words)
})

const invoice = (invoiceId: number, due: string | null, urlName: string): UnpaidInvoice => {
  return {
    invoiceId,
    label: 'Deposit',
    due,
    amount: 1,
    guest: null,
    reservationId: 1,
    event: { name: urlName, urlName },
    remindedAt: null,
    hasEmail: true,
  }
}

test('groups unpaid invoices by due day and event, and keeps their order', () => {
  const given = [
    invoice(1, '2027-05-07', 'a'),
    invoice(2, '2027-05-07', 'b'),
    invoice(3, '2027-05-07', 'a'),
    invoice(4, '2027-05-08', 'a'),
  ]
  expect(byDueDay(given).map((group) => group.map(({ invoiceId }) => invoiceId))).toEqual([[1, 3], [2], [4]])
})

const late = (invoiceId: number, changes: Partial<UnpaidInvoice>) => ({
  ...invoice(invoiceId, '2027-05-01', 'Cooking'),
  ...changes,
})

test('adds up all overdue invoices of the same guest', () => {
  const today = '2027-05-06'
  const payers = latePayers(
    [
      late(1, { reservationId: 7, guest: 'Ana Ortiz', amount: 40_000 }),
      late(2, { reservationId: 8, guest: 'Ben Hale', hasEmail: false, remindedAt: '2027-05-06T15:00:00Z' }),
      late(3, { reservationId: 7, guest: 'Ana Ortiz', amount: 500, remindedAt: '2027-05-05T15:00:00Z' }),
    ],
    today,
  )
  expect(payers).toEqual([
    {
      reservationId: 7,
      name: 'Ana Ortiz',
      event: 'Cooking',
      owes: 40_500,
      hasEmail: true,
      remindedToday: false,
    },
    { reservationId: 8, name: 'Ben Hale', event: 'Cooking', owes: 1, hasEmail: false, remindedToday: true },
  ])
})

describe('the summary of failures on the Today page', () => {
  const about = { reservationId: 1, guest: 'Ana Ortiz', event: { name: 'Cooking', urlName: 'cooking' } }
  const mail = { id: 1, emailType: 'welcome-info', about, failure: null, createdAt: '2027-05-06T12:00:00Z' }
  const nothing: Failures = {
    outside: [],
    mails: { count: 0, list: [] },
    refunds: { count: 0, list: [] },
    fees: { count: 0, list: [] },
    jobs: { count: 0, list: [] },
    retrying: 0,
  }

  test('names a problem with the setup before any other failure', () => {
    const problem = { about: '', detail: null, since: '2027-05-06T12:00:00Z' }
    const outside = [{ ...problem, code: 'stripe_key_refused' as const }]
    const failures = { ...nothing, outside, mails: { count: 1, list: [mail] } }
    expect(describeFaults(failures)).toEqual(['1 setup problem', '1 email failed'])
    expect(firstFault(failures)).toBe('Stripe refuses the site’s secret key')
  })

  test('counts failures of each kind, and names failed refunds before failed e-mails', () => {
    expect(describeFaults(nothing)).toEqual([])
    const refunds = { count: 1, list: [{ id: 1, amount: 45_000, about, finishedAt: null }] }
    const failures = { ...nothing, mails: { count: 2, list: [mail] }, refunds }
    expect(describeFaults(failures)).toEqual(['1 refund failed', '2 emails failed'])
    expect(firstFault(failures)).toBe('$450.00 for Ana Ortiz')
    const fees = { count: 1, list: [{ about, most: 33_750, cancelledAt: '2027-05-06T12:00:00Z' }] }
    expect(describeFaults({ ...nothing, fees })).toEqual(['1 refund waiting for a fee'])
    expect(firstFault({ ...nothing, fees })).toBe('up to $337.50 for Ana Ortiz')
  })

  test('names a failed e-mail and its recipient', () => {
    const failures = { ...nothing, mails: { count: 1, list: [mail] } }
    expect(firstFault(failures)).toBe('Welcome to Ana Ortiz')
  })

  test('names the kind of a failed job that has no description', () => {
    const job = { id: 1, kind: 'thumbnail', reason: null, deadAt: '2027-05-06T12:00:00Z' }
    expect(firstFault({ ...nothing, jobs: { count: 1, list: [job] } })).toBe('Background work (thumbnail)')
  })
})
