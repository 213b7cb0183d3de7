import { expect, test } from 'vitest'
import { differences, merged } from './differences.ts'
import { NEW_EVENT } from './values.ts'

const original = { ...NEW_EVENT, name: 'Star Week', cost: '480', spots: '11', host: 'Inez' }
const mine = { ...original, name: 'Star Days', spots: '12', host: 'Ana' }
const theirs = { ...original, name: 'Star Nights', cost: '500', host: 'Ana', showWaitlist: true }

test('tells what they changed to something else than I did, and who changed it', () => {
  expect(differences({ original, mine, theirs })).toEqual([
    { field: 'name', original: 'Star Week', mine: 'Star Days', theirs: 'Star Nights', both: true },
    { field: 'cost', original: '480', mine: '480', theirs: '500', both: false },
    { field: 'showWaitlist', original: false, mine: false, theirs: true, both: false },
  ])
})

test('mine stays but where theirs was chosen', () => {
  expect(merged(mine, theirs, new Set(['cost']))).toEqual({ ...mine, cost: '500' })
})
