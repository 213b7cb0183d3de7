/** Rounds without a database: what one stay would be sent by itself, the clock moving on. */
import { ranchDay, ranchInstant } from '#shared/days.ts'
import { isOpen } from '#shared/email-hours.ts'
import { type Cause, dueMails, type Mail, type Stay } from '../rules.ts'

export interface Sent {
  at: Date
  cause: Cause
}

/** A stay of the summer, told long before and complete; a test names only what it is about. */
export function stayOf(changes: Partial<Stay> = {}): Stay {
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

/** A mail that an admin has sent at noon. */
export function byHand(type: Mail['type'], day: string, changes: Partial<Mail> = {}): Mail {
  const at = ranchInstant(day, 12)
  return { type, invoiceId: null, cause: null, status: 'sent', createdAt: at, sentAt: at, ...changes }
}

export function mailOf({ cause, at }: Sent): Mail {
  const { type, target } = cause
  const invoiceId = type === 'invoice-remind' ? target : null
  return { type, invoiceId, cause, status: 'sent', createdAt: at, sentAt: at }
}

/** One round: what it sends, and the stay afterwards. */
export function round(stay: Stay, at: Date): { stay: Stay; sent: Sent[] } {
  if (!isOpen(at)) return { stay, sent: [] }
  const sent = dueMails(stay, ranchDay(at)).map((cause) => ({ at, cause }))
  return sent.length === 0
    ? { stay, sent }
    : { stay: { ...stay, mails: [...stay.mails, ...sent.map(mailOf)] }, sent }
}

/** A round at every time, in order. `change`: what happens to the stay before a round. */
export function play(
  first: Stay,
  times: Iterable<Date>,
  change: (stay: Stay, at: Date) => Stay = (stay) => stay,
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

/** Every so many hours from one day's beginning at the ranch to another's. */
export function* hours(from: string, to: string, step = 1): Generator<Date> {
  const end = ranchInstant(to).getTime()
  for (let at = ranchInstant(from).getTime(); at < end; at += step * 3_600_000) yield new Date(at)
}

/** `"invoice-remind -7 on 2027-06-24"` */
export const inWords = ({ at, cause: { type, days } }: Sent) => `${type} ${days} on ${ranchDay(at)}`
