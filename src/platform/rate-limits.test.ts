import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LimitName } from '#shared/endpoint.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { rateLimits } from './database/schema/rate-limits.ts'
import { networksOf } from './http/address.ts'
import {
  BUDGETS,
  createRateLimits,
  deleteEndedCounts,
  NO_LIMITS,
  type RateLimits,
  WITHOUT_SHARED_BUDGET,
  SHARED_SECRET_BUDGET,
} from './rate-limits.ts'

const database = await openTestDatabase()
afterAll(() => database.close())
// Fakes the machine's clock, because the rate limit library reads it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const from = (key: string) => [{ key, times: 1 }]

/** Creates rate limits with no counts yet. Their secret is random, so no test has used their keys before. */
const newLimits = () => createRateLimits({ db: database.db, secret: randomUUID() })

/** Makes calls until the rate limit refuses one, and returns how many it allowed. */
async function exhaust(limits: RateLimits, limit: LimitName, address: string, target?: string) {
  for (let count = 0; count < 2000; count += 1)
    if (!(await limits.take(limit, from(address), { target })).ok) return count
  return Infinity
}

test.each(Object.entries(BUDGETS))(
  'allows the number of tries of "%s" in each window of time',
  async (name, { tries, seconds }) => {
    const limits = newLimits()
    const limit = name as LimitName
    expect(await exhaust(limits, limit, 'a')).toBe(tries)
    expect(await limits.take(limit, from('a'))).toEqual({ ok: false, retryAfterSeconds: seconds })
    advance(seconds - 1)
    expect(await limits.take(limit, from('a'))).toEqual({ ok: false, retryAfterSeconds: 1 })
    advance(1)
    expect((await limits.take(limit, from('a'))).ok).toBe(true)
  },
)

test('limits payments, with which thieves test stolen cards, more strictly than forms', () => {
  const { payment, write } = BUDGETS
  expect(payment.tries / payment.seconds).toBeLessThan(write.tries / write.seconds)
})

test('still serves other callers when one caller has reached the limit', async () => {
  const limits = newLimits()
  await exhaust(limits, 'guess', 'a')
  await exhaust(limits, 'guess', 'a', 'event:7')
  expect((await limits.take('guess', from('b'))).ok).toBe(true)
  expect((await limits.take('guess', from('b'), { target: 'event:7' })).ok).toBe(true)
})

test('allows fewer attempts at one target than at all targets together', async () => {
  expect(await exhaust(newLimits(), 'guess', 'a', 'event:7')).toBeLessThan(BUDGETS.guess.tries)
})

test('does not count an attempt whose token was returned', async () => {
  const limits = newLimits()
  for (let count = 0; count < 100; count += 1) {
    const taken = await limits.take('guess', from('a'))
    if (taken.ok) await taken.release()
  }
  expect(await exhaust(limits, 'guess', 'a')).toBe(BUDGETS.guess.tries)
})

test('counts nobody of a party that is too large for the rest of the limit', async () => {
  const limits = newLimits()
  const { tries } = BUDGETS['sign-up']
  expect((await limits.take('sign-up', from('a'), { tokens: tries + 1 })).ok).toBe(false)
  expect((await limits.take('sign-up', from('a'), { tokens: tries })).ok).toBe(true)
})

const many = (of: (nth: string) => string, count: number) =>
  Array.from({ length: count }, (_, nth) => of(nth.toString(16).padStart(2, '0')))

test('counts a call against the caller’s network and all wider networks with larger limits, but no refused call', async () => {
  const limits = newLimits()
  const guesses = async (addresses: string[]) => {
    let heard = 0
    for (const address of addresses) if ((await limits.take('guess', networksOf(address))).ok) heard += 1
    return heard
  }
  expect(await guesses(many((nth) => `2001:db8:1:200::${nth}`, 30))).toBe(20)
  // The limit of the smaller network refused 10 of the first 30 calls. They did not count against the wider
  // networks.
  expect(await guesses(many((nth) => `2001:db8:1:2${nth.slice(-2)}::1`, 100))).toBe(60)
  expect(await guesses(many((nth) => `2001:db8:1:${nth}00::1`, 250))).toBe(240)
  expect(await guesses(['2001:db8:2::1', '192.0.2.1'])).toBe(2)
})

test('leaves each network a few guesses after too many wrong guesses from all networks together', async () => {
  const limits = newLimits()
  const guess = async (network: string) => (await limits.takeShared('dog', network)).ok
  for (let nth = 0; nth < SHARED_SECRET_BUDGET.tries; nth += 1)
    expect(await guess(`network ${nth}`)).toBe(true)
  const few: boolean[] = []
  for (let nth = 0; nth < 5; nth += 1) few.push(await guess('another'))
  expect(few.filter(Boolean)).toHaveLength(WITHOUT_SHARED_BUDGET.tries)
  expect(await guess('the family')).toBe(true)
  expect((await limits.takeShared('another dog', 'another')).ok).toBe(true)
  advance(WITHOUT_SHARED_BUDGET.seconds)
  expect(await guess('another')).toBe(true)
})

describe('two processes with the same rate limits (R19.3)', () => {
  test('count guesses, payments, e-mails and sign-ups together', async () => {
    const secret = randomUUID()
    const [one, other] = [1, 2].map(() => createRateLimits({ db: database.db, secret }))
    if (!one || !other) throw new Error('two were made')
    for (const limit of ['guess', 'payment', 'mail', 'sign-up', 'join', 'write'] as const) {
      const { tries } = BUDGETS[limit]
      for (let nth = 0; nth < tries; nth += 1)
        expect((await (nth % 2 ? one : other).take(limit, from('a'))).ok).toBe(true)
      expect((await one.take(limit, from('a'))).ok).toBe(false)
      expect((await other.take(limit, from('a'))).ok).toBe(false)
    }
  })

  test('allow no more guesses than the limit even if all arrive at the same time', async () => {
    const secret = randomUUID()
    const processes = [1, 2].map(() => createRateLimits({ db: database.db, secret }))
    const guesses = processes.flatMap((limits) =>
      Array.from({ length: 50 }, () => limits.take('guess', from('a'))),
    )
    expect((await Promise.all(guesses)).filter(({ ok }) => ok).length).toBeLessThanOrEqual(
      BUDGETS.guess.tries,
    )
  })
})

test('counts reads in memory, so that no page waits for the database', async () => {
  const limits = createRateLimits({ db: null as never, secret: 'none' })
  expect(await exhaust(limits, 'read', 'a')).toBe(BUDGETS.read.tries)
})

test('stores no address, and deletes a count when its window of time is over', async () => {
  await database.db.delete(rateLimits)
  await newLimits().take('guess', networksOf('192.0.2.77'))
  const [row] = await database.db.select().from(rateLimits)
  expect(JSON.stringify(row)).not.toContain('192.0.2')
  await deleteEndedCounts(database.db)
  expect(await database.db.select().from(rateLimits)).toHaveLength(1)
  advance(BUDGETS.guess.seconds + 1)
  await deleteEndedCounts(database.db)
  expect(await database.db.select().from(rateLimits)).toEqual([])
})

test('allows everything if rate limits are switched off', async () => {
  expect(await exhaust(NO_LIMITS, 'payment', 'a')).toBe(Infinity)
  expect(await exhaust(newLimits(), 'none', 'a')).toBe(Infinity)
})
