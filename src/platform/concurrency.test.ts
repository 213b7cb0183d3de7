import { expect, test } from 'vitest'
import { createOnce, createSemaphore } from './concurrency.ts'

/** Creates a task that goes on until the test ends it or makes it fail. */
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

test('runs only as many tasks at a time as there are slots, starts waiting tasks in order, and survives a failure', async () => {
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

test('does the work once for all callers, and does it again only after it has failed', async () => {
  const tries: ((outcome: Promise<number>) => void)[] = []
  const once = createOnce(() => new Promise<number>((resolve) => tries.push(resolve)))
  const first = [once(), once()]
  expect(tries).toHaveLength(1)
  tries[0]?.(Promise.reject(new Error('not reachable')))
  for (const asked of first) await expect(asked).rejects.toThrow('not reachable')
  const second = [once(), once()]
  expect(tries).toHaveLength(2)
  tries[1]?.(Promise.resolve(7))
  expect(await Promise.all([...second, once()])).toEqual([7, 7, 7])
  expect(tries).toHaveLength(2)
})
