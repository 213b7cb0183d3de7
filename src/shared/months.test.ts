import { describe, expect, test } from 'vitest'
import { addDays } from './days.ts'
import { addMonths, isMonth, lastOf, monthShort, monthTitle, sameDayIn, weekday, weeksOf } from './months.ts'

test.each([
  ['2027-05', 1, '2027-06'],
  ['2027-12', 1, '2028-01'],
  ['2027-01', -1, '2026-12'],
  ['2027-05', -12, '2026-05'],
  ['2027-05', 20, '2029-01'],
])('moves the month %s by %i months to %s', (month, count, other) => {
  expect(addMonths(month, count)).toBe(other)
})

test.each(['2027-05', '2028-02', '0001-02', '9999-11'])('accepts %s as a month', (text) => {
  expect(isMonth(text)).toBe(true)
})

test.each(['2027-13', '2027-00', '2027-5', '0000-05', '0001-01', '9999-12', '2027-05-01', 'May', ''])(
  'refuses %j as a month',
  (text) => {
    expect(isMonth(text)).toBe(false)
  },
)

test('formats a month as name and year', () => {
  expect(monthTitle('2027-05')).toBe('May 2027')
  expect(monthTitle('2027-12')).toBe('December 2027')
})

describe('the calendar of a month', () => {
  test.each([
    ['2027-05', 'starts on a Saturday', 6, '2027-04-25', '2027-06-05'],
    ['2027-08', 'starts on a Sunday', 5, '2027-08-01', '2027-09-04'],
    ['2026-02', 'has four weeks from Sunday through Saturday', 4, '2026-02-01', '2026-02-28'],
    ['2028-02', 'has a leap day', 5, '2028-01-30', '2028-03-04'],
    ['2027-12', 'ends the year', 5, '2027-11-28', '2028-01-01'],
    ['2027-03', 'springs forward', 5, '2027-02-28', '2027-04-03'],
    ['2027-11', 'falls back', 5, '2027-10-31', '2027-12-04'],
  ])('shows the month %s, which %s, in %i weeks', (month, _, count, first, last) => {
    const weeks = weeksOf(month)
    expect(weeks).toHaveLength(count)
    expect(weeks[0]?.[0]).toBe(first)
    expect(weeks.at(-1)?.[6]).toBe(last)
  })

  test('shows weeks from Sunday through Saturday without gaps in every kind of year (R13.3)', () => {
    for (let month = '2010-01'; month < '2039-01'; month = addMonths(month, 1)) {
      const days = weeksOf(month).flat()
      expect(weekday(days[0] ?? '')).toBe(0)
      expect(days).toEqual(days.map((_, at) => addDays(days[0] ?? '', at)))
      expect(days.length % 7).toBe(0)
      expect(days.findLast((day) => day.startsWith(month))).toBe(lastOf(month))
    }
  })
})

test.each([
  ['2027-02', '2027-01-31', '2027-02-28'],
  ['2028-02', '2028-01-31', '2028-02-29'],
  ['2027-06', '2027-05-12', '2027-06-12'],
])('finds in the month %s the same day as %s, or the last day of a shorter month: %s', (month, day, same) => {
  expect(sameDayIn(month, day)).toBe(same)
})

test.each([
  ['2027-01', 1, '2027-02'],
  ['2027-12', 1, '2028-01'],
  ['2027-01', -1, '2026-12'],
  ['2027-05', -11, '2026-06'],
  ['2027-05', 0, '2027-05'],
])('moves the month %s by %i months to %s', (month, count, expected) => {
  expect(addMonths(month, count)).toBe(expected)
})

test("abbreviates a month's name for charts", () => {
  expect(monthShort('2027-05')).toBe('May')
})
