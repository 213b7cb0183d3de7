/**
 * Runs the whole site behind the connection pooler PgBouncer, in session mode and in transaction mode. Two
 * processes sign guests up, and neither may show an old page.
 */
import { expect, test } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { expectSameBooks } from '#test/support/booking/books.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { FAR_AHEAD, makeEvent } from '#test/support/factories.ts'
import { hasPooler, startPooler } from '#test/support/postgres/pooler.ts'
import { ledgerOf, openTestInstallation, type Site } from '../support/reliability/cluster.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'

allowLongTests()
const SOON = { timeout: 15_000, interval: 50 }

const shown = async (site: Site) => {
  const response = await site.request('/event/shared')
  const left = /Open for Registration|Only (\d) Space/.exec(await response.text())
  return { left: left?.[1], kept: response.headers.get('cache-control') === 'public, no-cache' }
}

test.skipIf(testDatabaseKind() === 'embedded' || !hasPooler()).each(['session', 'transaction'] as const)(
  'shows the same free spots in two processes that cache their pages, in %s mode of a pooler',
  async (mode) => {
    const installation = await openTestInstallation()
    const event = await installation.withDatabase(({ db }) =>
      makeEvent(db, { urlName: 'shared', spots: 6, ...FAR_AHEAD }),
    )
    const pooler = await startPooler(installation.databaseUrl ?? '')
    const env = { DATABASE_URL: pooler.urls[mode] }
    const sites = await Promise.all([installation.start({ env }), installation.start({ env })])
    for (const site of sites) expect(await shown(site)).toEqual({ left: undefined, kept: true })
    for (const [index, left] of ['5', '4', '3', '2'].entries()) {
      const guest = createGuest(sites[index % 2] ?? sites[0])
      const { clientSecret } = await guest.hold(event.id)
      expect(await guest.pay(clientSecret)).toBe('succeeded')
      if (Number(left) > 4) continue
      for (const site of sites) await expect.poll(() => shown(site), SOON).toEqual({ left, kept: true })
    }
    const books = await ledgerOf(sites[0])
    expect(await Promise.all(sites.map((site) => site.stop()))).toEqual([0, 0])
    await installation.withDatabase(({ db }) => expectSameBooks(db, books))
    await pooler.close()
    await installation.close()
  },
)
