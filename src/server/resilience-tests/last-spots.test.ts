/** 200 sign-ups at once for the last spots, through two processes (R20.1). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countTaken } from '#testing/factories.ts'
import { openHouse, type House, type Site } from './testing/cluster.ts'
import { allowLongTests } from './testing/long-timeouts.ts'
import { FREE, makeCoveted, rightAnswers, rush, SPOTS } from './testing/sign-up-burst.ts'

allowLongTests()

const GUESTS = 200
/** Each of these takes several calls; `last-spots.deep.test.ts` has 200 of them as well. */
const PAYING_GUESTS = 50

let house: House
let free: number
let priced: number
let forControl: number
let sites: Site[]
beforeAll(async () => {
  house = await openHouse()
  await house.inside(async (books) => {
    free = await makeCoveted(books, 0)
    priced = await makeCoveted(books, 90_000)
    forControl = await makeCoveted(books, 0)
  })
  sites = await Promise.all([house.start(), house.start()])
})
afterAll(() => house.close())

describe(`sign-ups at once for the last ${FREE} spots (R2.3, R20.1)`, () => {
  test(`${GUESTS} for a free event: as many spots as there are, and a clear no to all others`, async () => {
    const answers = await rush({ sites, guests: GUESTS, eventId: free, cost: 0 })
    expect(answers).toEqual(rightAnswers(GUESTS))
  })

  test(`${PAYING_GUESTS} for a priced event: the same`, async () => {
    const answers = await rush({ sites, guests: PAYING_GUESTS, eventId: priced, cost: 90_000 })
    expect(answers).toEqual(rightAnswers(PAYING_GUESTS))
  })
})

test('negative control: with the lock of the event taken off, it oversells (R2.3, R20.1)', async () => {
  const preload = new URL('./testing/without-event-lock.ts', import.meta.url).href
  const program = ['--import', preload, 'src/server/main.ts']
  const unlocked = await Promise.all([1, 2].map(() => house.start({ program })))
  await rush({ sites: unlocked, guests: GUESTS, eventId: forControl, cost: 0 })
  expect(await house.inside(({ db }) => countTaken(db, forControl))).toBeGreaterThan(SPOTS)
})

test('no more spots are taken than there are', async () => {
  await Promise.all(sites.map((site) => site.kill()))
  const taken = await house.inside(({ db }) => Promise.all([free, priced].map((id) => countTaken(db, id))))
  expect(taken).toEqual([SPOTS, SPOTS])
})
