/**
 * Runs random histories of guests, cards, webhooks and time on the real site (R20.2, R4.8, R2.8, R1.8), with
 * the kept seeds and the seed of the run. To repeat one history, set the variables `SEED` and
 * `HISTORY_NUMBER`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN_SEED, seedsFor } from '#test/support/seeds.ts'
import { openHistorySite, type HistorySite } from './site.ts'
import { failureText, searchHistories } from './search-histories.ts'

/**
 * Histories per seed. The number is fixed, so that running the same seed again repeats the same histories.
 */
const HISTORIES = 1

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

const only = process.env['HISTORY_NUMBER']

test.each(only === undefined ? seedsFor('history') : [RUN_SEED])(
  'breaks no invariant in the histories of seed %i (R20.2)',
  { timeout: 300_000 },
  async (seed) => {
    const number = only === undefined ? undefined : Number(only)
    const result = await searchHistories(site, { seed, only: number, histories: number ?? HISTORIES })
    if (result.story !== null) expect.fail(failureText(result))
  },
)
