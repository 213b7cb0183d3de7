/**
 * Restarts two processes one after the other while many clients send requests. The processes are behind a
 * load balancer and use one PostgreSQL database, as in `deploy/`. `docs/operators/upgrade.md` promises that
 * such an upgrade fails no request.
 */
import { inArray } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { FAR_AHEAD, makeEvent } from '#test/support/factories.ts'
import { freePort } from '#test/support/process.ts'
import { openBalancer } from '../support/reliability/balancer.ts'
import { openTestInstallation, type Site } from '../support/reliability/cluster.ts'
import { startLoad } from '../support/reliability/load-generator.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'

allowLongTests()
const ROUNDS = 3

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close()
})

// Two processes need PostgreSQL, because only one process at a time can use an embedded database.
if (testDatabaseKind() === 'postgres')
  test('fails no request during a rolling restart, and loses no sign-up that it has acknowledged', async () => {
    const installation = await openTestInstallation()
    open.push(installation)
    const event = await installation.withDatabase(({ db }) =>
      makeEvent(db, { cost: 0, spots: 100_000, ...FAR_AHEAD }),
    )
    const ports: [string, string] = [await freePort(), await freePort()]
    const start = (port: string) => installation.start({ env: { PORT: port } })
    const sites: Site[] = await Promise.all(ports.map(start))
    const balancer = await openBalancer(ports)
    open.push(balancer)
    const crowd = startLoad({ address: balancer.address, eventId: event.id, each: 4 })
    const more = async () => {
      const before = crowd.acknowledged.length
      await expect.poll(() => crowd.acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(before + 20)
    }

    await more()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, port] of ports.entries()) {
        expect(await sites[index]?.stop()).toBe(0)
        // Only one process runs for a while, as during a slow start of the other.
        await more()
        sites[index] = await start(port)
        await more()
      }
    }
    crowd.leave()
    await crowd.left

    const failed = crowd.answers.filter(({ status }) => status === 0 || status >= 400)
    expect(failed.map(({ status, body, lost }) => lost ?? `${status} ${body.slice(0, 200)}`)).toEqual([])
    const kept = await installation.withDatabase(({ db }) =>
      db.$count(reservations, inArray(reservations.uuid, crowd.acknowledged)),
    )
    expect(kept).toBe(crowd.acknowledged.length)
    const balanced = sites.every((site) => site.output().stdout.includes('booking.createReservation'))
    expect(balanced).toBe(true)
  })
