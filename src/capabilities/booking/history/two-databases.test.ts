/** The same random history on the embedded database and on PostgreSQL ends in the same rows. Runs with PostgreSQL alone: there both are. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatText, seedsFor } from '../../../testing/seeds.ts'
import { endsOf, openTwoSites, type TwoSites } from './testing/two-sites.ts'

let sites: TwoSites
beforeAll(async () => {
  sites = await openTwoSites()
})
afterAll(() => Promise.all([sites.underTest.app.close(), sites.embedded.app.close()]))

test.each(seedsFor('history'))('the histories of seed %i end alike', { timeout: 300_000 }, async (seed) => {
  const ends = await endsOf(sites, seed, 1)
  // Something has happened in them: a short one may leave no reservation, and never no line of what was done.
  for (const { underTest } of ends) expect(underTest.rows['public.audit_entries']).not.toEqual([])
  for (const { underTest, embedded } of ends)
    expect(underTest, repeatText(seed, 'history', 'postgres two-databases')).toEqual(embedded)
})
