/**
 * Seeds of randomized tests. `npm test` prints the seed of its run, and the variable `SEED` sets the seed.
 * Every run first tries the kept seeds, which once found a bug.
 */

/** Seeds that once found a bug. To keep another seed, add it with a comment that says what it found. */
const KEPT = {
  // 751605561: deleting a paid invoice left the payment for a guest who was split off in the payer's price.
  // 732987988: a purged waitlist entry was offered a spot after an admin had moved its event into the future.
  history: [1, 751605561, 732987988],
  waitlist: [],
  reconciliation: [],
  // 1421520709: the site learned in June of a refund of May, and May's balance lacked it.
  // 1449848630: at the end of a month, money was still to be refunded by hand, and the test did not count it.
  statements: [584958699, 1421520709, 1449848630],
  totals: [],
} satisfies Record<string, number[]>

/** The seed of this run, set by `vitest.config.ts`. */
export const RUN_SEED = Number(process.env['SEED'])

/** Returns the kept seeds of a test, followed by the seed of the current run. */
export function seedsFor(test: keyof typeof KEPT): number[] {
  return [...new Set([...KEPT[test], RUN_SEED])]
}

/**
 * Returns instructions for repeating a failure of a randomized test and for keeping its seed.
 * @param test the test whose list of kept seeds gets the seed
 * @param words arguments of `npm test --` that run only this test
 */
export function repeatText(seed: number, test: keyof typeof KEPT, words: string): string {
  return `To repeat it: SEED=${seed} npm test -- ${words}
To keep it as a fixed case: add ${seed} to the seeds of '${test}' in test/support/seeds.ts`
}

/**
 * Returns a random number generator (mulberry32) with numbers from 0 to below 1. The same seed gives the same
 * numbers.
 */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
