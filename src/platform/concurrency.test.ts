import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

/** Work that lasts until it is told to end. */
function task() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const state = { begun: false, end: resolve, fail: reject }
  const work = () => {
    state.begun = true
    return promise
  }
  return { state, work }
}
const settle = async () => {
  for (let round = 0; round < 5; round += 1) await Promise.resolve()
}

test('no more at once than there are places, the others in their order, whatever fails', async () => {
  const inTurn = createSemaphore(2)
  const tasks = Array.from({ length: 4 }, task)
  const done = tasks.map(({ work }) => inTurn(work).catch(() => 'failed'))
  const begun = () => tasks.map(({ state }) => state.begun)
  await settle()
  expect(begun()).toEqual([true, true, false, false])
  tasks[1]?.state.fail(new Error('no'))
  await settle()
  expect(begun()).toEqual([true, true, true, false])
  for (const { state } of tasks) state.end()
  await Promise.all(done)
  expect(begun()).toEqual([true, true, true, true])
  expect(await inTurn(async () => 'free again')).toBe('free again')
})
