/** A short random history of a waitlist, of each kept seed and of the run's; the long ones are in `random.deep.test.ts`. */
import { expect, test } from 'vitest'
import { repeatText, seedsFor } from '#testing/seeds.ts'
import { openTestApp } from '#testing/open.ts'
import { playQueue } from './testing/play.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

test.each(seedsFor('waitlist'))('the line of seed %i keeps its order', async (seed) => {
  const story = await playQueue(app, { seed, steps: 10 })
  if (story !== null) expect.fail(`${story}\n\n${repeatText(seed, 'waitlist', 'http waitlist/random.test')}`)
})
