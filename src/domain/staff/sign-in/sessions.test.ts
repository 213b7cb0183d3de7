import { describe, expect, test } from 'vitest'
import { sessionFreshness, renewAtAfter, sessionEnd } from './sessions.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

describe('whether a session is valid or must be renewed', () => {
  const renewable = { checkedAt: NOW, renewAt: later(1) }

  test.each([
    [0.99, 'fresh'],
    [1, 'due'],
    [23.99, 'due'],
    [24, 'overdue'],
    [48, 'overdue'],
  ])('is, %s hours after the last check: "%s"', (hours, expected) => {
    expect(sessionFreshness(renewable, later(hours))).toBe(expected)
  })

  test('ends after a day without a refresh token', () => {
    expect(sessionFreshness({ checkedAt: NOW, renewAt: null }, later(23.99))).toBe('fresh')
    expect(sessionFreshness({ checkedAt: NOW, renewAt: null }, later(24))).toBe('over')
  })
})

test.each([
  [300, 300],
  [null, 3600],
  [86_400, 3600],
  [1, 60],
])('renews an access token that is valid for %s seconds after %s seconds', (given, expected) => {
  expect(renewAtAfter(NOW, given)).toEqual(new Date(NOW.getTime() + expected * 1000))
})

test('ends a session after a week, or after a day if it cannot be renewed', () => {
  expect(sessionEnd(NOW, true)).toEqual(later(7 * 24))
  expect(sessionEnd(NOW, false)).toEqual(later(24))
})
