/** A short random history of a waitlist, of each kept seed and of the run's; the long ones are in `random.deep.test.ts`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { repeatText, seedsFor } from '#testing/seeds.ts'
import { playQueue } from './testing/play.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
})
afterAll(() => app.close())

test.each(seedsFor('waitlist'))('the line of seed %i keeps its order', async (seed) => {
  const story = await playQueue(app, { seed, steps: 10 })
  if (story !== null) expect.fail(`${story}\n\n${repeatText(seed, 'waitlist', 'http waitlist/random.test')}`)
})
