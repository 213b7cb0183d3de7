import { expect, test } from 'vitest'
import type { LimitName } from '../shared/endpoint.ts'
import { BUDGETS, createLimits } from './limits.ts'

function setup(options: { enabled?: boolean; maxBuckets?: number } = {}) {
  let time = 0
  const limits = createLimits({ enabled: true, now: () => new Date(time), ...options })
  const exhaust = (limit: LimitName, address: string, target?: string) => {
    for (let count = 0; count < 2000; count += 1) {
      if (!limits.take(limit, address, target).ok) return count
    }
    return Infinity
  }
  return { limits, exhaust, advance: (seconds: number) => (time += seconds * 1000) }
}

test.each(Object.entries(BUDGETS))('%s: as many as the budget, then one per refill', (name, budget) => {
  const { limits, exhaust, advance } = setup()
  const limit = name as LimitName
  expect(exhaust(limit, 'a')).toBe(budget.burst)
  const refused = limits.take(limit, 'a')
  expect(refused).toEqual({ ok: false, retryAfterSeconds: Math.max(1, Math.ceil(budget.refillSeconds)) })
  advance(budget.refillSeconds)
  expect(limits.take(limit, 'a').ok).toBe(true)
  expect(limits.take(limit, 'a').ok).toBe(false)
})

test('card testing is limited more strictly than forms', () => {
  expect(BUDGETS.payment.burst / BUDGETS.payment.refillSeconds).toBeLessThan(
    BUDGETS.write.burst / BUDGETS.write.refillSeconds,
  )
})

test('nobody locks others out', () => {
  const { limits, exhaust } = setup()
  exhaust('guess', 'a')
  exhaust('guess', 'a', 'event:7')
  expect(limits.take('guess', 'b').ok).toBe(true)
  expect(limits.take('guess', 'b', 'event:7').ok).toBe(true)
})

test('one target allows fewer tries than all together', () => {
  const { exhaust } = setup()
  expect(exhaust('guess', 'a', 'event:7')).toBeLessThan(BUDGETS.guess.burst)
})

test('what is given back counts no more', () => {
  const { limits, exhaust } = setup()
  for (let count = 0; count < 100; count += 1) {
    const taken = limits.take('guess', 'a')
    if (taken.ok) taken.giveBack()
  }
  expect(exhaust('guess', 'a')).toBe(BUDGETS.guess.burst)
})

test('memory is bounded: whoever was seen longest ago is forgotten first', () => {
  const { limits, exhaust } = setup({ maxBuckets: 10 })
  exhaust('guess', 'early')
  for (let count = 0; count < 9; count += 1) limits.take('guess', `other ${count}`)
  expect(limits.take('guess', 'early').ok).toBe(false)
  for (let count = 0; count < 10; count += 1) limits.take('guess', `another ${count}`)
  expect(limits.take('guess', 'early').ok).toBe(true)
})

test('off lets everything pass', () => {
  expect(setup({ enabled: false }).exhaust('payment', 'a')).toBe(Infinity)
  expect(setup().exhaust('none', 'a')).toBe(Infinity)
})
