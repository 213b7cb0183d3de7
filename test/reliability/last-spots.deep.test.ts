/**
 * Lets 200 guests sign up for the last spots at the same time (R20.1), several times and also with payments.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabaseKind } from '#test/support/database.ts'
import { countTaken } from '#test/support/factories.ts'
import { openTestInstallation, type TestInstallation, type Site } from '../support/reliability/cluster.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'
import {
  makeEventWithFewSpots,
  expectedAnswers,
  signUpBurst,
  SPOTS,
} from '../support/reliability/sign-up-burst.ts'

allowLongTests()

const GUESTS = 200
const COSTS = [90_000, 0, 90_000, 0, 0]

let installation: TestInstallation
let sites: Site[]
let events: { eventId: number; cost: number }[]
beforeAll(async () => {
  installation = await openTestInstallation()
  events = await installation.withDatabase(async (books) => {
    const made = []
    for (const cost of COSTS) made.push({ cost, eventId: await makeEventWithFewSpots(books, cost) })
    return made
  })
  const processes = testDatabaseKind() === 'postgres' ? 2 : 1
  sites = await Promise.all(Array.from({ length: processes }, () => installation.start()))
})
afterAll(() => installation.close())

test.each(COSTS.map((cost, nth) => ({ cost, nth })))(
  `gives ${GUESTS} simultaneous guests only the free spots, at event number $nth with a price of $cost cents`,
  async ({ nth }) => {
    const event = events[nth]
    if (!event) throw new Error('no event was made')
    expect(await signUpBurst({ sites, guests: GUESTS, ...event })).toEqual(expectedAnswers(GUESTS))
  },
)

test('fills each event to its last spot, and never beyond', async () => {
  await Promise.all(sites.map((site) => site.kill()))
  const taken = await installation.withDatabase(({ db }) =>
    Promise.all(events.map(({ eventId }) => countTaken(db, eventId))),
  )
  expect(taken).toEqual(COSTS.map(() => SPOTS))
})
