/** The same random history on the embedded database and on PostgreSQL ends in the same rows. Runs with PostgreSQL alone: there both are. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatText, RUN_SEED } from '#test/support/seeds.ts'
import { finalRowsOf, openTwoSites, type TwoSites } from './two-sites.ts'

let sites: TwoSites
beforeAll(async () => {
  sites = await openTwoSites()
})
afterAll(() => Promise.all([sites.underTest.app.close(), sites.embedded.app.close()]))

test('the histories of this run’s seed end alike (R20.14)', { timeout: 300_000 }, async () => {
  const ends = await finalRowsOf(sites, RUN_SEED, 1)
  // Something has happened in them: a short one may leave no reservation, and never no line of what was done.
  for (const { underTest } of ends) expect(underTest.rows['public.audit_entries']).not.toEqual([])
  for (const { underTest, embedded } of ends)
    expect(underTest, repeatText(RUN_SEED, 'history', 'postgres two-databases')).toEqual(embedded)
})
