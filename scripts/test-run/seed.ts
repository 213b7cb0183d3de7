/**
 * The seed of a run of tests: whatever they draw by chance comes from it, so that the same seed draws the same again, in a
 * second try or on another day.
 */
import { randomInt } from 'node:crypto'

const END = 2 ** 31

/**
 * @param given of the variable `SEED`; a new one is drawn without it
 * @returns a whole number of 31 bits
 * @throws {Error} when what is given is none
 */
export function runSeed(given: string | undefined): number {
  if (given === undefined || given === '') return randomInt(END)
  const seed = /^\d{1,10}$/.test(given) ? Number(given) : END
  if (seed >= END) throw new Error(`SEED is a whole number below ${END}, not ${JSON.stringify(given)}`)
  return seed
}
