import { expect, test } from 'vitest'
import { addDays, daysBetween, isDay, nightOf, ranchDay, ranchInstant, ranchTimeInstant } from './days.ts'
import {
  formatDay,
  formatDayLong,
  formatDayOfYear,
  formatDayRange,
  formatDayRangeShort,
  formatOwnDates,
  formatStayDates,
  formatTime,
} from './format-days.ts'

test.each([
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-02-30', false],
  ['0000-01-01', false],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['2027-13-01', false],
  ['+012027-01', false],
  ['2027-1-1', false],
  ['2027-01-01 ', false],
])('answers whether %j is a real calendar day: %j', (text, is) => expect(isDay(text)).toBe(is))

test.each([
  ['2027-01-15T06:59:59Z', '2027-01-14', 'winter is 7 hours behind'],
  ['2027-01-15T07:00:00Z', '2027-01-15', 'winter is 7 hours behind'],
  ['2027-07-15T05:59:59Z', '2027-07-14', 'summer is 6 hours behind'],
  ['2027-07-15T06:00:00Z', '2027-07-15', 'summer is 6 hours behind'],
  ['2027-03-14T06:59:59Z', '2027-03-13', 'the clocks go forward on this day'],
  ['2027-03-14T07:00:00Z', '2027-03-14', 'the clocks go forward on this day'],
  ['2027-03-15T06:00:00Z', '2027-03-15', 'which has 23 hours'],
  ['2027-11-07T06:00:00Z', '2027-11-07', 'the clocks go back on this day'],
  ['2027-11-08T06:59:59Z', '2027-11-07', 'which has 25 hours'],
  ['2027-11-08T07:00:00Z', '2027-11-08', 'which has 25 hours'],
])('converts the instant %s to the ranch day %s (case: %s)', (instant, day) =>
  expect(ranchDay(new Date(instant))).toBe(day),
)

test.each([
  ['2027-03-14', 0, '2027-03-14T07:00:00.000Z'],
  ['2027-03-14', 15, '2027-03-14T21:00:00.000Z'],
  ['2027-03-15', 0, '2027-03-15T06:00:00.000Z'],
  ['2027-11-07', 0, '2027-11-07T06:00:00.000Z'],
  ['2027-11-07', 15, '2027-11-07T22:00:00.000Z'],
  ['2027-11-08', 0, '2027-11-08T07:00:00.000Z'],
])('converts %s at %i o’clock at the ranch to %s', (day, hour, instant) => {
  expect(ranchInstant(day, hour).toISOString()).toBe(instant)
})

test.each([
  ['2027-05-06', '18:05', '2027-05-07T00:05:00.000Z'],
  ['2027-12-06', '00:00', '2027-12-06T07:00:00.000Z'],
  // Daylight saving time begins: the clocks go from 02:00 to 03:00, so 02:30 does not exist.
  ['2027-03-14', '02:30', '2027-03-14T09:30:00.000Z'],
])('converts %s at %s on the ranch’s clock to %s', (day, time, instant) => {
  expect(ranchTimeInstant(day, time).toISOString()).toBe(instant)
})

test.each([
  // 01:59 and 02:00 ranch time.
  ['2027-05-07T07:59:59Z', '2027-05-06'],
  ['2027-05-07T08:00:00Z', '2027-05-07'],
  // Daylight saving time begins: 03:00 follows 01:59.
  ['2027-03-14T08:59:59Z', '2027-03-13'],
  ['2027-03-14T09:00:00Z', '2027-03-14'],
  // Daylight saving time ends: 01:30 occurs twice, 02:00 once.
  ['2027-11-07T07:30:00Z', '2027-11-06'],
  ['2027-11-07T08:30:00Z', '2027-11-06'],
  ['2027-11-07T09:00:00Z', '2027-11-07'],
])(
  'returns at %s the day %s as the one whose nightly work is due, because that work starts at 02:00',
  (now, day) => {
    expect(nightOf(new Date(now), 2)).toBe(day)
  },
)

test.each([
  ['2027-04-01', -30, '2027-03-02', 'the spring change between'],
  ['2027-11-20', -30, '2027-10-21', 'the autumn change between'],
  ['2028-03-01', -1, '2028-02-29', 'a leap year'],
  ['2027-12-31', 1, '2028-01-01', 'a new year'],
  ['2027-05-06', 0, '2027-05-06', 'the same day'],
])('adds days to %s: %i days later is %s (case: %s)', (from, count, to) => {
  expect(addDays(from, count)).toBe(to)
  expect(daysBetween(from, to)).toBe(count)
})

