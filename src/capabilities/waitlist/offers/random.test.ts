/** A short random history of a line that nobody has seen before; the long ones are in `random.deep.test.ts`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/app.ts'
import { playLine } from '../testing/play.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
})
afterAll(() => app.close())

test.each([Math.floor(Math.random() * 2 ** 31)])('the line of seed %i keeps its order', async (seed) => {
  expect(await playLine(app, { seed, steps: 10 })).toBeNull()
})
