/** RELIABILITY row 1: 200 sign-ups at once for the last spots; on PostgreSQL through two processes. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuest } from '../../capabilities/booking/testing/guest.ts'
import { countTaken } from '../../capabilities/events/store.ts'
import { testDatabaseKind } from '../../testing/database.ts'
import { makeEvent, takeSpots } from '../../testing/factories.ts'
import { openHouse, type House, type Site } from './testing/house.ts'
import { bePatient } from './testing/patience.ts'

bePatient()

const GUESTS = 200
const SPOTS = 11
/** How many of them are taken before the crowd comes. */
const TAKEN = 8
const onServer = testDatabaseKind() === 'postgres'

let house: House
let free: number
let priced: number
let forControl: number
let sites: Site[]
beforeAll(async () => {
  house = await openHouse()
  await house.inside(async (books) => {
    const event = async (cost: number) => {
      const { id } = await makeEvent(books.db, { cost, spots: SPOTS, startDateDate: '2027-07-01' })
      await takeSpots(books, id, { spots: TAKEN })
      return id
    }
    free = await event(0)
    priced = await event(90_000)
    forControl = await event(0)
  })
  sites = await Promise.all(Array.from({ length: onServer ? 2 : 1 }, () => house.start()))
})
afterAll(() => house.close())

type Crowd = ReturnType<typeof crowdAt>

/** Guests with a browser each, shared out over the processes. */
function crowdAt(where: Site[]) {
  return Array.from({ length: GUESTS }, (_, index) => {
    const site = where[index % where.length]
    if (!site) throw new Error('no process to sign up at')
    return { guest: createGuest(site), email: `guest-${index}@example.test` }
  })
}

/** Everybody has the page open, then everybody sends at once; how often each answer came. */
async function rush(crowd: Crowd, eventId: number, cost: number) {
  const intents = await Promise.all(
    crowd.map(async ({ guest }) => (cost > 0 ? (await guest.open(eventId)).paymentIntent : warmUp(guest))),
  )
  const replies = await Promise.all(
    crowd.map(({ guest, email }, index) => {
      const paymentIntent = intents[index] ?? null
      return guest.order({ eventId, email, amount: cost / 2, paymentIntent, attempt: randomUUID() })
    }),
  )
  const answers = replies.map((reply) =>
    reply.ok ? 'a spot' : `${reply.status} ${reply.code}: ${reply.message}`,
  )
  return Object.fromEntries(
    [...new Set(answers)].map((answer) => [answer, answers.filter((other) => other === answer).length]),
  )
}

async function warmUp({ browser }: Crowd[number]['guest']): Promise<null> {
  await browser.fetch('/healthz')
  return null
}

const RIGHT = { 'a spot': SPOTS - TAKEN, '409 event_full: No spaces left': GUESTS - (SPOTS - TAKEN) }

describe(`${GUESTS} sign-ups at once for the last ${SPOTS - TAKEN} spots`, () => {
  test('of a free event: as many spots as there are, and a clear no to all others', async () => {
    expect(await rush(crowdAt(sites), free, 0)).toEqual(RIGHT)
  })

  test('of a priced event: the same, and the holds can be paid', async () => {
    expect(await rush(crowdAt(sites), priced, 90_000)).toEqual(RIGHT)
  })
})

if (onServer) {
  test('negative control: with the lock of the event taken off, it oversells', async () => {
    const preload = new URL('./testing/without-event-lock.ts', import.meta.url).href
    const program = ['--import', preload, 'src/server/main.ts']
    const unlocked = await Promise.all([1, 2].map(() => house.start({ program })))
    await rush(crowdAt(unlocked), forControl, 0)
    expect(await house.inside(({ db }) => countTaken(db, forControl))).toBeGreaterThan(SPOTS)
  })
}

test('no more spots are taken than there are', async () => {
  await Promise.all(sites.map((site) => site.kill()))
  const taken = await house.inside(({ db }) => Promise.all([free, priced].map((id) => countTaken(db, id))))
  expect(taken).toEqual([SPOTS, SPOTS])
})
