import { expect, test } from 'vitest'
import { createLruStore } from './response-cache.ts'

const page = (size: number) => ({ size })

test('the least recently used go first when there is no more room', () => {
  const store = createLruStore(100)
  store.put('a', page(40))
  store.put('b', page(40))
  store.get('a')
  store.put('c', page(40))
  expect(['a', 'b', 'c'].filter((key) => store.get(key))).toEqual(['a', 'c'])
})

test('a page put again takes its room once', () => {
  const store = createLruStore(100)
  for (let times = 0; times < 5; times += 1) store.put('a', page(40))
  store.put('b', page(40))
  expect(store.get('a') && store.get('b')).toBeDefined()
})

test('a page larger than all the room is not kept', () => {
  const store = createLruStore(100)
  store.put('a', page(101))
  expect(store.get('a')).toBeUndefined()
})
