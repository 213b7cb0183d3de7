/** A seat taken in one process is seen in another (R20.10): only PostgreSQL has two. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuest } from '#features/booking/testing/guest.ts'
import { testDatabaseKind } from '#testing/database.ts'
import { FAR_AHEAD, makeEvent, type EventRow } from '#testing/factories.ts'
import { openHouse, type House, type Site } from './testing/cluster.ts'
import { allowLongTests } from './testing/long-timeouts.ts'

allowLongTests()
/** The rule says a second; a busy machine may take longer to run two processes at all. */
const SOON = { timeout: 15_000, interval: 50 }

let house: House
let event: EventRow
let one: Site
let two: Site
beforeAll(async () => {
  house = await openHouse()
  event = await house.inside(({ db }) =>
    makeEvent(db, { urlName: 'shared', cost: 0, spots: 6, ...FAR_AHEAD }),
  )
  one = await house.start()
  if (testDatabaseKind() === 'postgres') two = await house.start()
})
afterAll(() => house.close())

const address = '/event/shared'
async function look(site: Site): Promise<{ left: string | undefined; kept: boolean }> {
  const response = await site.request(address)
  const left = /Open for Registration|Only (\d) Space/.exec(await response.text())
  return { left: left?.[1] ?? left?.[0], kept: response.headers.get('cache-control') === 'public, no-cache' }
}
/** One mailbox signs up once for an event that costs nothing. */
let taken = 0
const takeSpot = async (site: Site) => {
  const email = `guest-${(taken += 1)}@example.test`
  expect((await createGuest(site).order({ eventId: event.id, amount: 0, email })).ok).toBe(true)
}

if (testDatabaseKind() === 'embedded') {
  test('a seat taken is seen by the very next visitor over a socket', async () => {
    expect(await look(one)).toEqual({ left: 'Open for Registration', kept: true })
    await takeSpot(one)
    await takeSpot(one)
    expect(await look(one)).toEqual({ left: '4', kept: true })
  })
} else {
  test('a seat taken in one process is seen at once there and soon in the other (R20.10)', async () => {
    expect([await look(one), await look(two)].map(({ kept }) => kept)).toEqual([true, true])
    await takeSpot(one)
    await takeSpot(one)
    expect(await look(one)).toEqual({ left: '4', kept: true })
    await expect.poll(async () => (await look(two)).left, SOON).toBe('4')
  })
}
