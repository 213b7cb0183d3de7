/** When a crowd of requests makes the jobs wait (R20.17). */
import { expect, test, vi } from 'vitest'
import { createCrowd } from './jobs.ts'

function crowdAt(clock: { now: number }) {
  const onOver = vi.fn()
  const crowd = createCrowd(onOver, () => clock.now)
  return { crowd, onOver, enter: (count: number) => Array.from({ length: count }, () => crowd.enter()) }
}

test('sixteen requests at once are one, until one of them is answered', () => {
  const { crowd, onOver, enter } = crowdAt({ now: 0 })
  const leave = enter(15)
  expect(crowd.isThere()).toBe(false)
  leave.push(...enter(1))
  expect(crowd.isThere()).toBe(true)
  expect(onOver).not.toHaveBeenCalled()
  leave.pop()?.()
  expect(crowd.isThere()).toBe(false)
  expect(onOver).toHaveBeenCalledOnce()
})

test('it keeps jobs waiting for five seconds at most, however many come in the place of those who leave', () => {
  const clock = { now: 0 }
  const { crowd, enter } = crowdAt(clock)
  const [first] = enter(16)
  enter(4)
  first?.()
  clock.now = 4999
  expect(crowd.isThere()).toBe(true)
  clock.now = 5000
  expect(crowd.isThere()).toBe(false)
})
