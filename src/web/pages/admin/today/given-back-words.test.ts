import { expect, test } from 'vitest'
import { lostStaysWords, stateWords, whyWords } from './given-back-words.ts'

test('when it was paid, by the ranch, and how far it is back', () => {
  const paidAt = '2027-05-07T05:30:00Z'
  expect(stateWords({ paidAt, status: 'succeeded' })).toBe('paid on Thu, May 6, 2027, given back to the card')
  expect(stateWords({ paidAt, status: 'failed' })).toMatch(/refused by the card, and still here$/)
})

test('a restore is told apart from whoever paid and went away', () => {
  expect(whyWords({ why: 'lost' })).toMatch(/after the backup .* write to them/)
  expect(whyWords({ why: 'unused' })).toMatch(/^Nothing here belongs to it/)
  expect([1, 2].map(lostStaysWords)).toEqual([
    '1 reservation lost with the old database',
    '2 reservations lost with the old database',
  ])
})
