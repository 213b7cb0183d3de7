import { expect, test } from 'vitest'
import { changedFields, changedIn, movedTo, orderByIds, withOrWithout } from './collections.ts'

test('returns only the fields of a record whose values have changed', () => {
  const before = { phone: null as string | null, nickname: '', rank: 1 }
  expect(changedIn(before, before)).toEqual({})
  expect(changedIn(before, { ...before, phone: '1', nickname: 'Red' })).toEqual({
    phone: '1',
    nickname: 'Red',
  })
  expect(changedIn({ ...before, phone: '1' }, before)).toEqual({ phone: null })
})

test('moves an item within a list, and changes nothing if the new position is outside the list', () => {
  const list = ['a', 'b', 'c']
  expect(movedTo(list, 0, 2)).toEqual(['b', 'c', 'a'])
  expect(movedTo(list, 2, 0)).toEqual(['c', 'a', 'b'])
  for (const [from, to] of [
    [1, 1],
    [0, -1],
    [2, 3],
    [5, 0],
  ] as const)
    expect(movedTo(list, from, to)).toBe(list)
})

test('adds items to a copy of a set, or removes them, and does not change the original', () => {
  const set = new Set([1, 2])
  expect(withOrWithout(set, [2, 3], true)).toEqual(new Set([1, 2, 3]))
  expect(withOrWithout(set, [2, 3], false)).toEqual(new Set([1]))
  expect(set).toEqual(new Set([1, 2]))
})

test("returns the names of a record's changed fields, and leaves out equal and undefined values", () => {
  const current = { name: 'Rope', host: null as string | null, spots: 11, version: 3 }
  expect(changedFields(current, { spots: 12, host: 'Ada', name: 'Rope' })).toEqual(['host', 'spots'])
  expect(changedFields(current, { host: null, name: undefined } as Partial<typeof current>)).toEqual([])
})

test.each<[number[], number[]]>([
  [[], [1, 2, 3]],
  [
    [3, 1, 2],
    [3, 1, 2],
  ],
  [[3], [3, 1, 2]],
  [
    [9, 2, 2, 9],
    [2, 1, 3],
  ],
])('sorts the rows 1, 2, 3 by the ids %j into the order %j', (wanted, order) => {
  expect(orderByIds([{ id: 1 }, { id: 2 }, { id: 3 }], wanted)).toEqual(order)
})
