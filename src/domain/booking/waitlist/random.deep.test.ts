/**
 * Generated sequences of steps in which random guests and admins act on a waitlist. A failing sequence prints its
 * seed.
 */
import { expect, test } from 'vitest'
import { openTestApp } from '#test/support/open-test-app.ts'
import { playRandomHistory } from '#test/support/booking/waitlist-history.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

const SEEDS = Array.from({ length: 12 }, (_, nth) => nth + 1)

test.each(SEEDS)(
  'keeps the waitlist in order through a long generated sequence of steps (seed %i)',
  async (seed) => {
    expect(await playRandomHistory(app, { seed, steps: 60 })).toBeNull()
  },
)
