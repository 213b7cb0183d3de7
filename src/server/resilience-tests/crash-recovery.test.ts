/** `kill -9` between the card and the record (R20.3), in short; `crash-recovery.deep.test.ts` dies at every step and waits in real time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './testing/crash-runner.ts'
import { allowLongTests } from './testing/long-timeouts.ts'

const POINTS = ['changes-written', 'changes-committed', 'refund-made'] as const

allowLongTests()

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ points: POINTS, skipMinutes: 1 })
})
afterAll(() => stage.house.close())

test.each(POINTS)('killed at %s: nothing lost, nothing double after the restart', async (point) => {
  await stage.play(point)
})

test('then the books are the provider’s to the cent, and no work is left', async () => {
  await expect(stage.expectOrder()).resolves.toBeUndefined()
})
