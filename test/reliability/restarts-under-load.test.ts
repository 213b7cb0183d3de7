/** Restarts the database (R20.4), and ends the site's process (R20.5), while many clients send requests. */
import { inArray } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { FAR_AHEAD, makeEvent } from '#test/support/factories.ts'
import { startOwnPostgres } from '#test/support/postgres/server.ts'
import { openTestInstallation, type TestInstallation } from '../support/reliability/cluster.ts'
import { startLoad, type Answer } from '../support/reliability/load-generator.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'

allowLongTests()

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close()
})

async function installationWithEvent(ownServer?: string) {
  const installation = await openTestInstallation(ownServer)
  open.push(installation)
  const event = await installation.withDatabase(({ db }) =>
    makeEvent(db, { cost: 0, spots: 100_000, ...FAR_AHEAD }),
  )
  return { installation, eventId: event.id }
}

const failed = (answers: Answer[]) => answers.filter(({ status }) => status === 0 || status >= 400)
const kept = (installation: TestInstallation, uuids: string[]) =>
  installation.withDatabase(({ db }) => countOf(db, uuids))
const countOf = async (db: Database, uuids: string[]) =>
  db.$count(reservations, inArray(reservations.uuid, uuids))

describe('a site that gets SIGTERM under load', () => {
  test('fails no request, exits with 0 within 10 s, and keeps all sign-ups that it has acknowledged (R20.5)', async () => {
    const { installation, eventId } = await installationWithEvent()
    const site = await installation.start()
    const crowd = startLoad({ address: await site.address, eventId, each: 8 })
    await expect.poll(() => crowd.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)
    const told = Date.now()
    expect(await site.stop()).toBe(0)
    // R20.5: the process must end within 10 s.
    expect(Date.now() - told).toBeLessThan(10_000)
    await crowd.left
    expect(failed(crowd.answers)).toEqual([])
    expect(await kept(installation, crowd.acknowledged)).toBe(crowd.acknowledged.length)
  })
})

/** The short run tests only the crash, which is harder to survive. The long run tests both kinds of restart. */
const RESTARTS = process.env['EVERY_TEST'] === '1' ? (['in order', 'crash'] as const) : (['crash'] as const)

describe('a site whose PostgreSQL restarts under load', () => {
  test.each(RESTARTS)(
    'returns errors for at most 10 s after a restart of PostgreSQL (%s), and loses no acknowledged sign-up (R20.4)',
    async (how) => {
      const server = await startOwnPostgres()
      open.push(server)
      const { installation, eventId } = await installationWithEvent(server.url)
      const site = await installation.start()
      const crowd = startLoad({ address: await site.address, eventId, each: 4 })
      const more = async (than: number) =>
        expect.poll(() => crowd.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(than + 20)
      await more(0)
      await server.restart(how)
      const back = Date.now()
      await more(crowd.acknowledged.length)
      crowd.leave()
      await crowd.left

      const errors = failed(crowd.answers)
      // R20.4: error replies must end within 10 s after the database is back.
      expect(Math.max(0, ...errors.map(({ at }) => at - back))).toBeLessThan(10_000)
      // The site's process keeps running. Its error replies, pages as well as JSON, must ask the user to try
      // again.
      const said = errors.map(({ status, body }) => `${status} ${/later|again/.test(body) ? 'again' : body}`)
      expect(new Set(said)).toEqual(new Set(['503 again']))
      expect(site.child.exitCode).toBeNull()
      expect((await site.request('/readyz')).status).toBe(200)
      expect(await kept(installation, crowd.acknowledged)).toBe(crowd.acknowledged.length)
    },
  )
})
