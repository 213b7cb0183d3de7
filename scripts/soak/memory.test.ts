import { expect, test } from 'vitest'
import { slopeOf } from './memory.ts'

const series = (heapAt: (minute: number) => number) =>
  Array.from({ length: 31 }, (_, minute) => ({ minute, rss: 500, heap: heapAt(minute) }))

test('what warms up and then swings is flat', () => {
  const swinging = series((minute) => (minute < 6 ? 20 + minute * 10 : 80 + (minute % 3)))
  expect(slopeOf(swinging, 'heap')).toMatchObject({ flat: true })
  expect(slopeOf(swinging, 'rss')).toEqual({ level: 500, growth: 0, flat: true })
})

test('a megabyte a minute is a leak', () => {
  const { growth, flat } = slopeOf(
    series((minute) => 80 + minute),
    'heap',
  )
  expect(growth).toBeCloseTo(22)
  expect(flat).toBe(false)
})
