/**
 * Runs a hundred random lists of what guests, admins and Stripe do on the embedded database and on PostgreSQL. Both
 * must contain the same rows in the end.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN_SEED } from '#test/support/seeds.ts'
import { finalRowsOf, openTwoSites, type TwoSites } from './two-sites.ts'

let sites: TwoSites
beforeAll(async () => {
  sites = await openTwoSites()
})
afterAll(() => Promise.all([sites.underTest.app.close(), sites.embedded.app.close()]))

const SEEDS = Array.from({ length: 10 }, (_, nth) => RUN_SEED + nth)

test.each(SEEDS)(
  'has the same rows on both databases after the random steps of seed %i',
  { timeout: 30 * 60_000 },
  async (seed) => {
    for (const { underTest, embedded } of await finalRowsOf(sites, seed, 10)) {
      expect(embedded.story).toBeNull()
      expect(underTest).toEqual(embedded)
    }
  },
)
