import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDeliveryLoop } from './deliver.ts'

const log = { error: () => {} }

test('starts at once, and again when woken', async () => {
  let runs = 0
  const pump = createDeliveryLoop(async () => (runs += 1), log)
  pump.wake()
  await setImmediate()
  expect(runs).toBe(0)
  pump.start()
  await setImmediate()
  expect(runs).toBe(1)
  pump.wake()
  pump.wake()
  await setImmediate()
  expect(runs).toBe(2)
  await pump.stop()
})

test('nothing leaves after the stop, although it was woken just before', async () => {
  let runs = 0
  const pump = createDeliveryLoop(async () => (runs += 1), log)
  pump.start()
  await pump.stop()
  await setImmediate()
  expect(runs).toBe(0)
})
