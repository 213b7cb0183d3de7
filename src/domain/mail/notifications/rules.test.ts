import { expect, test } from 'vitest'
import { type Entry, FIRST_SETTINGS, isDue, newsOf, sinceOf } from './rules.ts'

const at = new Date('2027-05-06T18:00:00Z')

const entry = (changes: Partial<Entry>): Entry => ({
  id: 1,
  at,
  action: 'reservation.confirmed',
  entityId: 12,
  reservationId: 12,
  guest: 'Ruth Vance',
  isThere: true,
  event: 'Leather & Light',
  details: null,
  fields: [],
  offered: false,
  invoice: null,
  ...changes,
})
const payment = (changes: Partial<Entry> = {}) =>
  entry({ id: 2, action: 'payment.recorded', details: { amount: 45_000 }, invoice: 'Remainder', ...changes })

test.each<[string, Entry[], string[]]>([
  [
    'a sign-up with its payment',
    [payment(), entry({})],
    ['Ruth Vance signed up for Leather & Light and paid $450.00.'],
  ],
  [
    'an accepted offer',
    [entry({ offered: true })],
    ['Ruth Vance took the spot offered to the waitlist of Leather & Light.'],
  ],
  [
    'a later payment',
    [payment({ at: new Date('2027-05-07T18:00:00Z') }), entry({})],
    ['Ruth Vance paid $450.00 for Leather & Light (Remainder).', 'Ruth Vance signed up for Leather & Light.'],
  ],
  ['a payment without a reservation: nothing', [payment({ reservationId: null })], []],
  [
    'a cancellation',
    [
      entry({
        action: 'reservation.cancelled',
        details: { from: 'confirmed', refundToCards: 30_000, refundByHand: 1_000 },
      }),
    ],
    ['Ruth Vance is no longer coming to Leather & Light: canceled, with a refund of $310.00.'],
  ],
  [
    'a released hold: nothing',
    [entry({ action: 'reservation.cancelled', details: { from: 'pending' } })],
    [],
  ],
  [
    'a dispute',
    [entry({ action: 'payment.updated', details: { fee: 100, withdrawn: 45_000 } })],
    ['The bank of Ruth Vance disputes $450.00 paid for Leather & Light.'],
  ],
  [
    'a further dispute of the same payment',
    [entry({ action: 'payment.updated', details: { withdrawn: 45_000, withdrawnBefore: 15_000 } })],
    ['The bank of Ruth Vance disputes $300.00 paid for Leather & Light.'],
  ],
  [
    'a fee after a dispute, and a dispute won in part: nothing',
    [
      entry({ action: 'payment.updated', details: { fee: 100, withdrawn: 15_000, withdrawnBefore: 15_000 } }),
      entry({ action: 'payment.updated', details: { withdrawn: 5_000, withdrawnBefore: 15_000 } }),
    ],
    [],
  ],
  ['a fee alone: nothing', [entry({ action: 'payment.updated', details: { fee: 100, withdrawn: 0 } })], []],
  [
    'an email that failed',
    [entry({ action: 'mail.failed', fields: ['welcome-info'] })],
    ['The email “Welcome” to Ruth Vance about Leather & Light was not sent.'],
  ],
  [
    'a purged guest',
    [entry({ guest: null, details: null })],
    ['A deleted guest signed up for Leather & Light.'],
  ],
])('writes the right notification about %s', (_what, entries, sentences) => {
  expect(newsOf(entries).map(({ text }) => text)).toEqual(sentences)
})

test('sends the daily notification e-mail once a day, from 8 a.m. at the ranch on', () => {
  const state = {
    ...FIRST_SETTINGS,
    since: at.toISOString(),
    pace: 'daily' as const,
    lastDailyDay: '2027-05-06',
  }
  expect(isDue(state, new Date('2027-05-07T13:59:00Z'))).toBe(false)
  expect(isDue(state, new Date('2027-05-07T14:00:00Z'))).toBe(true)
  expect(isDue({ ...state, lastDailyDay: '2027-05-07' }, new Date('2027-05-07T20:00:00Z'))).toBe(false)
  expect(isDue({ ...state, pace: 'never' }, at)).toBe(false)
})

test("ends an admin's visit to Today 30 minutes after the last look, and starts the next list there (R34.6)", () => {
  const visit = { since: new Date('2027-05-05T18:00:00Z'), seenUntil: at, seenAt: at }
  expect(sinceOf(visit, new Date('2027-05-06T18:29:00Z'))).toEqual(visit.since)
  expect(sinceOf(visit, new Date('2027-05-06T18:31:00Z'))).toEqual(at)
  expect(sinceOf(undefined, at)).toEqual(new Date('2027-04-29T18:00:00Z'))
})
