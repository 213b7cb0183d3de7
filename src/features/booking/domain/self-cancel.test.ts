import { expect, test } from 'vitest'
import { selfCancelProblem } from './guest-actions.ts'
import { tiersText, tierText } from './refund-policy.ts'

const event = { startDateDate: '2027-07-01', cancelledAt: null }
const stay = { status: 'confirmed', event, today: '2027-06-30' } as const

test.each([
  ['a stay until the day before the start', {}, null],
  ['a stay on the start day', { today: '2027-07-01' }, 'event_started'],
  ['a hold', { status: 'pending' }, 'hold'],
  ['a canceled stay', { status: 'cancelled' }, 'not_cancellable'],
  ['an expired hold', { status: 'expired' }, 'not_cancellable'],
  ['a stay of a canceled event', { event: { ...event, cancelledAt: new Date() } }, 'event_cancelled'],
] as const)('%s', (_name, changes, problem) => {
  expect(selfCancelProblem({ ...stay, ...changes })).toBe(problem)
})

test.each([
  [91, /^90 days or more.*full refund, minus fees/],
  [90, /^90 days or more/],
  [89, /^30 to 90 days.*75% refund, minus fees/],
  [30, /^30 to 90 days/],
  [29, /^Within 30 days.*no refund, unless somebody takes your spot. Then 90%/],
])('%i days before', (daysBefore, words) => {
  expect(tierText({ daysBefore })).toMatch(words)
})

test('all tiers in a line, before anything is paid', () => {
  expect(tiersText()).toBe(
    'If you cancel, we refund all of it until 90 days before the start, 75% until 30 days before the start (less card fees), and after that 90% if somebody takes your spot.',
  )
})
