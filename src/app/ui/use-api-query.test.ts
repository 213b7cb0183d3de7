import { expect, test } from 'vitest'
import { pollDelay } from './use-api-query.ts'

const at = (dataUpdatedAt: number, errorUpdatedAt = 0, errorUpdateCount = 0) => ({
  dataUpdatedAt,
  errorUpdatedAt,
  errorUpdateCount,
})
const poll = { everyMs: 4000, maxMs: 30_000 }

test('polls a query at a steady interval while its requests succeed', () => {
  expect(pollDelay(poll, at(1000))).toBe(4000)
  expect(pollDelay(poll, { ...at(90_000), data: { left: 1 } })).toBe(4000)
})

test('waits before the next poll of a failing query as long as the time since its last success, up to the maximum', () => {
  expect(pollDelay(poll, at(10_000, 14_000, 1))).toBe(4000)
  expect(pollDelay(poll, at(10_000, 18_000, 2))).toBe(8000)
  expect(pollDelay(poll, at(10_000, 26_000, 3))).toBe(16_000)
  expect(pollDelay(poll, at(10_000, 900_000, 9))).toBe(30_000)
  // A request has succeeded after the failures, so the usual interval applies again.
  expect(pollDelay(poll, at(901_000, 900_000, 9))).toBe(4000)
})

test('doubles the interval between polls with each failure if no request has succeeded yet', () => {
  expect([1, 2, 3, 9].map((failures) => pollDelay(poll, at(0, 50_000, failures)))).toEqual([
    4000, 8000, 16_000, 30_000,
  ])
})

test('polls less and less often while the reply to a query stays the same', () => {
  const slow = { everyMs: 1000, maxMs: 30_000, slows: true }
  const data = { left: 2 }
  const wait = (time: number, data: object) => pollDelay(slow, { ...at(time), data })
  expect([0, 1000, 2000, 4000, 8000].map((since) => wait(100_000 + since, data))).toEqual([
    1000, 1000, 2000, 4000, 8000,
  ])
  expect(wait(900_000, data)).toBe(30_000)
  expect(wait(900_000, { left: 1 })).toBe(1000)
})
