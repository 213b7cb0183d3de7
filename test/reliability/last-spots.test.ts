/** Tests 200 simultaneous sign-ups for the last spots, through two processes (R20.1). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countTaken } from '#test/support/factories.ts'
import { openTestInstallation, type TestInstallation, type Site } from '../support/reliability/cluster.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'
import {
  FREE,
  makeEventWithFewSpots,
  expectedAnswers,
  signUpBurst,
  SPOTS,
} from '../support/reliability/sign-up-burst.ts'

allowLongTests()

const GUESTS = 200
/**
 * The number of guests in the test with payments. It is smaller, because each paying guest sends several
 * requests. In `last-spots.deep.test.ts`, 200 guests pay.
 */
const PAYING_GUESTS = 50

let installation: TestInstallation
let free: number
let priced: number
let forControl: number
let sites: Site[]
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.withDatabase(async (books) => {
    free = await makeEventWithFewSpots(books, 0)
    priced = await makeEventWithFewSpots(books, 90_000)
    forControl = await makeEventWithFewSpots(books, 0)
  })
  sites = await Promise.all([installation.start(), installation.start()])
})
afterAll(() => installation.close())

describe(`with simultaneous sign-ups for the last ${FREE} spots (R2.3, R20.1), the site`, () => {
  test(`gives the last spots of a free event to some of ${GUESTS} simultaneous guests, and clearly refuses all others`, async () => {
    const answers = await signUpBurst({ sites, guests: GUESTS, eventId: free, cost: 0 })
    expect(answers).toEqual(expectedAnswers(GUESTS))
  })

  test(`gives the last spots of a priced event to some of ${PAYING_GUESTS} simultaneous guests, and refuses all others`, async () => {
    const answers = await signUpBurst({ sites, guests: PAYING_GUESTS, eventId: priced, cost: 90_000 })
    expect(answers).toEqual(expectedAnswers(PAYING_GUESTS))
  })
})

test('sells too many spots without the lock on the event, which proves that the test can fail (R2.3, R20.1)', async () => {
  const preload = new URL('../support/reliability/without-event-lock.ts', import.meta.url).href
  const program = ['--import', preload, 'src/server/main.ts']
  const unlocked = await Promise.all([1, 2].map(() => installation.start({ program })))
  await signUpBurst({ sites: unlocked, guests: GUESTS, eventId: forControl, cost: 0 })
  expect(await installation.withDatabase(({ db }) => countTaken(db, forControl))).toBeGreaterThan(SPOTS)
})

test('fills the events to their last spot, and never beyond', async () => {
  await Promise.all(sites.map((site) => site.kill()))
  const taken = await installation.withDatabase(({ db }) =>
    Promise.all([free, priced].map((id) => countTaken(db, id))),
  )
  expect(taken).toEqual([SPOTS, SPOTS])
})
