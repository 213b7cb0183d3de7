import { expect, test } from 'vitest'
import type { LimitName } from '#shared/endpoint.ts'
import { networksOf } from './http/address.ts'
import { BUDGETS, createRateLimits, WHILE_WHOLE_IS_GONE, WHOLE } from './rate-limits.ts'

const from = (key: string) => [{ key, times: 1 }]

function setup(options: { enabled?: boolean; maxBuckets?: number } = {}) {
  let time = 0
  const limits = createRateLimits({ enabled: true, now: () => new Date(time), ...options })
  const exhaust = (limit: LimitName, address: string, target?: string) => {
    for (let count = 0; count < 2000; count += 1) {
      if (!limits.take(limit, from(address), { target }).ok) return count
    }
    return Infinity
  }
  return { limits, exhaust, advance: (seconds: number) => (time += seconds * 1000) }
}

test.each(Object.entries(BUDGETS))('%s: as many as the budget, then one per refill', (name, budget) => {
  const { limits, exhaust, advance } = setup()
  const limit = name as LimitName
  expect(exhaust(limit, 'a')).toBe(budget.burst)
  const refused = limits.take(limit, from('a'))
  expect(refused).toEqual({ ok: false, retryAfterSeconds: Math.max(1, Math.ceil(budget.refillSeconds)) })
  advance(budget.refillSeconds)
  expect(limits.take(limit, from('a')).ok).toBe(true)
  expect(limits.take(limit, from('a')).ok).toBe(false)
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
  expect(limits.take('guess', from('b')).ok).toBe(true)
  expect(limits.take('guess', from('b'), { target: 'event:7' }).ok).toBe(true)
})

test('one target allows fewer tries than all together', () => {
  const { exhaust } = setup()
  expect(exhaust('guess', 'a', 'event:7')).toBeLessThan(BUDGETS.guess.burst)
})

test('what is given back counts no more', () => {
  const { limits, exhaust } = setup()
  for (let count = 0; count < 100; count += 1) {
    const taken = limits.take('guess', from('a'))
    if (taken.ok) taken.release()
  }
  expect(exhaust('guess', 'a')).toBe(BUDGETS.guess.burst)
})

test('memory is bounded: whoever was seen longest ago is forgotten first', () => {
  const { limits, exhaust } = setup({ maxBuckets: 10 })
  exhaust('guess', 'early')
  for (let count = 0; count < 9; count += 1) limits.take('guess', from(`other ${count}`))
  expect(limits.take('guess', from('early')).ok).toBe(false)
  for (let count = 0; count < 10; count += 1) limits.take('guess', from(`another ${count}`))
  expect(limits.take('guess', from('early')).ok).toBe(true)
})

const many = (of: (nth: string) => string) =>
  Array.from({ length: 10_000 }, (_, nth) => of(nth.toString(16).padStart(2, '0')))

test('networks around a caller are counted with them, each by a wider budget, or not at all', () => {
  const { limits } = setup()
  const guesses = (addresses: string[]) =>
    addresses.filter((address) => limits.take('guess', networksOf(address)).ok).length
  expect(guesses(many((nth) => `2001:db8:1:200::${nth}`))).toBe(20)
  // What was refused there has taken nothing of what is around.
  expect(guesses(many((nth) => `2001:db8:1:2${nth.slice(-2)}::1`))).toBe(60)
  expect(guesses(many((nth) => `2001:db8:1:${nth}::1`))).toBe(240)
  expect(guesses(['2001:db8:2::1', '192.0.2.1'])).toBe(2)
})

test('a short secret as a whole: when too many were wrong, each network has a few and everybody goes on', () => {
  const { limits, advance } = setup()
  const guess = (network: string) => limits.takeShared('dog', network).ok
  for (let nth = 0; nth < WHOLE.burst; nth += 1) expect(guess(`network ${nth}`)).toBe(true)
  const few = Array.from({ length: 5 }, () => guess('another')).filter(Boolean)
  expect(few).toHaveLength(WHILE_WHOLE_IS_GONE.burst)
  expect(guess('the family')).toBe(true)
  expect(limits.takeShared('another dog', 'another').ok).toBe(true)
  advance(WHOLE.refillSeconds)
  expect([guess('another'), guess('another')]).toEqual([true, false])
})

test('off lets everything pass', () => {
  expect(setup({ enabled: false }).exhaust('payment', 'a')).toBe(Infinity)
  expect(setup().exhaust('none', 'a')).toBe(Infinity)
})
