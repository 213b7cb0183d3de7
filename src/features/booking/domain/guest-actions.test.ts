import { describe, expect, test } from 'vitest'
import {
  changeUntil,
  deletionText,
  detailsProblem,
  ERASURE_ASKED,
  selfCancelProblem,
} from './guest-actions.ts'

const facts = {
  status: 'confirmed',
  eventCancelled: false,
  given: true,
  startDateDate: '2027-07-08',
  today: '2027-07-01',
} as const

test('details can be changed until the seventh day before the start', () => {
  expect(changeUntil(facts.startDateDate)).toBe('2027-07-01')
})

describe('detailsProblem', () => {
  test.each([
    ['the seventh day before', {}, null],
    ['the sixth day before', { today: '2027-07-02' }, 'details_closed'],
    ['the first time, on the start day', { given: false, today: '2027-07-08' }, null],
    ['the first time, while guests are there', { given: false, today: '2027-07-10' }, null],
    ['a hold', { status: 'pending' }, null],
    ['a canceled stay', { status: 'cancelled', given: false }, 'not_standing'],
    ['a hold that ended', { status: 'expired' }, 'not_standing'],
    ['a canceled event', { eventCancelled: true, given: false }, 'event_cancelled'],
  ] as const)('%s', (_name, changes, problem) => {
    expect(detailsProblem({ ...facts, ...changes })).toBe(problem)
  })
})

// R32.1
test.each([
  [
    { asked: true, over: false },
    /^You asked us to delete what you had told us, and we did, on Mon, Feb 1, 2027\./,
  ],
  [{ asked: true, over: true }, /^You asked us/],
  [
    { asked: false, over: true },
    /^The retreat is over, and we deleted .* as promised, on Mon, Feb 1, 2027\./,
  ],
  [{ asked: false, over: false }, /^We deleted what you had told us, as promised/],
])('who is deleted is told why, when, and what stays: %j', (why, words) => {
  const text = deletionText({ on: '2027-02-01', ...why })
  expect(text).toMatch(words)
  expect(text).toMatch(/Gone are your name.* Amounts and dates stay in our records/)
})

const retreat = { startDateDate: '2027-07-01', cancelledAt: null }
const stay = { status: 'confirmed', event: retreat, today: '2027-06-30' } as const

test.each([
  ['a stay until the day before the start', {}, null],
  ['a stay on the start day', { today: '2027-07-01' }, 'event_started'],
  ['a hold', { status: 'pending' }, 'hold'],
  ['a canceled stay', { status: 'cancelled' }, 'not_cancellable'],
  ['an expired hold', { status: 'expired' }, 'not_cancellable'],
  ['a stay of a canceled event', { event: { ...retreat, cancelledAt: new Date() } }, 'event_cancelled'],
] as const)('%s can be canceled, or why not', (_name, changes, problem) => {
  expect(selfCancelProblem({ ...stay, ...changes })).toBe(problem)
})

test('wishes to be deleted are found under the word that earlier ones were kept by', () => {
  expect(ERASURE_ASKED).toBe('reservation.erasureAsked')
})
