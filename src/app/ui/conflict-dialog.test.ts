import { expect, test } from 'vitest'
import { findDifferences, mergeVersions } from './conflict-dialog.tsx'

const original = { name: 'Star Week', cost: '480', spots: '11', host: 'Inez', waitlist: false }
const mine = { ...original, name: 'Star Days', spots: '12', host: 'Ana' }
const theirs = { ...original, name: 'Star Nights', cost: '500', host: 'Ana', waitlist: true }

const words = {
  labels: { name: 'Name', cost: 'Cost', spots: 'Spots', host: 'Host', waitlist: 'Waitlist' },
  shown: (value: string | boolean, name: string) => (name === 'cost' ? `$${value}` : String(value)),
}

test("lists each field that another admin changed to a value other than the user's, with all values as text", () => {
  expect(findDifferences({ original, mine, theirs }, words)).toEqual([
    {
      name: 'name',
      label: 'Name',
      original: 'Star Week',
      mine: 'Star Days',
      theirs: 'Star Nights',
      both: true,
    },
    { name: 'cost', label: 'Cost', original: '$480', mine: '$480', theirs: '$500', both: false },
    { name: 'waitlist', label: 'Waitlist', original: 'false', mine: 'false', theirs: 'true', both: false },
  ])
})

test("merges two versions of a record: the user's, and the other admin's in the fields for which the user chose it", () => {
  expect(mergeVersions(mine, theirs, new Set(['cost']))).toEqual({ ...mine, cost: '500' })
  expect(mergeVersions(mine, theirs, new Set(['name', 'cost', 'waitlist']))).toEqual({
    ...theirs,
    spots: '12',
  })
})
