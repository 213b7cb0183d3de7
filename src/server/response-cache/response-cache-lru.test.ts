import { expect, test } from 'vitest'
import { createLruStore } from './response-cache.ts'

const page = (size: number) => ({ size })

test('removes the least recently used pages when space runs out', () => {
  const store = createLruStore(100)
  store.put('a', page(40))
  store.put('b', page(40))
  store.get('a')
  store.put('c', page(40))
  expect(['a', 'b', 'c'].filter((key) => store.get(key))).toEqual(['a', 'c'])
})

test('counts the size of a replaced page once', () => {
  const store = createLruStore(100)
  for (let times = 0; times < 5; times += 1) store.put('a', page(40))
  store.put('b', page(40))
  expect(store.get('a') && store.get('b')).toBeDefined()
})

test('does not store a page larger than the whole space', () => {
  const store = createLruStore(100)
  store.put('a', page(101))
  expect(store.get('a')).toBeUndefined()
})
