import { expect, test } from 'vitest'
import { createLruStore } from './response-cache.ts'

const page = (size: number) => ({ size })

test('removes the least recently used pages when there is no more space', () => {
  const store = createLruStore(100)
  store.put('a', page(40))
  store.put('b', page(40))
  store.get('a')
  store.put('c', page(40))
  expect(['a', 'b', 'c'].filter((key) => store.get(key))).toEqual(['a', 'c'])
})

test('counts a page’s size only once when a newer version replaces the page', () => {
  const store = createLruStore(100)
  for (let times = 0; times < 5; times += 1) store.put('a', page(40))
  store.put('b', page(40))
  expect(store.get('a') && store.get('b')).toBeDefined()
})

test('does not store a page that is larger than the whole cache', () => {
  const store = createLruStore(100)
  store.put('a', page(101))
  expect(store.get('a')).toBeUndefined()
})
