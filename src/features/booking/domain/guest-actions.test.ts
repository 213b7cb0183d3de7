import { describe, expect, test } from 'vitest'
import { changeUntil, detailsProblem } from './guest-actions.ts'

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
