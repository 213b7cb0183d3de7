import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from '#shared/contrast.ts'
import {
  isPastTable,
  sortNewestFirst,
  findOverlaps,
  fillBounds,
  secondaryColor,
  shiftDay,
  readableTextColor,
} from './rules.ts'

test('sorts calendar events by start, the latest first, then by creation, the last created first (R13.3)', () => {
  const events = [
    { id: 1, start: '2026-12-31' },
    { id: 2, start: '2027-01-01' },
    { id: 3, start: '2026-12-31' },
  ]
  expect(sortNewestFirst(events).map(({ id }) => id)).toEqual([2, 3, 1])
  expect(events.map(({ id }) => id)).toEqual([1, 2, 3])
})

test.each([
  ['ended 90 days ago', '2027-02-11', false],
  ['ended 91 days ago', '2027-02-10', true],
  ['ends today', '2027-05-12', false],
])("decides whether the calendar's table hides an event that %s, on %s (R13.3)", (_, end, older) => {
  expect(isPastTable({ end }, '2027-05-12')).toBe(older)
})

test.each([
  ['2027-05-12', 20, '2027-06-01'],
  ['9999-12-01', 31, '9999-12-31'],
  ['0001-01-09', -9, '0001-01-01'],
])('returns for %s plus %i days the day %s, whose year has at most four digits', (day, count, expected) => {
  expect(shiftDay(day, count)).toBe(expected)
})

test.each([
  [{}, { from: '2026-05-12', to: '2028-05-11' }],
  [{ from: '2030-01-01' }, { from: '2030-01-01', to: '2031-01-01' }],
  [{ to: '2030-01-01' }, { from: '2029-01-01', to: '2030-01-01' }],
  [{ from: '9999-12-01' }, { from: '9999-12-01', to: '9999-12-31' }],
  [
    { from: '2027-01-01', to: '2028-12-31' },
    { from: '2027-01-01', to: '2028-12-31' },
  ],
  [{ from: '2027-01-01', to: '2029-01-01' }, { latest: '2028-12-31' }],
  [
    { from: '2027-01-02', to: '2027-01-01' },
    { from: '2027-01-02', to: '2027-01-01' },
  ],
])(
  'adds missing bounds to the query for retreats %j, or returns the latest allowed end: %j',
  (asked, given) => {
    expect(fillBounds(asked, { today: '2027-05-12', most: 731 })).toEqual(given)
  },
)

const event = (start: string, end = start) => ({ start, end })

describe('the days that a family event and a retreat share', () => {
  const retreat = { start: '2027-05-06', end: '2027-05-10' }

  test.each([
    ['ends the day before the guests arrive', event('2027-05-01', '2027-05-05'), null],
    ['ends on the day the guests arrive', event('2027-05-01', '2027-05-06'), '2027-05-06 2027-05-06'],
    ['lies within the retreat', event('2027-05-07', '2027-05-08'), '2027-05-07 2027-05-08'],
    ['lies around the retreat', event('2027-04-01', '2027-06-01'), '2027-05-06 2027-05-10'],
    ['starts on the day the guests leave', event('2027-05-10', '2027-05-12'), '2027-05-10 2027-05-10'],
    ['starts the day after the guests leave', event('2027-05-11'), null],
  ])('are found for a family event that %s', (_, given, shared) => {
    const found = findOverlaps([given], [retreat])
    expect(found[0] ? `${found[0].start} ${found[0].end}` : null).toBe(shared)
    expect(found.every((overlap) => overlap.event === given && overlap.retreat === retreat)).toBe(true)
  })

  test('are returned for every pair of event and retreat, sorted by the first shared day', () => {
    const other = { start: '2027-05-02', end: '2027-05-03' }
    const long = event('2027-05-01', '2027-05-31')
    const late = event('2027-05-10')
    expect(findOverlaps([late, long], [retreat, other]).map(({ start }) => start)).toEqual([
      '2027-05-02',
      '2027-05-06',
      '2027-05-10',
    ])
  })
})

test.each([
  ['#662255', '#cb44a9'],
  ['#000000', '#000000'],
  ['#808080', '#ffffff'],
  ['#7F80FF', '#fdffff'],
  ['#010203', '#020406'],
])(
  'computes the secondary color of %s as %s: 99 percent lighter in each channel, at most 255 (R13.4)',
  (primary, secondary) => {
    expect(secondaryColor(primary)).toBe(secondary)
  },
)

test('chooses a text color with a contrast of at least 4.5 on any color and on its secondary color', () => {
  assert(
    property(integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`
      for (const ground of [color, secondaryColor(color)])
        expect(contrast(ground, readableTextColor(ground))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
