import { expect, test } from 'vitest'
import type { BedKind } from '#platform/database/schema/rooms.ts'
import { guestsSharing, stockOf } from './lodging.ts'

const lodging = { kind: 'lodging', stock: 5, perRoom: null } as const
const JUNIPER = { beds: ['queen'] satisfies BedKind[] }
const MESA = { beds: ['single', 'single'] satisfies BedKind[] }
const BUNKHOUSE = { beds: ['bunk', 'bunk', 'bunk'] satisfies BedKind[] }

test('gives each guest in a room a mattress, unless an admin says how many share the room (R37.9)', () => {
  expect([JUNIPER, MESA, BUNKHOUSE].map(({ beds }) => guestsSharing(beds, null))).toEqual([1, 2, 6])
  expect([JUNIPER, MESA, BUNKHOUSE].map(({ beds }) => guestsSharing(beds, 1))).toEqual([1, 1, 1])
  expect([JUNIPER, MESA, BUNKHOUSE].map(({ beds }) => guestsSharing(beds, 3))).toEqual([2, 2, 3])
})

test('derives the stock of lodging from the beds of its rooms, and leaves other stock as it is typed (R37.9)', () => {
  expect(stockOf(lodging, [JUNIPER, MESA, BUNKHOUSE])).toBe(9)
  expect(stockOf({ ...lodging, stock: null, perRoom: 1 }, [JUNIPER, MESA, BUNKHOUSE])).toBe(3)
  expect(stockOf(lodging, [])).toBe(5)
  expect(stockOf({ ...lodging, stock: null }, [])).toBeNull()
  expect(stockOf({ ...lodging, kind: 'extra' }, [MESA])).toBe(5)
})
