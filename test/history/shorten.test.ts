import { expect, test } from 'vitest'
import type { SimpleStep, Step } from './operations.ts'
import { shorten } from './shorten.ts'

const look: SimpleStep = { do: 'look', who: 'Ana', stay: 0 }
const pay: SimpleStep = { do: 'pay', who: 'Ben', form: 0, card: '0259 (disputed later)' }
const wait: SimpleStep = { do: 'wait', minutes: 16, working: true }

const paysAndWaits = async (steps: readonly Step[]) => {
  const flat = steps.flatMap((step) =>
    step.do === 'meanwhile' || step.do === 'at once' ? [step.one, step.other] : [step],
  )
  return flat.some((step) => step.do === 'pay') && flat.some((step) => step.do === 'wait')
}

test('leaves out steps that a failure does not need, and simplifies pairs of steps and unusual cards', async () => {
  const pair: Step = { do: 'meanwhile', one: pay, at: 'intent-read', other: wait }
  const history: Step[] = [look, look, pair, look, look, look]
  expect(await shorten(history, paysAndWaits)).toEqual([
    { ...pay, card: '4242' },
    { ...wait, working: false },
  ])
})

const hasPair = async (steps: readonly Step[]) => steps.some((step) => step.do === 'at once')

test('keeps a pair of simultaneous steps in a shortened list if the test fails only with the pair', async () => {
  const pair: Step = { do: 'at once', one: look, other: look }
  expect(await shorten([wait, pair, wait], hasPair)).toEqual([pair])
})
