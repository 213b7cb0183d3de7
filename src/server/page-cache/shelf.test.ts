import { expect, test } from 'vitest'
import type { KeptPage } from './kept-page.ts'
import { createShelf } from './shelf.ts'

const page = (size: number, ...tags: string[]) => ({ size, tags }) as unknown as KeptPage

test('the least recently used go first when there is no more room', () => {
  const shelf = createShelf(100)
  shelf.put('a', page(40))
  shelf.put('b', page(40))
  shelf.get('a')
  shelf.put('c', page(40))
  expect(['a', 'b', 'c'].filter((key) => shelf.get(key))).toEqual(['a', 'c'])
})

test('a page put again takes its room once', () => {
  const shelf = createShelf(100)
  for (let times = 0; times < 5; times += 1) shelf.put('a', page(40))
  shelf.put('b', page(40))
  expect(shelf.get('a') && shelf.get('b')).toBeDefined()
})

test('a page larger than all the room is not kept', () => {
  const shelf = createShelf(100)
  shelf.put('a', page(101))
  expect(shelf.get('a')).toBeUndefined()
})

test('what shows a thing goes when the thing changes', () => {
  const shelf = createShelf(100)
  shelf.put('list', page(10, 'events'))
  shelf.put('one', page(10, 'event:1'))
  shelf.put('both', page(10, 'event:1', 'events'))
  shelf.drop('event:1')
  expect(['list', 'one', 'both'].filter((key) => shelf.get(key))).toEqual(['list'])
})
