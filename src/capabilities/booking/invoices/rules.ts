/** What an admin may do with an invoice (CONTRACT sections 2 and 5). Pure. */
import type { ReservationStatus } from '../../../platform/database/schema/booking.ts'
import type { Day } from '../../../shared/days.ts'
import type { Cents } from '../../../shared/money.ts'

/** An invoice as it is in the books. */
export interface InvoiceFacts {
  id: number
  amount: Cents
  due: Day | null
  /** `refunds`: how many rows say that some of it was, or is to be, given back. */
  payment: { id: number; method: string; paidAt: Date; refunds: number } | null
  reservation: ReservationFacts
}

export interface ReservationFacts {
  id: number
  eventId: number
  status: ReservationStatus
  version: number
  totalDue: Cents
  purgedAt: Date | null
}

/** What an admin asks for; what is absent stays. */
export interface InvoiceWish {
  amount?: Cents | undefined
  due?: Day | null | undefined
  paid?: boolean | undefined
  /** ISO 8601; null: now. */
  datePaid?: string | null | undefined
  paymentMethod?: string | null | undefined
}

/** Why nothing is changed; `fields` say what to mend. */
export interface Refused<Code extends string> {
  code: Code
  fields?: Record<string, string>
}

export interface HandPayment {
  method: string
  paidAt: Date
}

export interface InvoicePlan {
  amount: Cents
  due: Day | null
  /** Null: unpaid. */
  payment: HandPayment | null
  /** What differs from the books, by the names of the contract. */
  fields: string[]
}

/** A computer's clock may be a little fast. */
const CLOCK_MS = 5 * 60_000
const EARLIEST = new Date('2000-01-01T00:00:00Z')

const wrong = (fields: Record<string, string>) => ({ code: 'invalid', fields }) as const

/** What is wrong with what was said about a payment by hand; null: nothing. */
function saidWrongly(wish: InvoiceWish, paid: boolean, now: Date): Refused<'invalid'> | null {
  const { datePaid, paymentMethod } = wish
  if (!paid && (datePaid || paymentMethod))
    return wrong({ paid: 'Please say that it is paid, or leave out when and how' })
  if (!datePaid) return null
  const at = new Date(datePaid)
  if (at.getTime() > now.getTime() + CLOCK_MS)
    return wrong({ datePaid: 'That is in the future. Please choose today or an earlier day' })
  return at < EARLIEST ? wrong({ datePaid: 'That is long ago. Please check the year' }) : null
}

/** Why an admin may change nothing of a reservation's invoices. `version`: the one that they saw; null: any. */
export function closedTo(
  reservation: ReservationFacts,
  version: number | null,
): Refused<'purged' | 'stale'> | null {
  if (reservation.purgedAt) return { code: 'purged' }
  return version !== null && version !== reservation.version ? { code: 'stale' } : null
}

/**
 * Money by hand is taken for a stay that stands or is held, and for a cancelled one: a check may come late, and then
 * the books must know of it to have it given back. One that has expired, or was paid too late, has no spot to pay for.
 */
const takesMoney = ({ status }: ReservationFacts) => !['expired', 'refunded'].includes(status)

/** A new invoice's payment by hand, or null; or what is wrong with it. */
export function planNew(
  reservation: ReservationFacts,
  wish: InvoiceWish,
  now: Date,
): { payment: HandPayment | null } | Refused<'invalid' | 'not_standing'> {
  const paid = wish.paid ?? false
  const problem = saidWrongly(wish, paid, now)
  if (problem) return problem
  if (paid && !takesMoney(reservation)) return { code: 'not_standing' }
  return { payment: paid ? paymentOf(wish, null, now) : null }
}

function paymentOf(wish: InvoiceWish, known: HandPayment | null, now: Date): HandPayment {
  return {
    method: wish.paymentMethod ?? known?.method ?? 'cash',
    paidAt: wish.datePaid
      ? new Date(wish.datePaid)
      : ((wish.datePaid === null ? null : known?.paidAt) ?? now),
  }
}

/**
 * What an admin's wish makes of an invoice; null when it is so already. What a card paid is the provider's word, its
 * due day included: it is what the guest paid by.
 */
export function planChange(
  facts: InvoiceFacts,
  wish: InvoiceWish,
  now: Date,
): InvoicePlan | Refused<'invalid' | 'paid_by_card' | 'given_back' | 'not_standing'> | null {
  const { payment: known } = facts
  const paid = wish.paid ?? known !== null
  const problem = saidWrongly(wish, paid, now)
  if (problem) return problem
  const amount = wish.amount ?? facts.amount
  const due = wish.due === undefined ? facts.due : wish.due
  const payment = paid ? paymentOf(wish, known, now) : null
  const fields = [
    ...(amount === facts.amount ? [] : ['amount']),
    ...(due === facts.due ? [] : ['due']),
    ...((payment === null) === (known === null) ? [] : ['paid']),
    ...(payment?.paidAt.getTime() === known?.paidAt.getTime() ? [] : ['datePaid']),
    ...(payment?.method === known?.method ? [] : ['paymentMethod']),
  ]
  if (fields.length === 0) return null
  if (known?.method === 'card') return { code: 'paid_by_card' }
  if (known && known.refunds > 0 && (payment === null || fields.includes('amount')))
    return { code: 'given_back' }
  if (payment && !known && !takesMoney(facts.reservation)) return { code: 'not_standing' }
  return { amount, due, payment, fields }
}

/** Why an invoice cannot be deleted; null: it can, with what was paid for it by hand. */
export function keptInBooks({ payment }: InvoiceFacts): Refused<'paid_by_card' | 'given_back'> | null {
  if (payment?.method === 'card') return { code: 'paid_by_card' }
  return payment && payment.refunds > 0 ? { code: 'given_back' } : null
}
