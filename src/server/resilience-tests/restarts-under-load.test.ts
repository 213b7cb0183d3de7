/** The database is restarted (R20.4), and the process is ended (R20.5), while many are at it. */
import { inArray } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { FAR_AHEAD, makeEvent } from '#testing/factories.ts'
import { startOwnPostgres } from '#testing/postgres/server.ts'
import { openHouse, type House } from './testing/cluster.ts'
import { gather, type Answer } from './testing/load-generator.ts'
import { allowLongTests } from './testing/long-timeouts.ts'

allowLongTests()

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close()
})

async function houseWithEvent(ownServer?: string) {
  const house = await openHouse(ownServer)
  open.push(house)
  const event = await house.inside(({ db }) => makeEvent(db, { cost: 0, spots: 100_000, ...FAR_AHEAD }))
  return { house, eventId: event.id }
}

const failed = (answers: Answer[]) => answers.filter(({ status }) => status === 0 || status >= 400)
const kept = (house: House, uuids: string[]) => house.inside(({ db }) => countOf(db, uuids))
const countOf = async (db: Database, uuids: string[]) =>
  db.$count(reservations, inArray(reservations.uuid, uuids))

describe('SIGTERM while a crowd reads and signs up', () => {
  test('fails no request, ends with 0 within 10 s, and keeps all that was acknowledged (R20.5)', async () => {
    const { house, eventId } = await houseWithEvent()
    const site = await house.start()
    const crowd = gather({ address: await site.address, eventId, each: 8 })
    await expect.poll(() => crowd.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)
    const told = Date.now()
    expect(await site.stop()).toBe(0)
    // R20.5
    expect(Date.now() - told).toBeLessThan(10_000)
    await crowd.left
    expect(failed(crowd.answers)).toEqual([])
    expect(await kept(house, crowd.acknowledged)).toBe(crowd.acknowledged.length)
  })
})

/** A crash is the harder one: the short run leaves the other to the long one. */
const RESTARTS = process.env['EVERY_TEST'] === '1' ? (['in order', 'crash'] as const) : (['crash'] as const)

describe('PostgreSQL restarted while a crowd reads and signs up', () => {
  test.each(RESTARTS)('%s: errors end within 10 s, nothing acknowledged is lost (R20.4)', async (how) => {
    const server = await startOwnPostgres()
    open.push(server)
    const { house, eventId } = await houseWithEvent(server.url)
    const site = await house.start()
    const crowd = gather({ address: await site.address, eventId, each: 4 })
    const more = async (than: number) =>
      expect.poll(() => crowd.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(than + 20)
    await more(0)
    await server.restart(how)
    const back = Date.now()
    await more(crowd.acknowledged.length)
    crowd.leave()
    await crowd.left

    const errors = failed(crowd.answers)
    // R20.4
    expect(Math.max(0, ...errors.map(({ at }) => at - back))).toBeLessThan(10_000)
    // The process lives and says, as a page or in JSON, that it is the moment and not the request.
    const said = errors.map(({ status, body }) => `${status} ${/later|again/.test(body) ? 'again' : body}`)
    expect(new Set(said)).toEqual(new Set(['503 again']))
    expect(site.child.exitCode).toBeNull()
    expect((await site.request('/readyz')).status).toBe(200)
    expect(await kept(house, crowd.acknowledged)).toBe(crowd.acknowledged.length)
  })
})
