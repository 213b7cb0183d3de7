/** One sign-up with its money: what was asked for, what came, what went back. Pure, and it adds up. */
import { planRefund } from '#features/booking/domain/refund-policy.ts'
import { invoicePlan, type PlannedInvoice } from '#features/booking/domain/sign-up.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import { feeOf } from '#sandbox/payments/model/balance.ts'
import type {
  BookedInvoice,
  BookedMail,
  BookedPayment,
  BookedRefund,
  Booking,
} from '#server/sample-data/booking-rows.ts'
import { addDays, type Day, daysBetween, ranchInstant } from '#shared/days.ts'
import type { Chance, PlannedEvent } from './plan-events.ts'

/** A booking to which a guest is yet to be found. */
type PlannedBooking = Omit<Booking, 'guest'>

export interface BookingFacts {
  event: PlannedEvent
  today: Day
  now: Date
  chance: Chance
  /** Whether the payment provider can know of payments by card. */
  cards: boolean
  /** When the event's guests were emptied; null while they are known. */
  purgedAt: Date | null
}

type Status = 'confirmed' | 'cancelled' | 'expired' | 'refunded'

/** The hash of any terms: nobody reads them here. */
const TERMS_HASH = 'f'.repeat(64)
/** Refunds by hand of which the host has not said yet that they were given. */
const SHARE_TO_GIVE = 0.05

const SHARE_BY_CARD = 0.25
const BY_HAND = ['check', 'transfer', 'cash'] as const

export function planBooking(facts: BookingFacts): PlannedBooking {
  const { event, today, now, chance, purgedAt } = facts
  const latest = event.start < today ? addDays(event.start, -1) : today
  const signUpDay = addDays(latest, -chance.between(1, 120))
  const signedUpAt = ranchInstant(signUpDay, chance.between(8, 20))
  const status = statusOf(facts)
  const plan = invoicePlan(
    paymentSchedule({ cost: event.cost, startDateDate: event.start }, signUpDay),
    signUpDay,
  )
  const paying = { ...facts, signUpDay, signedUpAt, status }
  const stay: PlannedBooking = {
    status,
    purgedAt,
    signedUpAt,
    price: Math.max(0, event.cost),
    invoices: plan.map((invoice) => Object.assign(invoice, { paid: paymentOf(invoice, paying) })),
    termsHash: chance.happens(0.8) ? TERMS_HASH : null,
    directionsViewedAt: chance.happens(0.6) ? atMost(now, ranchInstant(addDays(signUpDay, 1), 20)) : null,
    mails: [],
  }
  if (status === 'confirmed') return told(stay, facts)
  if (status === 'cancelled') return told(cancelled(stay, facts, signUpDay), facts)
  return status === 'refunded' ? refundedLate(stay) : stay
}

/** The share of stored e-mails that never arrived. */
const SHARE_FAILED = 0.002
const TEXT = 'You are in. Bring boots, a hat, and something warm for the evening.'

/** With the mails of a stay that stood once, and what the history says of it. */
function told(stay: PlannedBooking, { event, chance }: BookingFacts): PlannedBooking {
  const { signedUpAt, purgedAt, status } = stay
  const subject = `About event ${event.id}`
  const html = `<html><body>${`<p>${TEXT}</p>`.repeat(10)}</body></html>`
  const whole = { content: JSON.stringify({ subject, html, text: TEXT }) }
  const failed = { failure: 'there is no such address (550 5.1.1)' }
  const mail = (type: BookedMail['type'], sentAt: Date): BookedMail => ({
    type,
    subject,
    sentAt,
    ...(purgedAt ? {} : chance.happens(SHARE_FAILED) ? failed : whole),
  })
  const history = [{ action: 'reservation.confirmed', at: signedUpAt }]
  if (stay.cancellation) history.push({ action: 'reservation.cancelled', at: stay.cancellation.at })
  const mails = [mail('invoice-success', signedUpAt)]
  if (purgedAt && status === 'confirmed') mails.push(mail('deletion-receipt', purgedAt))
  return { ...stay, mails, history }
}

function statusOf({ event, chance, cards }: BookingFacts): Status {
  if (event.cancelled) return 'cancelled'
  const drawn = chance.next()
  if (drawn < 0.06) return 'cancelled'
  // Only a card can pay too late, and nobody pays for what costs nothing.
  if (drawn < 0.07 && cards && event.cost > 0) return 'refunded'
  return drawn < 0.1 ? 'expired' : 'confirmed'
}

