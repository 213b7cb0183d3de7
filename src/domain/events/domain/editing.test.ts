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
import type { NamedRoom } from './lodging.ts'
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
  return { id, kind, name, price, stock, closed, description: null, perRoom: null, rooms: [] }
}

const JUNIPER: NamedRoom = { id: 1, name: 'Juniper', beds: ['queen'] }
const MESA: NamedRoom = { id: 2, name: 'Mesa', beds: ['single', 'single'] }

const problemWith = (cost: number, wanted: OptionInput[], current: EventOption[]) =>
  offerProblem({ cost, wanted, current, rooms: [JUNIPER, MESA] })

describe('options that an admin writes (R37.1)', () => {
  const booked = { ...single, booked: 2, everBooked: true }

  test('can be new; an option that guests have chosen can be closed or get another price', () => {
    expect(problemWith(90_000, [{ ...wish(shared), id: null }], all)).toBeNull()
    expect(
      problemWith(90_000, [{ ...wish(booked), closed: true, price: 1_000, stock: 2 }], [booked]),
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
    expect(problemWith(cost, wanted, current)).toContain(words)
  })
})

const inRooms = (option: EventOption, rooms: number[], perRoom: number | null = null): OptionInput => ({
  ...wish(option),
  stock: null,
  rooms,
  perRoom,
})

describe('rooms that an admin gives to lodging (R37.9)', () => {
  test('can be any rooms that no other lodging has', () => {
    expect(problemWith(0, [inRooms(shared, [2]), inRooms(single, [1])], all.slice(0, 2))).toBeNull()
  })

  test.each<[string, OptionInput[], string]>([
    [
      'a room in two lodgings',
      [inRooms(shared, [1, 2]), inRooms(single, [1])],
      '“Shared room” and “A room of your own” both have the room “Juniper”. Please take it out of one of them',
    ],
    ['a deleted room', [inRooms(shared, [1, 9])], '“Shared room” has a room that was deleted'],
    ['a room of an extra', [inRooms(kit, [1])], '“Leather kit” is an extra, and only lodging can have rooms'],
  ])('are refused with %s', (_, wanted, words) => {
    expect(problemWith(0, wanted, [])).toContain(words)
  })

  test('must have beds for the guests who have booked, unless there were too few before', () => {
    const booked = { ...single, booked: 2, everBooked: true }
    const own = inRooms(booked, [1, 2], 1)
    expect(problemWith(0, [own], [booked])).toBeNull()
    const words =
      '“A room of your own” is booked 2 times, but its rooms would have beds for 1 guest. Please tick more rooms for it, or let more guests share a room'
    expect(problemWith(0, [{ ...own, rooms: [2] }], [booked])).toBe(words)
    expect(problemWith(0, [{ ...own, rooms: [2], perRoom: 2 }], [booked])).toBeNull()
    expect(problemWith(0, [{ ...own, rooms: [2], price: 100 }], [{ ...booked, stock: 1 }])).toBeNull()
    expect(problemWith(0, [{ ...wish(booked), stock: 1, price: 100 }], [{ ...booked, stock: 1 }])).toBeNull()
  })
})
