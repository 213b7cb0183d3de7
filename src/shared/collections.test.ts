import { expect, test } from 'vitest'
import { changedFields, changedIn, movedTo, orderByIds, withOrWithout } from './collections.ts'

test('only what is not as before is a change', () => {
  const before = { phone: null as string | null, nickname: '', rank: 1 }
  expect(changedIn(before, before)).toEqual({})
  expect(changedIn(before, { ...before, phone: '1', nickname: 'Red' })).toEqual({
    phone: '1',
    nickname: 'Red',
  })
  expect(changedIn({ ...before, phone: '1' }, before)).toEqual({ phone: null })
})

test('a thing moves to another place, and nowhere outside of the list', () => {
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

test('some are taken into a set or out of it, which stays as it was', () => {
  const set = new Set([1, 2])
  expect(withOrWithout(set, [2, 3], true)).toEqual(new Set([1, 2, 3]))
  expect(withOrWithout(set, [2, 3], false)).toEqual(new Set([1]))
  expect(set).toEqual(new Set([1, 2]))
})

test('what an edit changes is told by name, values alike and absent ones are not', () => {
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
])('rows 1, 2, 3 in the wanted order %j are %j', (wanted, order) => {
  expect(orderByIds([{ id: 1 }, { id: 2 }, { id: 3 }], wanted)).toEqual(order)
})
