/**
 * The seed of a test run. All random values in tests come from this seed. So a second try or a run on another
 * day with this seed gets the same values.
 */
import { randomInt } from 'node:crypto'

const END = 2 ** 31

/**
 * Returns the seed of this run.
 * @param given value of the variable `SEED`; if it is missing, the function draws a new seed
 * @returns a whole number of 31 bits
 * @throws {Error} if the given value is not a seed
 */
export function runSeed(given: string | undefined): number {
  if (given === undefined || given === '') return randomInt(END)
  const seed = /^\d{1,10}$/.test(given) ? Number(given) : END
  if (seed >= END) throw new Error(`SEED is a whole number below ${END}, not ${JSON.stringify(given)}`)
  return seed
}
