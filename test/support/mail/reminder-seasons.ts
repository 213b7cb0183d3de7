/**
 * Simulates the hourly reminder job for many guests. On each day in a range, one guest's stay starts and one
 * invoice is due. Prints the time zone, then the time and dedupe key of each e-mail. Runs in a separate
 * process, because the variable TZ must be set from its start.
 */
import { addDays, ranchDay } from '#shared/days.ts'
import { isOpen } from '#shared/email-hours.ts'
import { causeKey, dueMails, type ReservationToRemind } from '#domain/mail/reminders/rules.ts'
import { hours, invoiceOf, mailOf, stayOf } from './simulate-reminders.ts'

/**
 * The first and the last day of the simulation, in days from the day on which the stay starts or the invoice
 * is due. The site sends reminders only between these days.
 */
const BEFORE = -20
const AFTER = 10

const [from = '', to = ''] = process.argv.slice(2)
const stays: ReservationToRemind[] = []
for (let base = from; base < to; base = addDays(base, 1)) {
  const id = stays.length + 1
  const madeOn = addDays(base, -100)
  stays.push(
    stayOf({
      reservationId: id,
      start: base,
      madeOn,
      detailsMissing: true,
      invoices: [invoiceOf(base, { id, madeOn })],
    }),
  )
}

const lines = [Intl.DateTimeFormat().resolvedOptions().timeZone]
let day = ''
let near: ReservationToRemind[] = []
for (const at of hours(addDays(from, BEFORE), addDays(to, AFTER))) {
  if (!isOpen(at)) continue
  const today = ranchDay(at)
  if (today !== day) {
    day = today
    near = stays.filter(({ start }) => start >= addDays(today, -AFTER) && start <= addDays(today, -BEFORE))
  }
  for (const stay of near) {
    for (const cause of dueMails(stay, today)) {
      stay.mails.push(mailOf({ at, cause }))
      lines.push(`${at.toISOString()} ${causeKey(cause)}`)
    }
  }
}
process.stdout.write(lines.join('\n'))
