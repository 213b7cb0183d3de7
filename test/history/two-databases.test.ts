/**
 * Runs a random list of steps on the embedded database and on PostgreSQL. Both must contain the same rows in
 * the end. Runs only if PostgreSQL is available.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatText, RUN_SEED } from '#test/support/seeds.ts'
import { finalRowsOf, openTwoSites, type TwoSites } from './two-sites.ts'

let sites: TwoSites
beforeAll(async () => {
  sites = await openTwoSites()
})
afterAll(() => Promise.all([sites.underTest.app.close(), sites.embedded.app.close()]))

test(
  'has the same rows on the embedded database and on PostgreSQL after the same random steps (R20.14)',
  { timeout: 300_000 },
  async () => {
    const ends = await finalRowsOf(sites, RUN_SEED, 1)
    // Checks that the steps did something. A short list may create no reservation, but always writes to the
    // audit log.
    for (const { underTest } of ends) expect(underTest.rows['public.audit_entries']).not.toEqual([])
    for (const { underTest, embedded } of ends)
      expect(underTest, repeatText(RUN_SEED, 'history', 'postgres two-databases')).toEqual(embedded)
  },
)
