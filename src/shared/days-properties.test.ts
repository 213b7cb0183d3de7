/**
 * Tests ranch days with random values, in each of several time zones of the process (R20.6).
 * `domain/events/dates.test.ts` tests every start day of five years.
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween, isDay, ranchDay, ranchInstant } from './days.ts'
import { formatDayRange, formatDayRangeShort } from './format-days.ts'
import { HOURS, isOpen, nextOpening } from './email-hours.ts'

const HOUR = 3_600_000
const anyDay = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const anyInstant = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2037-12-31'),
  noInvalidDate: true,
})
/**
 * Instants within a day of a change of daylight saving time at the ranch: 2:00 on the second Sunday of March
 * and the first Sunday of November.
 */
const nearChange = fc
  .record({
    year: fc.integer({ min: 2026, max: 2037 }),
    spring: fc.boolean(),
    minutes: fc.integer({ min: -24 * 60, max: 24 * 60 }),
  })
  .map(({ year, spring, minutes }) => {
    const [month, nth] = spring ? [2, 2] : [10, 1]
    const first = new Date(Date.UTC(year, month, 1)).getUTCDay()
    const sunday = 1 + ((7 - first) % 7) + 7 * (nth - 1)
    return new Date(Date.UTC(year, month, sunday, spring ? 9 : 8, minutes))
  })
const instants = fc.oneof(anyInstant, nearChange)
const steps = fc.integer({ min: -20_000, max: 20_000 })

/** The wall clock at the ranch, computed without the code under test. */
const WALL = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Denver',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const wall = (at: Date) => WALL.format(at)

const home = process.env['TZ']
describe.each([
  ['UTC', 0],
  ['America/Denver', 420],
  ['Asia/Tokyo', -540],
])("in the process's time zone %s, the code for days", (zone, offset) => {
  beforeAll(() => {
    process.env['TZ'] = zone
  })
  afterAll(() => {
    if (home === undefined) delete process.env['TZ']
    else process.env['TZ'] = home
  })

  test('runs in the time zone that these tests set', () =>
    expect(new Date(2027, 0, 15).getTimezoneOffset()).toBe(offset))

  test('returns to the same day after adding and subtracting days, and counts the days in between', () => {
    fc.assert(
      fc.property(anyDay, steps, (day, count) => {
        const there = addDays(day, count)
        expect(isDay(there)).toBe(true)
        expect(addDays(there, -count)).toBe(day)
        expect(daysBetween(day, there)).toBe(count)
        expect(daysBetween(there, day) + count).toBe(0)
      }),
    )
  })

  test('adds days in two steps with the same result as in one step, and orders days as their texts', () => {
    fc.assert(
      fc.property(anyDay, steps, steps, (day, one, other) => {
        expect(addDays(addDays(day, one), other)).toBe(addDays(day, one + other))
        expect(Math.sign(daysBetween(day, addDays(day, one)))).toBe(Math.sign(one))
        if (one !== 0) expect(day < addDays(day, one)).toBe(one > 0)
      }),
    )
  })

  test('returns the ranch day that the wall clock shows', () => {
    fc.assert(
      fc.property(instants, (at) => {
        expect(ranchDay(at)).toBe(wall(at).slice(0, 10))
      }),
    )
  })

  test('begins a ranch day at 0:00, and counts the moment before as the previous day', () => {
    fc.assert(
      fc.property(instants.map(ranchDay), fc.integer({ min: 3, max: 23 }), (day: Day, hour) => {
        const begins = ranchInstant(day)
        expect(wall(begins)).toBe(`${day} 00:00:00`)
        expect(ranchDay(new Date(begins.getTime() - 1))).toBe(addDays(day, -1))
        // Daylight saving time changes before 3:00, so each later hour occurs once a day. A day has 23 to 25
        // hours.
        expect(wall(ranchInstant(day, hour))).toBe(`${day} ${String(hour).padStart(2, '0')}:00:00`)
        const length = ranchInstant(addDays(day, 1)).getTime() - begins.getTime()
        expect(length / HOUR).toBeOneOf([23, 24, 25])
      }),
    )
  })

  /** The remainder is due 30 calendar days before the start (R3.4). */
  test('finds the day 30 days before the start, even across a change of daylight saving time', () => {
    fc.assert(
      fc.property(instants.map(ranchDay), (start: Day) => {
        const due = addDays(start, -30)
        const nights = Array.from({ length: 30 }, (_, night) =>
          ranchDay(ranchInstant(addDays(due, night), 12)),
        )
        expect(new Set(nights).size).toBe(30)
        expect(nights.every((night) => due <= night && night < start)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('names both days of a range, and never makes the short form longer than the long one', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 700 }), (start, length) => {
        const end = addDays(start, length)
        const numbers = [Number(start.slice(8)), Number(end.slice(8))]
        for (const words of [formatDayRange(start, end), formatDayRangeShort(start, end)]) {
          for (const number of numbers) expect(words).toMatch(new RegExp(`\\b${number}\\b`))
          expect(words.endsWith(end.slice(0, 4))).toBe(true)
        }
        expect(formatDayRangeShort(start, end).length).toBeLessThanOrEqual(formatDayRange(start, end).length)
      }),
    )
  })

  /** docs/owners/emails-and-reminders.md: the site sends no automatic e-mail between 21:00 and 8:00. */
  test('delays an automatic e-mail until morning, for one night at most', () => {
    fc.assert(
      fc.property(instants, (now) => {
        const opening = nextOpening(now)
        const hour = Number(wall(opening).slice(11, 13))
        expect(hour >= HOURS.from && hour < HOURS.until).toBe(true)
        expect(isOpen(opening)).toBe(true)
        expect(opening.getTime() - now.getTime()).toBeGreaterThanOrEqual(0)
        // The hours without e-mails are eleven a night, or twelve when daylight saving time ends.
        expect(opening.getTime() - now.getTime()).toBeLessThanOrEqual(12 * HOUR)
        expect(isOpen(now)).toBe(opening.getTime() === now.getTime())
      }),
    )
  })
})
