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

test('lets a guest change the final details until the seventh day before the start', () => {
  expect(changeUntil(facts.startDateDate)).toBe('2027-07-01')
})

describe('the check whether a guest can save the final details', () => {
  test.each([
    ['a change on the seventh day before', {}, null],
    ['a change on the sixth day before', { today: '2027-07-02' }, 'details_closed'],
    ['the first details, on the start day', { given: false, today: '2027-07-08' }, null],
    ['the first details, during the event', { given: false, today: '2027-07-10' }, null],
    ['details for a hold', { status: 'pending' }, null],
    ['details for a canceled stay', { status: 'cancelled', given: false }, 'not_standing'],
    ['details for an expired hold', { status: 'expired' }, 'not_standing'],
    ['details for a canceled event', { eventCancelled: true, given: false }, 'event_cancelled'],
  ] as const)('returns why a guest cannot save details now, or null: %s', (_name, changes, problem) => {
    expect(detailsProblem({ ...facts, ...changes })).toBe(problem)
  })
})

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
])('tells the guest why and when their data was deleted and what is kept (R32.1): %j', (why, words) => {
  const text = deletionText({ on: '2027-02-01', ...why })
  expect(text).toMatch(words)
  expect(text).toMatch(/Your name, your contact details.* are gone.* Amounts and dates stay in our records/)
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
] as const)('returns why a guest cannot cancel their own stay, or null: %s', (_name, changes, problem) => {
  expect(selfCancelProblem({ ...stay, ...changes })).toBe(problem)
})

test('keeps the name of the audit action for erasure requests, so that older requests are still found', () => {
  expect(ERASURE_ASKED).toBe('reservation.erasureAsked')
})
