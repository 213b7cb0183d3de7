/** Long random histories of a waitlist; a failure names its seed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { playQueue } from './testing/play.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
})
afterAll(() => app.close())

const SEEDS = Array.from({ length: 12 }, (_, nth) => nth + 1)

test.each(SEEDS)('the line of seed %i keeps its order, over nights and days', async (seed) => {
  expect(await playQueue(app, { seed, steps: 60 })).toBeNull()
})
