/** The reservations of the sample events with their invoices, payments and mails. Pure: dates and ids come in. */
import { addDays, type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import type { InvoicePurpose } from '#platform/database/schema/booking.ts'
import type { SampleEvent } from './sample-event.ts'

export interface SamplePayment {
  /** Never `card`: the payment provider knows nothing of these. */
  method: 'check' | 'transfer' | 'cash'
  paidAt: Date
}

export interface SampleInvoice {
  purpose: InvoicePurpose
  /** Only of an extra charge. */
  description?: string
  extra?: boolean
  amount: number
  due: Day
  /** Null: still to be paid. */
  payment: SamplePayment | null
  remindedAt: Date | null
}

export interface SampleMail {
  type: EmailType
  subject: string
  sentAt: Date
  /** Why it did not go out at that time. */
  failure?: string
}

export interface SampleBooking {
  signedUpAt: Date
  /** Signed up by an admin, who knows only name and address so far. */
  detailsMissing: boolean
  directionsViewedAt: Date | null
  price: number
  invoices: SampleInvoice[]
  mails: SampleMail[]
}

/** The bookings of one event, first come first. */
export function sampleBookings(sample: SampleEvent, now: Date): SampleBooking[] {
  return Array.from({ length: sample.guests }, (_, index) => booking(sample, index, now))
}

function booking(sample: SampleEvent, index: number, now: Date): SampleBooking {
  const today = ranchDay(now)
  const { cost, name } = sample.event
  const startDateDate = addDays(today, sample.startsIn)
  const remainderDay = addDays(startDateDate, -30)
  // The guests signed up in good time, so that each has a deposit and a remainder.
  const latest = remainderDay < today ? remainderDay : today
  const signUpDay = addDays(latest, -3 - 3 * (sample.guests - index))
  const signedUpAt = ranchInstant(signUpDay, 10 + (index % 8))
  const detailsMissing = sample.startsIn > 40 && index % 5 === 4
  const stay = cost && cost > 0 ? invoicesOf({ cost, startDateDate, signUpDay, today, index }) : []
  const invoices = index === EXTRA_GUEST ? [...stay, ...extraOf(sample, startDateDate, today)] : stay
  const reminded = invoices.find((invoice) => invoice.remindedAt)
  const confirmation: SampleMail = detailsMissing
    ? { type: 'signup-success-simple', subject: `You’re signed up: ${name}`, sentAt: signedUpAt }
    : { type: 'invoice-success', subject: `You're in: ${name}`, sentAt: signedUpAt }
  const mails = [confirmation]
  if (sample.startsIn < 0) {
    const sentAt = ranchInstant(addDays(startDateDate, -7), 8)
    mails.push({ type: 'welcome-info', subject: `Before you come: ${name}`, sentAt })
  }
  if (reminded?.remindedAt) {
    mails.push({ type: 'invoice-remind', subject: `Still to pay: ${name}`, sentAt: reminded.remindedAt })
  }
  if (index === sample.cameBack) {
    const failure = 'there is no such address (550 5.1.1)'
    const sentAt = ranchInstant(addDays(today, -1), 9)
    mails.push({ type: 'info-remind', subject: `Still to fill in: ${name}`, sentAt, failure })
  }
  const directionsViewedAt = index % 3 === 1 ? null : ranchInstant(addDays(signUpDay, 2), 20)
  return { signedUpAt, detailsMissing, directionsViewedAt, price: Math.max(0, cost ?? 0), invoices, mails }
}

interface Facts {
  cost: number
  startDateDate: Day
  signUpDay: Day
  today: Day
  index: number
}

function invoicesOf({ cost, startDateDate, signUpDay, today, index }: Facts): SampleInvoice[] {
  const plan = paymentSchedule({ cost, startDateDate }, signUpDay)
  const remainderDay = plan.remainderDue ?? signUpDay
  const upcoming = startDateDate > today
  const remainderPaid = remainderPayment({ remainderDay, today, index, signUpDay, upcoming })
  const overdue = remainderDay <= today && !remainderPaid
  return [
    {
      purpose: 'deposit',
      amount: plan.deposit,
      due: signUpDay,
      payment: { method: index % 3 === 0 ? 'transfer' : 'check', paidAt: ranchInstant(signUpDay, 18) },
      remindedAt: null,
    },
    {
      purpose: 'remainder',
      amount: plan.remainder,
      due: remainderDay,
      payment: remainderPaid,
      remindedAt: overdue ? ranchInstant(remainderDay, 9) : null,
    },
  ]
}

/** Who has asked for something beyond the stay, where an event has it. */
const EXTRA_GUEST = 1

/** Paid on its day, which is the event's first. */
function extraOf({ extra }: SampleEvent, due: Day, today: Day): SampleInvoice[] {
  const payment = due < today ? { method: 'cash' as const, paidAt: ranchInstant(due, 17) } : null
  return extra ? [{ purpose: 'other', extra: true, ...extra, due, payment, remindedAt: null }] : []
}

interface RemainderFacts extends Omit<Facts, 'cost' | 'startDateDate'> {
  remainderDay: Day
  upcoming: boolean
}

/** The payment of a sample remainder: what was due is paid, but by one guest still to come; a few have paid early. */
function remainderPayment({ remainderDay, today, index, signUpDay, upcoming }: RemainderFacts) {
  const isDue = remainderDay <= today
  const forgot = isDue && upcoming && index === 2
  const early = !isDue && index % 4 === 0
  if (forgot || (!isDue && !early)) return null
  const paidAt = ranchInstant(early ? addDays(signUpDay, 1) : addDays(remainderDay, -1), 12)
  return { method: index % 2 === 0 ? 'cash' : 'transfer', paidAt } as const
}
