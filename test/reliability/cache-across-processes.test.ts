/**
 * Tests that a spot that a guest takes through one process appears as taken in another process (R20.10). Only
 * PostgreSQL allows two processes.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { FAR_AHEAD, makeEvent, type EventRow } from '#test/support/factories.ts'
import { openTestInstallation, type TestInstallation, type Site } from '../support/reliability/cluster.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'

allowLongTests()
/**
 * R20.10 allows one second. This test waits longer, because a busy machine with two processes may be slower.
 */
const SOON = { timeout: 15_000, interval: 50 }

let installation: TestInstallation
let event: EventRow
let one: Site
let two: Site
beforeAll(async () => {
  installation = await openTestInstallation()
  event = await installation.withDatabase(({ db }) =>
    makeEvent(db, { urlName: 'shared', cost: 0, spots: 6, ...FAR_AHEAD }),
  )
  one = await installation.start()
  if (testDatabaseKind() === 'postgres') two = await installation.start()
})
afterAll(() => installation.close())

const address = '/event/shared'
async function look(site: Site): Promise<{ left: string | undefined; kept: boolean }> {
  const response = await site.request(address)
  const left = /Open for Registration|Only (\d) Space/.exec(await response.text())
  return { left: left?.[1] ?? left?.[0], kept: response.headers.get('cache-control') === 'public, no-cache' }
}
/**
 * Counts the sign-ups, so that each guest has a new e-mail address. An address can sign up only once for a
 * free event.
 */
let taken = 0
const takeSpot = async (site: Site) => {
  const email = `guest-${(taken += 1)}@example.test`
  expect((await createGuest(site).order({ eventId: event.id, amount: 0, email })).ok).toBe(true)
}

if (testDatabaseKind() === 'embedded') {
  test('shows a taken spot to the next visitor of the same process', async () => {
    expect(await look(one)).toEqual({ left: 'Open for Registration', kept: true })
    await takeSpot(one)
    await takeSpot(one)
    expect(await look(one)).toEqual({ left: '4', kept: true })
  })
} else {
  test('shows a taken spot immediately in the process that sold it, and soon in the other process (R20.10)', async () => {
    expect([await look(one), await look(two)].map(({ kept }) => kept)).toEqual([true, true])
    await takeSpot(one)
    await takeSpot(one)
    expect(await look(one)).toEqual({ left: '4', kept: true })
    await expect.poll(async () => (await look(two)).left, SOON).toBe('4')
  })
}
