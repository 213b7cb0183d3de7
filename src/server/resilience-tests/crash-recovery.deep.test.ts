/**
 * `kill -9` at every named step between the card and the record (R20.3), with the real process and in
 * real time: what the dead process held is waited for, and the guest's page is right within a minute.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Death, DEATHS } from './testing/crash-stories.ts'
import { openStage, type Stage } from './testing/crash-runner.ts'
import { allowLongTests } from './testing/long-timeouts.ts'

const POINTS = Object.keys(DEATHS) as Death[]

allowLongTests()

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ points: POINTS, skipMinutes: 0 })
})
afterAll(() => stage.house.close())

test.each(POINTS)('killed at %s: nothing lost, nothing double after the restart', async (point) => {
  await stage.play(point)
})

test('then the books are the provider’s to the cent, and no work is left', async () => {
  await expect(stage.expectOrder()).resolves.toBeUndefined()
})
