/**
 * Calendar days at the ranch, whatever the day and wherever the process runs (R20.6). The
 * five years of each start day, in processes of their own, are in `features/events/dates.test.ts`.
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
/** Within a day of a change of the clocks at the ranch, by the law: second Sunday of March, first of November, 2:00. */
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

/** The clock on the wall at the ranch, by another way than the code's. */
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
])('with the process at %s', (zone, offset) => {
  beforeAll(() => {
    process.env['TZ'] = zone
  })
  afterAll(() => {
    if (home === undefined) delete process.env['TZ']
    else process.env['TZ'] = home
  })

  test('it is there', () => expect(new Date(2027, 0, 15).getTimezoneOffset()).toBe(offset))

  test('so many days on and back again is the same day, and as many days between', () => {
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

  test('steps add up, and days compare as their texts do', () => {
    fc.assert(
      fc.property(anyDay, steps, steps, (day, one, other) => {
        expect(addDays(addDays(day, one), other)).toBe(addDays(day, one + other))
        expect(Math.sign(daysBetween(day, addDays(day, one)))).toBe(Math.sign(one))
        if (one !== 0) expect(day < addDays(day, one)).toBe(one > 0)
      }),
    )
  })

  test('the day at the ranch is what the clock on the wall says', () => {
    fc.assert(
      fc.property(instants, (at) => {
        expect(ranchDay(at)).toBe(wall(at).slice(0, 10))
      }),
    )
  })

  test('a day begins at 0:00 on that clock, and the moment before is the day before', () => {
    fc.assert(
      fc.property(instants.map(ranchDay), fc.integer({ min: 3, max: 23 }), (day: Day, hour) => {
        const begins = ranchInstant(day)
        expect(wall(begins)).toBe(`${day} 00:00:00`)
        expect(ranchDay(new Date(begins.getTime() - 1))).toBe(addDays(day, -1))
        // From 3:00 on there is every hour once on each day; a day has 23 to 25 of them.
        expect(wall(ranchInstant(day, hour))).toBe(`${day} ${String(hour).padStart(2, '0')}:00:00`)
        const length = ranchInstant(addDays(day, 1)).getTime() - begins.getTime()
        expect(length / HOUR).toBeOneOf([23, 24, 25])
      }),
    )
  })

  /** The remainder is due 30 days before (R3.4); those are calendar days. */
  test('30 days before is 30 midnights before, whatever the clocks do', () => {
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

  test('a range names both its days, and the shorter one is not the longer', () => {
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

  /** docs/reminders.md: nothing goes out by itself between 21:00 and 8:00. */
  test('mails wait for the morning, at most one night, and then nothing holds them', () => {
    fc.assert(
      fc.property(instants, (now) => {
        const opening = nextOpening(now)
        const hour = Number(wall(opening).slice(11, 13))
        expect(hour >= HOURS.from && hour < HOURS.until).toBe(true)
        expect(isOpen(opening)).toBe(true)
        expect(opening.getTime() - now.getTime()).toBeGreaterThanOrEqual(0)
        // A night has eleven hours, twelve when the clocks go back in it.
        expect(opening.getTime() - now.getTime()).toBeLessThanOrEqual(12 * HOUR)
        expect(isOpen(now)).toBe(opening.getTime() === now.getTime())
      }),
    )
  })
})
