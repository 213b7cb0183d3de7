/** When a crowd of requests makes the jobs wait (R20.17), and when not. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EMAIL_JOB } from '#features/emails/index.ts'
import { enqueue } from '#platform/outbox.ts'
import { openTestApp } from '#testing/open.ts'
import { createCrowd } from './jobs.ts'

function openCrowd() {
  const onOver = vi.fn<() => void>()
  const crowd = createCrowd(onOver)
  return { crowd, onOver, enter: (count: number) => Array.from({ length: count }, () => crowd.enter()) }
}

describe('a crowd', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('sixteen requests at once are one, until there have been fewer for a quarter of a second (R20.17)', () => {
    const { crowd, onOver, enter } = openCrowd()
    const leave = enter(15)
    expect(crowd.isThere()).toBe(false)
    leave.push(...enter(1))
    expect(crowd.isThere()).toBe(true)
    leave.pop()?.()
    vi.advanceTimersByTime(249)
    expect(crowd.isThere()).toBe(true)
    expect(onOver).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(crowd.isThere()).toBe(false)
    expect(onOver).toHaveBeenCalledOnce()
  })

  test('it is the same one while it comes and goes in groups', () => {
    const { crowd, onOver, enter } = openCrowd()
    for (let group = 0; group < 3; group += 1) {
      for (const leave of enter(32)) leave()
      expect(crowd.isThere()).toBe(true)
      vi.advanceTimersByTime(200)
    }
    expect(crowd.isThere()).toBe(true)
    expect(onOver).not.toHaveBeenCalled()
    vi.advanceTimersByTime(50)
    expect(crowd.isThere()).toBe(false)
    expect(onOver).toHaveBeenCalledOnce()
  })

  test.each(['all stay', 'it comes and goes in groups'])(
    'it keeps jobs waiting for five seconds at most, however many come in the place of those who leave: %s',
    (how) => {
      const { crowd, enter } = openCrowd()
      const group = () => {
        for (const leave of enter(32)) if (how !== 'all stay') leave()
      }
      for (let ms = 0; ms < 5000; ms += 100) {
        group()
        expect(crowd.isThere()).toBe(true)
        vi.advanceTimersByTime(100)
      }
      expect(crowd.isThere()).toBe(false)
      group()
      expect(crowd.isThere()).toBe(false)
    },
  )
})

test('on a site that does not work by itself what is due is done when it is asked for, crowd or not', async () => {
  const { services, jobs } = await openTestApp()
  const leave = Array.from({ length: 20 }, () => jobs.requestBegun())
  const job = {
    kind: EMAIL_JOB,
    payload: { emailId: 0 },
    dedupeKey: 'of a crowd',
    runAt: services.now(),
  }
  await services.db.transaction((tx) => enqueue(tx, job))
  expect(await jobs.runDue()).toBe(1)
  for (const left of leave) left(true)
})
