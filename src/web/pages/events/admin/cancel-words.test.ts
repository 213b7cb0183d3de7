import { expect, test } from 'vitest'
import { progressWords, waitingFor } from './cancel-words.ts'

const at = '2027-01-02T10:00:00.000Z'

test.each([
  [
    { done: 3, left: 2, refundsLeft: 1, owed: 0 },
    '3 of 5 reservations are cancelled. 1 refund is still on the way.',
  ],
  [
    { done: 1, left: 0, refundsLeft: 0, owed: 45_000 },
    '1 of 1 reservation is cancelled. $450.00 is owed by hand.',
  ],
  [
    { done: 5, left: 0, refundsLeft: 0, owed: 0 },
    '5 of 5 reservations are cancelled. Nothing is left to do.',
  ],
  [{ done: 0, left: 0, refundsLeft: 0, owed: 0 }, 'Nobody had signed up. Nothing is left to do.'],
])('%j', (progress, words) => {
  expect(progressWords({ cancelledAt: at, ...progress }).join(' ')).toBe(words)
})

test('is waited for as long as the site itself has something to do', () => {
  const done = { cancelledAt: at, done: 5, left: 0, refundsLeft: 0, owed: 45_000 }
  expect(waitingFor(done)).toBe('')
  expect(waitingFor({ ...done, refundsLeft: 1 })).not.toBe('')
  expect(waitingFor({ ...done, left: 1 })).not.toBe(waitingFor({ ...done, left: 2 }))
  expect(waitingFor({ ...done, cancelledAt: null, left: 1 })).toBe('')
})
