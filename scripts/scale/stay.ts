/** One sign-up with its money: what was asked for, what came, what went back. Pure, and it adds up. */
import { type Plan, planRefund } from '#features/booking/domain/refund-policy.ts'
import { invoicePlan, type PlannedInvoice } from '#features/booking/domain/sign-up.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import { feeOf } from '#sandbox/payments/model/balance.ts'
import { addDays, type Day, daysBetween, ranchInstant } from '#shared/days.ts'
import type { PlannedEvent } from './plan.ts'
import type { Chance } from './random.ts'

export interface Paid {
  method: 'card' | 'check' | 'transfer' | 'cash'
  paidAt: Date
  fee: number | null
  /** What went back of it, and why; null: nothing. */
  refund: { amount: number; reason: 'late' | 'cancelled' | 'retreat-cancelled' | 'admin'; at: Date } | null
}

export interface Invoice extends PlannedInvoice {
  paid: Paid | null
}

export interface Stay {
  status: Exclude<ReservationStatus, 'pending'>
  signedUpAt: Date
  price: number
  invoices: Invoice[]
  /** Null for a stay that was not cancelled. */
  cancellation: { plan: Plan; at: Date } | null
  /** The guest has told what the kitchen must know. */
  informed: boolean
  directionsViewedAt: Date | null
}

export interface StayFacts {
  event: PlannedEvent
  today: Day
  now: Date
  chance: Chance
  /** Whether the payment provider can know of payments by card. */
  cards: boolean
}

const SHARE_BY_CARD = 0.25
const BY_HAND = ['check', 'transfer', 'cash'] as const

export function planStay(facts: StayFacts): Stay {
  const { event, today, now, chance } = facts
  const latest = event.start < today ? addDays(event.start, -1) : today
  const signUpDay = addDays(latest, -chance.between(1, 120))
  const signedUpAt = ranchInstant(signUpDay, chance.between(8, 20))
  const status = statusOf(facts)
  const plan = invoicePlan(
    paymentSchedule({ cost: event.cost, startDateDate: event.start }, signUpDay),
    signUpDay,
  )
  const paying = { ...facts, signUpDay, signedUpAt, status }
  const stay: Stay = {
    status,
    signedUpAt,
    price: Math.max(0, event.cost),
    invoices: plan.map((invoice) => Object.assign(invoice, { paid: paymentOf(invoice, paying) })),
    cancellation: null,
    informed: chance.happens(0.8),
    directionsViewedAt: chance.happens(0.6) ? atMost(now, ranchInstant(addDays(signUpDay, 1), 20)) : null,
  }
  if (status === 'cancelled') return cancelled(stay, facts, signUpDay)
  if (status === 'refunded') return givenBackLate(stay)
  return stay
}

function statusOf({ event, chance, cards }: StayFacts): Stay['status'] {
  if (event.cancelled) return 'cancelled'
  const drawn = chance.next()
  if (drawn < 0.06) return 'cancelled'
  // Only a card can pay too late, and nobody pays for what costs nothing.
  if (drawn < 0.07 && cards && event.cost > 0) return 'refunded'
  return drawn < 0.1 ? 'expired' : 'confirmed'
}

interface Paying extends StayFacts {
  signUpDay: Day
  signedUpAt: Date
  status: Stay['status']
}

/** What was due longer ago than this has been asked for often enough: hardly anybody owes it. */
const OWED_DAYS = 60
const SHARE_OWED = { early: 0.8, lately: 0.1, longAgo: 0.003 }

/** The first one was paid at the sign-up; a later one when it was due, but for some. */
function paymentOf({ purpose, amount, due }: PlannedInvoice, facts: Paying): Paid | null {
  const { status, chance, signedUpAt, today, now } = facts
  if (status === 'expired') return null
  const byCard = facts.cards && chance.happens(SHARE_BY_CARD)
  const method = byCard || status === 'refunded' ? 'card' : chance.pick(BY_HAND)
  const paid = (paidAt: Date): Paid => ({
    method: facts.cards ? method : chance.pick(BY_HAND),
    paidAt: atMost(now, paidAt),
    fee: facts.cards && method === 'card' ? feeOf(amount) : null,
    refund: null,
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

/** By the Terms of Stay, or all of it where the retreat itself was cancelled. */
function cancelled(stay: Stay, { event, today, now, chance }: StayFacts, signUpDay: Day): Stay {
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
              fee: paid.fee,
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
    return amount > 0 ? withRefund(invoice, { amount, reason, at }) : invoice
  })
  return { ...stay, invoices: refunded, cancellation: { plan, at } }
}

/** The hold was over and the spot gone when the money came. */
function givenBackLate(stay: Stay): Stay {
  const invoices = stay.invoices.map((invoice) =>
    invoice.paid
      ? withRefund(invoice, { amount: invoice.amount, reason: 'late', at: invoice.paid.paidAt })
      : invoice,
  )
  return { ...stay, invoices }
}

function withRefund(invoice: Invoice, refund: NonNullable<Paid['refund']>): Invoice {
  return { ...invoice, paid: invoice.paid && { ...invoice.paid, refund } }
}

const atMost = (latest: Date, instant: Date) => (instant > latest ? latest : instant)
