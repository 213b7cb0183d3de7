import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createHitLog } from './cache-middleware.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('logs how many replies of each page came from the cache, once a second, and nothing if none did', () => {
  const lines: object[] = []
  const log = createLog({ destination: { write: (line: string) => lines.push(JSON.parse(line)) } })
  const countHit = createHitLog(log)
  for (const status of [200, 304, 200] as const) countHit('/events', status)
  countHit('/', 304)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(lines).toMatchObject([
    { msg: 'cached page', route: '/events', sent: 2, confirmed: 1 },
    { msg: 'cached page', route: '/', sent: 0, confirmed: 1 },
  ])
  vi.advanceTimersByTime(5000)
  expect(lines).toHaveLength(2)
  countHit('/', 200)
  vi.advanceTimersByTime(1000)
  expect(lines[2]).toMatchObject({ route: '/', sent: 1, confirmed: 0 })
})
