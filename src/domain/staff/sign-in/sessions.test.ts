import { describe, expect, test } from 'vitest'
import { sessionFreshness, renewAtAfter, sessionEnd } from './sessions.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

describe("a session's status", () => {
  const renewable = { checkedAt: NOW, renewAt: later(1) }

  test.each([
    [0.99, 'fresh'],
    [1, 'due'],
    [23.99, 'due'],
    [24, 'overdue'],
    [48, 'overdue'],
  ])('%s hours after the last renewal, is "%s"', (hours, expected) => {
    expect(sessionFreshness(renewable, later(hours))).toBe(expected)
  })

  test('without a refresh token, is "over" after a day', () => {
    expect(sessionFreshness({ checkedAt: NOW, renewAt: null }, later(23.99))).toBe('fresh')
    expect(sessionFreshness({ checkedAt: NOW, renewAt: null }, later(24))).toBe('over')
  })
})

test.each([
  [300, 300],
  [null, 3600],
  [86_400, 3600],
  [1, 60],
])(
  'with an access token that is valid for %s seconds, renews the session after %s seconds',
  (given, expected) => {
    expect(renewAtAfter(NOW, given)).toEqual(new Date(NOW.getTime() + expected * 1000))
  },
)

test('ends a session a week after the sign-in, or a day after it if the session cannot be renewed', () => {
  expect(sessionEnd(NOW, true)).toEqual(later(7 * 24))
  expect(sessionEnd(NOW, false)).toEqual(later(24))
})
