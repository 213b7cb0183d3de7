/** Simulates the reminder job for one reservation, without a database and with a clock that moves. */
import { ranchDay, ranchInstant } from '#shared/days.ts'
import { isOpen } from '#shared/email-hours.ts'
import { type Cause, dueMails, type Mail, type ReservationToRemind } from '#domain/mail/reminders/rules.ts'

export interface Sent {
  at: Date
  cause: Cause
}

/**
 * Returns a reservation for July with complete details that was made in January. A test passes only what
 * matters to it.
 */
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

/** Returns an e-mail that an admin sent at noon. */
export function byHand(type: Mail['type'], day: string, changes: Partial<Mail> = {}): Mail {
  const at = ranchInstant(day, 12)
  return { type, invoiceId: null, cause: null, status: 'sent', createdAt: at, sentAt: at, ...changes }
}

export function mailOf({ cause, at }: Sent): Mail {
  const { type, target } = cause
  const invoiceId = type === 'invoice-remind' ? target : null
  return { type, invoiceId, cause, status: 'sent', createdAt: at, sentAt: at }
}

/** Simulates one run. Returns the e-mails sent and the reservation after it. */
export function round(stay: ReservationToRemind, at: Date): { stay: ReservationToRemind; sent: Sent[] } {
  if (!isOpen(at)) return { stay, sent: [] }
  const sent = dueMails(stay, ranchDay(at)).map((cause) => ({ at, cause }))
  return sent.length === 0
    ? { stay, sent }
    : { stay: { ...stay, mails: [...stay.mails, ...sent.map(mailOf)] }, sent }
}

/**
 * Simulates a run of the job at each of these times, in order. `change` may change the reservation before each
 * run.
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

/** Yields every `step` hours from the start of one ranch day to the start of another. */
export function* hours(from: string, to: string, step = 1): Generator<Date> {
  const end = ranchInstant(to).getTime()
  for (let at = ranchInstant(from).getTime(); at < end; at += step * 3_600_000) yield new Date(at)
}

/** Returns text such as `"invoice-remind -7 on 2027-06-24"`. */
export const inWords = ({ at, cause: { type, days } }: Sent) => `${type} ${days} on ${ranchDay(at)}`
