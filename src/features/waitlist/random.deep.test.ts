/** Long random histories of a waitlist; a failure names its seed. */
import { expect, test } from 'vitest'
import { openTestApp } from '#testing/open.ts'
import { playQueue } from './testing/play.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

const SEEDS = Array.from({ length: 12 }, (_, nth) => nth + 1)

test.each(SEEDS)('the line of seed %i keeps its order, over nights and days', async (seed) => {
  expect(await playQueue(app, { seed, steps: 60 })).toBeNull()
})
