/**
 * The seeds of random tests: that of the run, which `npm test` prints and `SEED` gives again, and the seeds that once
 * showed a mistake, which every run tries first. Properties of fast-check take it from `seeded-properties.ts`.
 */

/** To keep a seed, add it here, and say beside it what it showed. */
const KEPT = {
  history: [1],
  waitlist: [],
  reconciliation: [],
  statements: [584958699],
  totals: [],
} satisfies Record<string, number[]>

/** The seed of this run, set by `vitest.config.ts`. */
export const RUN_SEED = Number(process.env['SEED'])

/** The kept seeds of a test, then that of the run. */
export function seedsFor(test: keyof typeof KEPT): number[] {
  return [...new Set([...KEPT[test], RUN_SEED])]
}

/**
 * The words that say how to see a failure of a random test again, and how to keep it.
 * @param test whose seeds they are
 * @param words of `npm test --` that run it alone
 */
export function repeatText(seed: number, test: keyof typeof KEPT, words: string): string {
  return `To see it again: SEED=${seed} npm test -- ${words}
To keep it as a fixed case: add ${seed} to the seeds of '${test}' in src/testing/seeds.ts`
}

/** Chance that comes out the same for the same seed: numbers from 0 up to 1, by mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
