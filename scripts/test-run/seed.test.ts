import { globSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RUN_SEED, repeatText, seedsFor } from '#testing/seeds.ts'
import { runSeed } from './seed.ts'

test('the seed is the given one, else another each time; what is none is refused', () => {
  expect(runSeed('7')).toBe(7)
  expect(runSeed(undefined)).not.toBe(runSeed(''))
  for (const none of ['seven', '-1', '1.5', '2147483648', '99999999999'])
    expect(() => runSeed(none)).toThrow(/SEED is a whole number/)
})

const fails = () => fc.assert(fc.property(fc.integer(), (drawn) => drawn === drawn + 1))

test('properties draw from the seed of the run, and a failing one says how to see it again and keep it', () => {
  const seed = process.env['SEED']
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: Number(seed) })
  expect(fails).toThrow(`SEED=${seed} npm test -- unit http scripts/test-run/seed.test.ts`)
  expect(fails).toThrow('examples: [[0]]')
})

test('random tests take the kept seeds first, then that of the run, and say how to see one again and keep it', () => {
  expect(seedsFor('history')).toEqual([1, RUN_SEED])
  expect(RUN_SEED).toBe(Number(process.env['SEED']))
  const told = repeatText(7, 'waitlist', 'http offers/random.test')
  expect(told).toContain('SEED=7 npm test -- http offers/random.test\n')
  expect(told).toContain("add 7 to the seeds of 'waitlist' in src/testing/seeds.ts")
})

/** What draws anew each time. A UUID only names something; the ports and the ids of the sandbox do no more. */
const BY_ITSELF = /Math\.random\(|randomInt\(/

test('no test draws by chance from anything but the seed', () => {
  const files = ['src/**/*.test.{ts,tsx}', 'src/**/testing/**/*.ts', 'scripts/**/*.test.ts', 'e2e/**/*.ts']
  const drawing = globSync(files).filter((file) => BY_ITSELF.test(readFileSync(file, 'utf8')))
  expect(drawing).toEqual([])
})