interface Paying extends BookingFacts {
  signUpDay: Day
  signedUpAt: Date
  status: Status
}

/** What was due longer ago than this has been asked for often enough: hardly anybody owes it. */
const OWED_DAYS = 60
const SHARE_OWED = { early: 0.8, lately: 0.1, longAgo: 0.003 }

/** The first one was paid at the sign-up; a later one when it was due, but for some. */
function paymentOf({ purpose, amount, due }: PlannedInvoice, facts: Paying): BookedPayment | null {
  const { status, chance, signedUpAt, today, now } = facts
  if (status === 'expired') return null
  const byCard = facts.cards && chance.happens(SHARE_BY_CARD)
  const method = byCard || status === 'refunded' ? 'card' : chance.pick(BY_HAND)
  const paid = (paidAt: Date): BookedPayment => ({
    method: facts.cards ? method : chance.pick(BY_HAND),
    paidAt: atMost(now, paidAt),
    fee: facts.cards && method === 'card' ? feeOf(amount) : null,
  })
  if (purpose !== 'remainder') return paid(new Date(signedUpAt.getTime() + 60_000))
  if (status === 'refunded' || due === null) return null
  const dueHasCome = due <= today
  const lately = due > addDays(today, -OWED_DAYS)
  if (chance.happens(dueHasCome ? (lately ? SHARE_OWED.lately : SHARE_OWED.longAgo) : SHARE_OWED.early))
    return null
  const early = dueHasCome ? 0 : daysBetween(today, due)
  return paid(ranchInstant(addDays(due, -early), 12))
}

/** By the Terms of PlannedBooking, or all of it where the retreat itself was cancelled. */
function cancelled(
  stay: PlannedBooking,
  { event, today, now, chance }: BookingFacts,
  signUpDay: Day,
): PlannedBooking {
  const last = event.start < today ? event.start : today
  const day = addDays(signUpDay, chance.between(0, Math.max(0, daysBetween(signUpDay, last))))
  const at = atMost(now, ranchInstant(day, 21))
  // What was due after the cancellation was never paid.
  const invoices = stay.invoices.map((invoice) =>
    invoice.paid && invoice.paid.paidAt > at ? Object.assign(invoice, { paid: null }) : invoice,
  )
  const plan = planRefund(
    invoices.flatMap(({ paid, amount }, paymentId) =>
      paid
        ? [
            {
              paymentId,
              method: paid.method,
              paidAt: paid.paidAt,
              amount,
              refunded: 0,
              fee: paid.fee ?? null,
              withdrawn: 0,
            },
          ]
        : [],
    ),
    {
      cancelledBy: event.cancelled ? 'retreat' : 'guest',
      replacementFound: false,
      startDateDate: event.start,
      today: day,
    },
  )
  const reason = event.cancelled ? 'retreat-cancelled' : 'cancelled'
  const refunded = invoices.map((invoice, index) => {
    const amount = plan.lines.find(({ paymentId }) => paymentId === index)?.refund ?? 0
    if (amount === 0) return invoice
    const owed = invoice.paid?.method !== 'card' && chance.happens(SHARE_TO_GIVE)
    return withRefund(invoice, { amount, reason, at, owed })
  })
  const { cancelledBy, daysBefore, replacementFound, percent, paid, fees } = plan
  const { refundByTerms, refundToCards, refundByHand } = plan
  const cancellation = {
    cancelledBy,
    daysBefore,
    replacementFound,
    percent,
    paid,
    fees,
    refundByTerms,
    refundToCards,
    refundByHand,
    overrideReason: null,
    at,
  }
  return { ...stay, invoices: refunded, cancellation }
}

/** The hold was over and the spot gone when the money came. */
function refundedLate(stay: PlannedBooking): PlannedBooking {
  const invoices = stay.invoices.map((invoice) =>
    invoice.paid
      ? withRefund(invoice, { amount: invoice.amount, reason: 'late', at: invoice.paid.paidAt })
      : invoice,
  )
  return { ...stay, invoices }
}

const withRefund = (invoice: BookedInvoice, refund: BookedRefund): BookedInvoice => ({
  ...invoice,
  paid: invoice.paid && { ...invoice.paid, refund },
})

const atMost = (latest: Date, instant: Date) => (instant > latest ? latest : instant)
