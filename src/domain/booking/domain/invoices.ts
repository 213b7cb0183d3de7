/** Rules for an admin's changes of invoices, and the order in which invoices are listed (R3.8, R12.4). Pure. */
import type { InvoicePurpose, invoices, reservations } from '#platform/database/schema/booking.ts'
import type { PaymentMethod, payments } from '#platform/database/schema/payments.ts'
import type { Day } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, formatMoney, LEAST_CHARGE } from '#shared/money.ts'

/** Amount, due day and name of an invoice, and whether it is an extra charge on top of the price. */
export type InvoiceTerms = Pick<typeof invoices.$inferSelect, 'amount' | 'due' | 'description' | 'extra'>

export interface InvoiceFacts extends InvoiceTerms {
  id: number
  purpose: InvoicePurpose
  /** `refunds` is the number of refund rows of this payment. */
  payment: (HandPayment & { id: number; refunds: number }) | null
  reservation: ReservationFacts
}

export type ReservationFacts = Pick<
  typeof reservations.$inferSelect,
  'id' | 'eventId' | 'partyId' | 'status' | 'version' | 'purgedAt'
>

/** Changes to an invoice that an admin wants. A missing field stays unchanged. */
export interface InvoiceWish {
  amount?: Cents | undefined
  due?: Day | null | undefined
  description?: string | null | undefined
  partOfPrice?: boolean | undefined
  paid?: boolean | undefined
  /** ISO 8601; null means now. */
  datePaid?: string | null | undefined
  paymentMethod?: PaymentMethod | null | undefined
  /** Cents that were paid manually. Missing: the whole invoice. */
  paidAmount?: Cents | undefined
}

/** Why a change is refused. `fields` holds a message for each wrong field. */
export interface Refused<Code extends string> {
  code: Code
  fields?: Record<string, string>
}

export type HandPayment = Pick<typeof payments.$inferSelect, 'method' | 'paidAt'>

export interface InvoicePlan {
  /** Terms after the change. If a part was paid, these are the terms of the rest. */
  terms: InvoiceTerms
  payment: HandPayment | null
  /** Cents paid of it, which become an invoice of their own. Null if all or nothing is paid. */
  part: Cents | null
  /** Contract names of the fields that change. */
  fields: string[]
}

/** An admin's clock may be slightly fast. */
const CLOCK_MS = 5 * 60_000

const EARLIEST = new Date('2000-01-01T00:00:00Z')

const invalid = (fields: Record<string, string>) => ({ code: 'invalid', fields }) as const

/** Returns what is wrong with a manual payment as the admin entered it, or null. */
function handPaymentProblem(wish: InvoiceWish, paid: boolean, now: Date): Refused<'invalid'> | null {
  const { datePaid, paymentMethod } = wish
  if (!paid && (datePaid || paymentMethod))
    return invalid({ paid: 'Please say that it is paid, or leave out when and how' })
  if (!datePaid) return null
  const at = new Date(datePaid)
  if (at.getTime() > now.getTime() + CLOCK_MS)
    return invalid({ datePaid: 'That is in the future. Please choose today or an earlier day' })
  return at < EARLIEST ? invalid({ datePaid: 'That is long ago. Please check the year' }) : null
}

/**
 * Returns why an admin may not change a reservation's invoices, or null. `version` is the one that they saw; null
 * accepts any.
 */
export function editRefusal(
  reservation: ReservationFacts,
  version: number | null,
): Refused<'purged' | 'stale'> | null {
  if (reservation.purgedAt) return { code: 'purged' }
  return version !== null && version !== reservation.version ? { code: 'stale' } : null
}

/**
 * Returns whether manual payments can be recorded for a reservation. A canceled one still takes money: a late check
 * must be in the books to be refunded.
 * An expired reservation, or one whose payment came too late, has no spot to pay for.
 */
export const takesMoney = ({ status }: Pick<ReservationFacts, 'status'>): boolean =>
  !['expired', 'refunded'].includes(status)

/** Returns the cents of the price without an invoice; negative if the invoices ask for more than the price. */
export const uninvoiced = (
  price: Cents,
  invoices: readonly Pick<InvoiceTerms, 'amount' | 'extra'>[],
): Cents => invoices.reduce((left, { amount, extra }) => (extra ? left : left - amount), price)

/**
 * Returns whether a new invoice counts as part of the price if the admin does not say: enough of the price must have
 * no invoice yet.
 */
export const fitsPrice = (amount: Cents, left: Cents): boolean => amount <= left

/** Returns a new invoice and its manual payment (or null), or what is wrong. `left` is the result of `uninvoiced`. */
export function planNew(
  reservation: ReservationFacts,
  { amount, left, wish, now }: { amount: Cents; left: Cents; wish: InvoiceWish; now: Date },
): { terms: InvoiceTerms; payment: HandPayment | null } | Refused<'invalid' | 'not_standing'> {
  const paid = wish.paid ?? false
  const problem = handPaymentProblem(wish, paid, now)
  if (problem) return problem
  if (paid && !takesMoney(reservation)) return { code: 'not_standing' }
  const { due = null, description = null, partOfPrice = fitsPrice(amount, left) } = wish
  return {
    terms: { amount, due, description, extra: !partOfPrice },
    payment: paid ? paymentOf(wish, null, now) : null,
  }
}

const paymentOf = (wish: InvoiceWish, known: HandPayment | null, now: Date): HandPayment => ({
  method: wish.paymentMethod ?? known?.method ?? 'cash',
  paidAt: wish.datePaid ? new Date(wish.datePaid) : ((wish.datePaid === null ? null : known?.paidAt) ?? now),
})

