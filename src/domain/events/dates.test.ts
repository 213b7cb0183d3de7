/**
 * Checks the dates of an event for every start day from 2026 to 2030, with the process in three time zones (R20.6).
 * The test computes the expected dates in its own way: it counts calendar days and applies the law about clock
 * changes.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const TABLE = fileURLToPath(new URL('../../../test/support/events/date-table.ts', import.meta.url))
const YEARS = [2026, 2030] as const
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const HOUR = 3_600_000

interface Civil {
  year: number
  month: number
  day: number
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = ({ year, month }: Civil) => (month === 2 && isLeap(year) ? 29 : (MONTHS[month - 1] ?? 0))
const text = ({ year, month, day }: Civil) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

function dayBefore({ year, month, day }: Civil): Civil {
  if (day > 1) return { year, month, day: day - 1 }
  const last = month > 1 ? { year, month: month - 1, day: 1 } : { year: year - 1, month: 12, day: 1 }
  return { ...last, day: lengthOf(last) }
}

function daysBefore(civil: Civil, count: number): Civil {
  return count === 0 ? civil : daysBefore(dayBefore(civil), count - 1)
}

const weekday = (civil: Civil) => new Date(`${text(civil)}T12:00:00Z`).getUTCDay()
const nthSunday = (year: number, month: number, nth: number) =>
  1 + ((7 - weekday({ year, month, day: 1 })) % 7) + 7 * (nth - 1)

/**
 * Returns how many hours the ranch is behind UTC. Daylight time runs from 2 a.m. on the second Sunday of March to 2 a.m. on the
 * first Sunday of November (15 U.S. Code § 260a).
 */
function hoursBehind({ year, month, day }: Civil): number {
  const afterSpring = month > 3 || (month === 3 && day > nthSunday(year, 3, 2))
  const beforeFall = month < 11 || (month === 11 && day <= nthSunday(year, 11, 1))
  return afterSpring && beforeFall ? 6 : 7
}

function expected(civil: Civil): string {
  const midnight = new Date(Date.parse(`${text(civil)}T00:00:00Z`) + hoursBehind(civil) * HOUR)
  const eve = text(dayBefore(civil))
  return [
    text(civil),
    text(daysBefore(civil, 30)),
    midnight.toISOString(),
    eve,
    'false true false true',
  ].join(' ')
}

function allDays(): Civil[] {
  const days: Civil[] = []
  for (let year: number = YEARS[0]; year <= YEARS[1]; year += 1)
    for (let month = 1; month <= 12; month += 1)
      for (let day = 1; day <= lengthOf({ year, month, day }); day += 1) days.push({ year, month, day })
  return days
}

test.each(['UTC', 'America/Denver', 'Asia/Tokyo'])(
  'decides due days and past events by the ranch’s calendar, with the process in the time zone %s (R20.6)',
  async (zone) => {
    const env = { ...process.env, TZ: zone }
    const { stdout } = await promisify(execFile)(process.execPath, [TABLE, ...YEARS.map(String)], { env })
    expect(stdout.split('\n')).toEqual([zone, ...allDays().map(expected)])
  },
)

test('finds two clock changes per year in the dates that this test computes', () => {
  const changes = allDays().filter((day) => hoursBehind(day) !== hoursBehind(dayBefore(day)))
  expect(changes.map(text)).toHaveLength(2 * (YEARS[1] - YEARS[0] + 1))
  expect(changes.map(text)).toEqual(expect.arrayContaining(['2027-03-15', '2027-11-08']))
})
