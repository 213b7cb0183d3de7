import { expect, test } from 'vitest'
import { waitlistProblem } from './rules.ts'

const open = { cancelled: false, hasHappened: false, showWaitlist: true, isFull: true }

test.each([
  ['a full event with a list', open, null],
  ['one with a spot left', { ...open, isFull: false }, 'event_not_full'],
  ['a full one without a list', { ...open, showWaitlist: false }, 'no_waitlist'],
  ['one with neither list nor need of it', { ...open, showWaitlist: false, isFull: false }, 'event_not_full'],
  ['a cancelled one, whatever else', { ...open, cancelled: true, hasHappened: true }, 'event_cancelled'],
  ['one that has started', { ...open, hasHappened: true }, 'event_started'],
])('%s', (_event, facts, problem) => {
  expect(waitlistProblem(facts)).toBe(problem)
})