/** Fields that can still change after a card payment: the name, and whether it counts for the price. */
const LABEL_FIELDS: ReadonlySet<string> = new Set(['description', 'partOfPrice'])

/**
 * Returns how an admin's change affects an invoice; null if nothing changes.
 * A card payment fixes the amount and also the due day, because the guest paid by them.
 */
export function planChange(
  facts: InvoiceFacts,
  wish: InvoiceWish,
  now: Date,
): InvoicePlan | Refused<'invalid' | 'paid_by_card' | 'given_back' | 'not_standing'> | null {
  const { payment: known } = facts
  const paid = wish.paid ?? known !== null
  const terms = changedTerms(facts, wish)
  const problem =
    handPaymentProblem(wish, paid, now) ??
    extraProblem(facts, terms) ??
    partPaidProblem(facts, wish, terms.amount)
  if (problem) return problem
  const payment = paid ? paymentOf(wish, known, now) : null
  const fields = changedFields(facts, terms, payment)
  if (fields.length === 0) return null
  if (known?.method === 'card' && fields.some((field) => !LABEL_FIELDS.has(field)))
    return { code: 'paid_by_card' }
  if (known && known.refunds > 0 && (payment === null || fields.includes('amount')))
    return { code: 'given_back' }
  if (payment && !known && !takesMoney(facts.reservation)) return { code: 'not_standing' }
  const part = wish.paidAmount === undefined || wish.paidAmount === terms.amount ? null : wish.paidAmount
  return { terms: { ...terms, amount: terms.amount - (part ?? 0) }, payment, part, fields }
}

const changedTerms = (facts: InvoiceFacts, wish: InvoiceWish): InvoiceTerms => ({
  amount: wish.amount ?? facts.amount,
  due: wish.due === undefined ? facts.due : wish.due,
  description: wish.description === undefined ? facts.description : wish.description,
  extra: wish.partOfPrice === undefined ? facts.extra : !wish.partOfPrice,
})

function changedFields(facts: InvoiceFacts, terms: InvoiceTerms, payment: HandPayment | null): string[] {
  const known = facts.payment
  const isSame = {
    amount: terms.amount === facts.amount,
    due: terms.due === facts.due,
    description: terms.description === facts.description,
    partOfPrice: terms.extra === facts.extra,
    paid: (payment === null) === (known === null),
    datePaid: payment?.paidAt.getTime() === known?.paidAt.getTime(),
    paymentMethod: payment?.method === known?.method,
  }
  return Object.entries(isSame).flatMap(([field, same]) => (same ? [] : [field]))
}

/** Refuses to turn the sign-up's own invoices into extra charges: the price is paid by them. */
function extraProblem(facts: InvoiceFacts, { extra }: InvoiceTerms): Refused<'invalid'> | null {
  if (!extra || facts.purpose === 'other') return null
  const label = invoiceLabel({ purpose: facts.purpose, description: null, partOfPrice: true })
  return invalid({
    partOfPrice: `“${label}” is always part of the price. For an extra charge, please add another invoice`,
  })
}

/** Returns what is wrong with a partial payment, or null. `amount` is the whole invoice. */
function partPaidProblem(
  { payment }: InvoiceFacts,
  { paid, paidAmount }: InvoiceWish,
  amount: Cents,
): Refused<'invalid' | 'paid_by_card'> | null {
  if (paidAmount === undefined || (paid && paidAmount === amount)) return null
  if (!paid) return invalid({ paidAmount: 'Please say that it is paid, or leave out how much' })
  if (payment?.method === 'card') return { code: 'paid_by_card' }
  if (payment) return invalid({ paidAmount: `All of it is paid already: ${formatMoney(amount)}` })
  const problem = partProblem(amount, paidAmount)
  return problem === null ? null : invalid({ paidAmount: problem })
}

/**
 * Returns why `part` cannot be a partial payment of `amount`, with what to do instead, or null. The rest must be
 * large enough for a card.
 */
export function partProblem(amount: Cents, part: Cents): string | null {
  const rest = amount - part
  if (rest < 0)
    return `The invoice asks for ${formatMoney(amount)}. Please record that, and add an invoice for the rest`
  if (rest === 0 || rest >= LEAST_CHARGE) return null
  const most = amount - LEAST_CHARGE
  const less = most < LEAST_CHARGE ? '' : `, or at most ${formatMoney(most)}`
  return `That leaves ${formatMoney(rest)}, and a card cannot pay less than ${formatMoney(LEAST_CHARGE)}. Please record all of it, ${formatMoney(amount)}${less}`
}

/** Returns why an invoice cannot be deleted, or null. Its manual payment is deleted with it. */
export function deleteRefusal({ payment }: InvoiceFacts): Refused<'paid_by_card' | 'given_back'> | null {
  if (payment?.method === 'card') return { code: 'paid_by_card' }
  return payment && payment.refunds > 0 ? { code: 'given_back' } : null
}

/** Sorts invoices for the guest's page (R3.8): paid ones first, then by due day, those without one last. */
export const inGuestOrder = <T extends { id: number; paid: boolean; due: Day | null }>(
  listed: readonly T[],
): T[] =>
  listed.toSorted(
    (a, b) =>
      Number(b.paid) - Number(a.paid) ||
      (a.due ?? '9999-12-31').localeCompare(b.due ?? '9999-12-31') ||
      a.id - b.id,
  )

/** Sorts invoices for admins (R3.8): latest due day first, those without one last. */
export const inAdminOrder = <T extends { id: number; due: Day | null }>(listed: readonly T[]): T[] =>
  listed.toSorted((a, b) => (b.due ?? '').localeCompare(a.due ?? '') || b.id - a.id)
