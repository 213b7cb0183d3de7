/**
 * Prints a table of dates, one line for each start day of an event. Runs in a separate process, because the
 * variable TZ must be set from its start. The first line is the time zone. Columns 1 to 4: start day, due day
 * of the remainder, first instant of the start day at the ranch, ranch day a millisecond earlier. Columns 5
 * and 6: whether the event is over a millisecond before that instant, and at that instant. Column 7: whether
 * sign-up asks for the full price 31 and 30 days before the start.
 */
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { hasHappened, paymentSchedule } from '#domain/events/rules.ts'

const [from = 0, to = 0] = process.argv.slice(2).map(Number)
const lines = [Intl.DateTimeFormat().resolvedOptions().timeZone]
for (let start = `${from}-01-01`; start <= `${to}-12-31`; start = addDays(start, 1)) {
  const midnight = ranchInstant(start)
  const before = new Date(midnight.getTime() - 1)
  const today = ranchDay(before)
  const { remainderDue } = paymentSchedule({ cost: 90_000, startDateDate: start }, '2020-01-01')
  const happened = [before, midnight].map((now) => hasHappened(start, ranchDay(now)))
  const wholeFrom = addDays(start, -31)
  const whole = [wholeFrom, addDays(wholeFrom, 1)].map(
    (day) => paymentSchedule({ cost: 90_000, startDateDate: start }, day).wholeNow,
  )
  lines.push([start, remainderDue, midnight.toISOString(), today, ...happened, ...whole].join(' '))
}
process.stdout.write(lines.join('\n'))
