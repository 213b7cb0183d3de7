import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/days.ts'
import { kit, shared, single } from '#test/support/events/options.ts'
import {
  COLOR_PATTERN,
  daysInOrder,
  DEFAULT_COLOR,
  ENDS_TOO_EARLY,
  isPrice,
  isUrlName,
  LONGEST_URL_NAME,
  offerProblem,
  type OptionInput,
  urlTakenMessage,
} from './editing.ts'
import type { EventOption } from './options.ts'

const START: Day = '2027-05-06'

test('accepts a price of an event that is free, hidden, or large enough for a card (R3.2)', () => {
  expect([-90_000, -1, 0, 100, 90_000].map(isPrice)).toEqual([true, true, true, true, true])
  expect([1, 50, 99].map(isPrice)).toEqual([false, false, false])
})

test('lets an event end on its start day, but not before it', () => {
  expect(daysInOrder({ startDateDate: START, endDateDate: START })).toBe(true)
  expect(daysInOrder({ startDateDate: START, endDateDate: addDays(START, -1) })).toBe(false)
  expect(ENDS_TOO_EARLY).toMatch(/end before it starts.*check both days/)
})

test('requires a URL name to begin with a letter or digit and to be within the length limit', () => {
  for (const name of ['a', '7', 'desert-cooking', 'a._~-', 'a'.repeat(LONGEST_URL_NAME)])
    expect([name, isUrlName(name)]).toEqual([name, true])
  for (const name of ['', '-a', 'Desert', 'a b', 'a/b', 'a'.repeat(LONGEST_URL_NAME + 1)])
    expect([name, isUrlName(name)]).toEqual([name, false])
  expect(urlTakenMessage('desert-cooking')).toBe(
    'desert-cooking is already taken, please choose another name.',
  )
})

test('accepts a color only as # and six hexadecimal digits', () => {
  expect(['#EBDDC0', '#00ff9a'].map((color) => COLOR_PATTERN.test(color))).toEqual([true, true])
  expect(DEFAULT_COLOR).toBe('#EBDDC0')
  for (const color of ['#EBD', '#EBDDC00', 'x#EBDDC0', '#EBDDCG', 'EBDDC0'])
    expect(color).not.toMatch(COLOR_PATTERN)
})

const all = [shared, single, kit]

const wish = ({ id, kind, name, price, stock, closed }: EventOption): OptionInput => {
  return { id, kind, name, price, stock, closed, description: null, perRoom: null }
}

describe('options that an admin writes (R37.1)', () => {
  const booked = { ...single, booked: 2, everBooked: true }

  test('can be new; an option that guests have chosen can be closed or get another price', () => {
    expect(offerProblem(90_000, [{ ...wish(shared), id: null }], all)).toBeNull()
    expect(
      offerProblem(90_000, [{ ...wish(booked), closed: true, price: 1_000, stock: 2 }], [booked]),
    ).toBeNull()
  })

  test.each([
    ['an option on an event whose price is not shown', -1, [wish(shared)], all, 'cost'],
    ['one name used twice', 0, [wish(shared), { ...wish(kit), name: 'shared ROOM ' }], all, 'twice'],
    ['removing an option that guests have chosen', 0, [], [booked], 'close it instead'],
    ['a stock below the number of bookings', 0, [{ ...wish(booked), stock: 1 }], [booked], 'booked 2 times'],
    [
      'turning a booked lodging into an extra',
      0,
      [{ ...wish(booked), kind: 'extra' as const }],
      [booked],
      'kind cannot change',
    ],
    ['an option that another admin has deleted', 0, [wish(single)], [shared], 'no longer exists'],
  ])('are refused with %s', (_, cost, wanted, current, words) => {
    expect(offerProblem(cost, wanted, current)).toContain(words)
  })
})