test('formats a day with its weekday, without its year, or with its full month', () => {
  expect(formatDay('2027-05-06')).toBe('Thu, May 6, 2027')
  expect(formatDayOfYear('2027-05-06')).toBe('Thu, May 6')
  expect(formatDayLong('2027-09-06')).toBe('September 6, 2027')
})

test.each([
  ['2027-05-06', '2027-05-06', 'Thu, May 6, 2027', 'May 6, 2027'],
  ['2027-05-06', '2027-05-10', 'Thu, May 6 – Mon, May 10, 2027', 'May 6 – 10, 2027'],
  ['2027-05-30', '2027-06-02', 'Sun, May 30 – Wed, Jun 2, 2027', 'May 30 – Jun 2, 2027'],
  ['2027-12-30', '2028-01-02', 'Thu, Dec 30, 2027 – Sun, Jan 2, 2028', 'Dec 30, 2027 – Jan 2, 2028'],
])('formats the days from %s to %s as %s, and in short as %s (R17.10)', (start, end, long, short) => {
  expect(formatDayRange(start, end)).toBe(long)
  expect(formatDayRangeShort(start, end)).toBe(short)
})

test.each([
  [
    'Thu, May 6, 2027, from 3 PM',
    'Mon, May 10, 2027, until 11 AM',
    '2027-05-10',
    'Thu, May 6, from 3 PM – Mon, May 10, 2027, until 11 AM',
  ],
  ['Thu, May 6, 2027', 'Mon, Jan 3, 2028', '2028-01-03'],
  ['Thu, May 6, from 3 PM', 'Mon, May 10, until 11 AM', '2027-05-10'],
  ['Thu, May 6', 'Thu, May 6', '2027-05-06', 'Thu, May 6'],
  [
    'Thu, May 6, 2027, from 9 AM',
    'Thu, May 6, 2027, until dark',
    '2027-05-06',
    'Thu, May 6, 2027, from 9 AM – until dark',
  ],
  ['Thu, May 6, 9 AM', 'Thu, May 6, noon', '2027-05-06', 'Thu, May 6, 9 AM – noon'],
  ['At dawn', 'Thu, May 6, at dusk', '2027-05-06'],
  ['Thu, May 6, noon', 'Thu, May 6 to 10', '2027-05-10'],
  ['Thu, May 6, noon', 'Thu, May 6; come early', '2027-05-06', 'Thu, May 6, noon – ; come early'],
])(
  "joins an event's texts %j and %j for its first and last day without repeating the day",
  (startDate, endDate, endDateDate, told = `${startDate} – ${endDate}`) => {
    expect(formatOwnDates({ startDate, startDateDate: '2027-05-06', endDate, endDateDate })).toBe(told)
  },
)

test('formats a time on the ranch’s clock with a plain space before AM', () => {
  expect(formatTime(new Date('2027-05-06T15:40:00Z'))).toBe('9:40 AM')
  expect(formatTime(new Date('2027-12-01T01:05:00Z'))).toBe('6:05 PM')
})

test.each([
  [
    'Sat, Feb 20, 2027, from 3 PM',
    'Wed, Feb 24, 2027, until 11 AM',
    'Sat, Feb 20, from 3 PM – Wed, Feb 24, 2027, until 11 AM',
  ],
  ['Sat, Feb 20', 'Wed, Feb 24', 'Sat, Feb 20 – Wed, Feb 24, 2027'],
  ['Sat, Feb 20 2027, noon', 'Wed, Feb 24 2027', 'Sat, Feb 20 2027, noon – Wed, Feb 24 2027'],
  [
    'Sat, Feb 20, from 3 PM',
    'Wed, Feb 24 before lunch',
    'Sat, Feb 20, from 3 PM – Wed, Feb 24, 2027 before lunch',
  ],
  ['Saturday noon', 'Wednesday', 'Sat, Feb 20 – Wed, Feb 24, 2027 (Saturday noon – Wednesday)'],
])(
  "shows the dates of a stay with the event's texts %s and %s, without repeating what the texts say",
  (startDate, endDate, told) => {
    expect(
      formatStayDates({ startDate, startDateDate: '2027-02-20', endDate, endDateDate: '2027-02-24' }),
    ).toBe(told)
  },
)
