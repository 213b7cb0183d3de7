/**
 * Random histories of guests, cards, webhooks and time on the real site (RELIABILITY rows 2, 3, 5, 6): from
 * a fixed seed, and from one that nobody has seen before. `HISTORY_SEED` and `HISTORY_NUMBER` repeat one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHistorySite, type HistorySite } from './testing/site.ts'
import { failureText, tellHistories } from './testing/tell.ts'

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

const given = process.env['HISTORY_SEED']
const only = process.env['HISTORY_NUMBER']
const seeds = given === undefined ? [1, Math.floor(Math.random() * 2 ** 31)] : [Number(given)]
const bounds = given === undefined ? { histories: 8, within: 4_000 } : { histories: 400 }

test.each(seeds)('the histories of seed %i', { timeout: 300_000 }, async (seed) => {
  const number = only === undefined ? undefined : Number(only)
  const told = await tellHistories(site, { seed, only: number, ...bounds })
  if (told.story !== null) expect.fail(failureText(told))
})
