/**
 * Seeds of randomized tests: the seed of the run, which `npm test` prints and the variable `SEED` sets, and
 * seeds that once found a bug. Every run tries those first. `seeded-properties.ts` passes the seed of the run
 * to fast-check.
 */

/** The kept seeds. To keep another one, add it here with a comment that says what it found. */
const KEPT = {
  history: [1],
  waitlist: [],
  reconciliation: [],
  statements: [584958699],
  totals: [],
} satisfies Record<string, number[]>

/** The seed of this run, set by `vitest.config.ts`. */
export const RUN_SEED = Number(process.env['SEED'])

/** Returns a test's kept seeds, followed by the run's. */
export function seedsFor(test: keyof typeof KEPT): number[] {
  return [...new Set([...KEPT[test], RUN_SEED])]
}

/**
 * Returns instructions to repeat a failure of a randomized test and to keep its seed.
 * @param test the test to whose kept seeds the seed belongs
 * @param words arguments of `npm test --` that run only this test
 */
export function repeatText(seed: number, test: keyof typeof KEPT, words: string): string {
  return `To repeat it: SEED=${seed} npm test -- ${words}
To keep it as a fixed case: add ${seed} to the seeds of '${test}' in test/support/seeds.ts`
}

/** Returns a reproducible random number generator for a seed: numbers from 0 to below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
