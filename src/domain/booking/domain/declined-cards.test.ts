import { describe, expect, it } from 'vitest'
import { mostDeclines, pauseAfter, pauseBetween } from './declined-cards.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const MINUTE = 60_000

describe('the limit for IP networks with declined cards', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [14, 1],
    [15, 10],
    [24, 10],
    [25, 60],
    [1_000, 60],
  ])(
    'after %i declined cards, makes the network wait %i minutes before it can open a new payment',
    (count, minutes) => {
      expect(pauseAfter({ count, last: NOW }, NOW)).toBe(minutes * MINUTE)
    },
  )

  it('counts the wait from the last declined card', () => {
    expect(pauseAfter({ count: 5, last: ago(20) }, NOW)).toBe(40_000)
    expect(pauseAfter({ count: 5, last: ago(60) }, NOW)).toBe(0)
    expect(pauseAfter({ count: 5, last: ago(61) }, NOW)).toBe(0)
    expect(pauseAfter({ count: 0, last: null }, NOW)).toBe(0)
  })
})

describe('an event whose sign-up is used to test stolen cards', () => {
  const tested = { count: 20, last: NOW }
  const made = { lastMade: ago(30), hasPaid: false }

  it('lets each IP network open its first payment immediately, and later ones every two minutes', () => {
    expect(pauseBetween(tested, made, NOW)).toBe(90_000)
    expect(pauseBetween(tested, { ...made, lastMade: ago(120) }, NOW)).toBe(0)
    expect(pauseBetween(tested, { ...made, lastMade: ago(300) }, NOW)).toBe(0)
    expect(pauseBetween(tested, { ...made, lastMade: null }, NOW)).toBe(0)
  })

  it('does not slow down a network that has paid, nor an event with fewer than twenty declined cards', () => {
    expect(pauseBetween(tested, { ...made, hasPaid: true }, NOW)).toBe(0)
    expect(pauseBetween({ count: 19, last: NOW }, made, NOW)).toBe(0)
  })
})

it('cancels a payment after five declined cards, or after one if its IP network has had fifteen', () => {
  expect([0, 5, 14].map(mostDeclines)).toEqual([5, 5, 5])
  expect([15, 200].map(mostDeclines)).toEqual([1, 1])
})
