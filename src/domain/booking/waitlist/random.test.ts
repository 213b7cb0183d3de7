/**
 * Short generated sequences of steps on a waitlist, one for each saved seed and one for a new seed.
 * `random.deep.test.ts` has long ones.
 */
import { expect, test } from 'vitest'
import { repeatText, seedsFor } from '#test/support/seeds.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { playRandomHistory } from '#test/support/booking/waitlist-history.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

test.each(seedsFor('waitlist'))(
  'keeps the waitlist in order through a short generated sequence of steps (seed %i)',
  async (seed) => {
    const story = await playRandomHistory(app, { seed, steps: 10 })
    if (story !== null)
      expect.fail(`${story}\n\n${repeatText(seed, 'waitlist', 'http waitlist/random.test')}`)
  },
)
