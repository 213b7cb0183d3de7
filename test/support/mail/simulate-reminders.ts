/** Simulates the reminder job for one reservation, in memory and with a clock that moves. */
import { ranchDay, ranchInstant } from '#shared/days.ts'
import { isOpen } from '#shared/email-hours.ts'
import { type Cause, dueMails, type Mail, type ReservationToRemind } from '#domain/mail/reminders/rules.ts'

export interface Sent {
  at: Date
  cause: Cause
}

export function stayOf(changes: Partial<ReservationToRemind> = {}): ReservationToRemind {
  return {
    reservationId: 1,
    eventId: 3,
    start: '2027-07-01',
    madeOn: '2027-01-01',
    detailsMissing: false,
    invoices: [],
    notAsked: [],
    mails: [],
    ...changes,
  }
}

export const invoiceOf = (due: string, changes: { id?: number; madeOn?: string } = {}) => ({
  id: 17,
  due,
  madeOn: '2027-01-01',
  ...changes,
})

/** Returns an e-mail of this type that an admin sent at noon on this day. */
export function byHand(type: Mail['type'], day: string, changes: Partial<Mail> = {}): Mail {
  const at = ranchInstant(day, 12)
  return { type, invoiceId: null, cause: null, status: 'sent', createdAt: at, sentAt: at, ...changes }
}

export function mailOf({ cause, at }: Sent): Mail {
  const { type, target } = cause
  const invoiceId = type === 'invoice-remind' ? target : null
  return { type, invoiceId, cause, status: 'sent', createdAt: at, sentAt: at }
}

/**
 * Simulates one run of the reminder job for one reservation at `at`. Returns the e-mails that the job sends,
 * and the reservation after the run.
 */
export function round(stay: ReservationToRemind, at: Date): { stay: ReservationToRemind; sent: Sent[] } {
  if (!isOpen(at)) return { stay, sent: [] }
  const sent = dueMails(stay, ranchDay(at)).map((cause) => ({ at, cause }))
  return sent.length === 0
    ? { stay, sent }
    : { stay: { ...stay, mails: [...stay.mails, ...sent.map(mailOf)] }, sent }
}

/**
 * Simulates the reminder job for one reservation at each of these times. Before each run, `change` may change
 * the reservation.
 */
export function play(
  first: ReservationToRemind,
  times: Iterable<Date>,
  change: (stay: ReservationToRemind, at: Date) => ReservationToRemind = (stay) => stay,
): Sent[] {
  let stay = first
  const all: Sent[] = []
  for (const at of times) {
    const after = round(change(stay, at), at)
    stay = after.stay
    all.push(...after.sent)
  }
  return all
}

/**
 * Yields an instant every `step` hours, from the start of the ranch day `from` to the start of the ranch day
 * `to`.
 */
export function* hours(from: string, to: string, step = 1): Generator<Date> {
  const end = ranchInstant(to).getTime()
  for (let at = ranchInstant(from).getTime(); at < end; at += step * 3_600_000) yield new Date(at)
}

/** Returns a sent e-mail as text, such as `"invoice-remind -7 on 2027-06-24"`. */
export const inWords = ({ at, cause: { type, days } }: Sent) => `${type} ${days} on ${ranchDay(at)}`
