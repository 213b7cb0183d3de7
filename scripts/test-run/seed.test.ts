import { globSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RUN_SEED, repeatText, seedsFor } from '#test/support/seeds.ts'
import { runSeed } from './seed.ts'

test('uses the given seed, draws a random seed if none is given, and refuses an invalid seed', () => {
  expect(runSeed('7')).toBe(7)
  expect(runSeed(undefined)).not.toBe(runSeed(''))
  for (const none of ['seven', '-1', '1.5', '2147483648', '99999999999'])
    expect(() => runSeed(none)).toThrow(/SEED is a whole number/)
})

const fails = () => fc.assert(fc.property(fc.integer(), (drawn) => drawn === drawn + 1))

test('runs property tests with the run’s seed, and prints how to repeat a failure and how to keep its seed', () => {
  const seed = process.env['SEED']
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: Number(seed) })
  expect(fails).toThrow(`SEED=${seed} npm test -- unit http scripts/test-run/seed.test.ts`)
  expect(fails).toThrow('examples: [[0]]')
})

test('runs randomized tests with seeds that once found a bug, then with the run’s, and says how to repeat failures', () => {
  const seeds = seedsFor('history')
  expect([seeds[0], seeds.at(-1)]).toEqual([1, RUN_SEED])
  expect(RUN_SEED).toBe(Number(process.env['SEED']))
  const told = repeatText(7, 'waitlist', 'http offers/random.test')
  expect(told).toContain('SEED=7 npm test -- http offers/random.test\n')
  expect(told).toContain("add 7 to the seeds of 'waitlist' in test/support/seeds.ts")
})

/**
 * Matches sources of randomness that ignore the run's seed. Tests may use random UUIDs, ports and sandbox
 * ids, because these only name things.
 */
const BY_ITSELF = /Math\.random\(|randomInt\(/

test('lets tests draw random values only from the run’s seed', () => {
  const files = ['src/**/*.test.{ts,tsx}', 'test/**/*.ts', 'scripts/**/*.test.ts']
  const drawing = globSync(files).filter((file) => BY_ITSELF.test(readFileSync(file, 'utf8')))
  expect(drawing).toEqual([])
})
