import { describe, expect, test } from 'vitest'
import type { HouseEntry } from './contract.ts'
import { describeTaken, sharesNight } from './rules.ts'

const day = (date: number) => `2027-05-${String(date).padStart(2, '0')}`
const MAY = (start: number, end = start) => ({ start: day(start), end: day(end) })
const entry = (title: string): HouseEntry => ({ kind: 'event', id: 1, title, ...MAY(6, 10) })

describe('two stays share the house (R61.1)', () => {
  test.each([
    ['if they share a night', MAY(6, 10), MAY(9, 12), true],
    ['if they are on the same days', MAY(6, 10), MAY(6, 10), true],
    ['if one lies within the other', MAY(6, 10), MAY(7, 8), true],
    ['but not if one begins on the day on which the other ends', MAY(6, 10), MAY(10, 12), false],
    ['but not if days lie between them', MAY(6, 10), MAY(12, 14), false],
    ['if a one-day event is in the middle of a stay', MAY(6, 10), MAY(8), true],
    ['if a one-day event is on the day on which a stay begins', MAY(6, 10), MAY(6), true],
    ['but not if a one-day event is on the day on which a stay ends', MAY(6, 10), MAY(10), false],
    ['but not if a one-day event is on the day before', MAY(6, 10), MAY(5), false],
    ['if two one-day events are on the same day', MAY(6), MAY(6), true],
    ['but not if two one-day events are on following days', MAY(6), MAY(7), false],
  ])('%s', (_when, one, other, expected) => {
    expect([sharesNight(one, other), sharesNight(other, one)]).toEqual([expected, expected])
  })
})

describe('the message for dates that are taken', () => {
  test('names what is on them and what to do', () => {
    expect(describeTaken([entry('Star Week')])).toBe(
      'Something else is on these dates: “Star Week” (May 6 – 10, 2027). Nothing was saved. Please choose other dates, or save the event all the same.',
    )
  })

  test('names three at most', () => {
    expect(describeTaken(['A', 'B', 'C', 'D', 'E'].map(entry))).toContain(
      '“A” (May 6 – 10, 2027), “B” (May 6 – 10, 2027), “C” (May 6 – 10, 2027), and 2 more.',
    )
  })
})
