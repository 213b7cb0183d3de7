/**
 * Random histories of guests, cards, webhooks and time on the real site (R20.2, R4.8, R2.8, R1.8): from the kept
 * seeds, and from that of the run. `SEED` and `HISTORY_NUMBER` repeat one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN_SEED, seedsFor } from '#test/support/seeds.ts'
import { openHistorySite, type HistorySite } from './site.ts'
import { failureText, searchHistories } from './search-histories.ts'

/** Histories of each seed; always the same number, so that a second try comes to the same one. The long run plays 10,000 steps. */
const HISTORIES = 1

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

const only = process.env['HISTORY_NUMBER']

test.each(only === undefined ? seedsFor('history') : [RUN_SEED])(
  'the histories of seed %i (R20.2)',
  { timeout: 300_000 },
  async (seed) => {
    const number = only === undefined ? undefined : Number(only)
    const told = await searchHistories(site, { seed, only: number, histories: number ?? HISTORIES })
    if (told.story !== null) expect.fail(failureText(told))
  },
)
