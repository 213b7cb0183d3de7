/** An admin's changes of invoices: which there may be; and the order in which invoices are shown (R3.8, R12.4). Pure. */
import type { InvoicePurpose, invoices, reservations } from '#platform/database/schema/booking.ts'
import type { PaymentMethod, payments } from '#platform/database/schema/payments.ts'
import type { Day } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, formatMoney, LEAST_CHARGE } from '#shared/money.ts'

/** The terms of an invoice: sum, due day, name, and whether it comes on top of the price of the stay. */
export type InvoiceTerms = Pick<typeof invoices.$inferSelect, 'amount' | 'due' | 'description' | 'extra'>

export interface InvoiceFacts extends InvoiceTerms {
  id: number
  purpose: InvoicePurpose
  /** `refunds`: how many rows say that some of it was, or is to be, given back. */
  payment: (HandPayment & { id: number; refunds: number }) | null
  reservation: ReservationFacts
}

export type ReservationFacts = Pick<
  typeof reservations.$inferSelect,
  'id' | 'eventId' | 'partyId' | 'status' | 'version' | 'purgedAt'
>

/** An admin's wish for an invoice; an absent field stays. */
export interface InvoiceWish {
  amount?: Cents | undefined
  due?: Day | null | undefined
  description?: string | null | undefined
  partOfPrice?: boolean | undefined
  paid?: boolean | undefined
  /** ISO 8601; null: now. */
  datePaid?: string | null | undefined
  paymentMethod?: PaymentMethod | null | undefined
  /** The cents of it that came by hand; missing: all of it. */
  paidAmount?: Cents | undefined
}

/** Why nothing is changed; `fields` say what to mend. */
export interface Refused<Code extends string> {
  code: Code
  fields?: Record<string, string>
}

export type HandPayment = Pick<typeof payments.$inferSelect, 'method' | 'paidAt'>

export interface InvoicePlan {
  /** The invoice's terms afterwards; where a part of it was paid, those of the rest. */
  terms: InvoiceTerms
  payment: HandPayment | null
  /** Cents that were paid of it, which become an invoice of their own; null: all of it, or nothing. */
  part: Cents | null
  /** The fields that differ from the row, by the contract's names. */
  fields: string[]
}

/** A computer's clock may be a little fast. */
const CLOCK_MS = 5 * 60_000

const EARLIEST = new Date('2000-01-01T00:00:00Z')

const invalid = (fields: Record<string, string>) => ({ code: 'invalid', fields }) as const

/** The problem of a payment by hand as the admin told it; null: none. */
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

/** Why an admin may change nothing of a reservation's invoices. `version`: the one that they saw; null: any. */
export function editRefusal(
  reservation: ReservationFacts,
  version: number | null,
): Refused<'purged' | 'stale'> | null {
  if (reservation.purgedAt) return { code: 'purged' }
  return version !== null && version !== reservation.version ? { code: 'stale' } : null
}

/**
 * Money by hand is taken for a stay that stands or is held, and for a cancelled one: a check may come late, and then
 * the books must know of it to have it refunded. One that has expired, or was paid too late, has no spot to pay for.
 */
export const takesMoney = ({ status }: Pick<ReservationFacts, 'status'>): boolean =>
  !['expired', 'refunded'].includes(status)

/** Cents of the stay's price without an invoice yet; below 0 where the invoices ask for more. */
export const uninvoiced = (
  price: Cents,
  invoices: readonly Pick<InvoiceTerms, 'amount' | 'extra'>[],
): Cents => invoices.reduce((left, { amount, extra }) => (extra ? left : left - amount), price)

/** True: a new invoice is taken for a part of the price where nobody says so, since so much of that has none yet. */
export const fitsPrice = (amount: Cents, left: Cents): boolean => amount <= left

/** A new invoice of `amount`, and its payment by hand, or null; or what is wrong with it. `left`: `uninvoiced`. */
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

/** The fields that an admin may still change once a card has paid: the name, and what the invoice counts for. */
const ABOUT_IT: ReadonlySet<string> = new Set(['description', 'partOfPrice'])

/**
 * The change that an admin's wish makes of an invoice; null when it is so already. What a card paid is the provider's
 * word, its due day included: it is what the guest paid by.
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
  if (known?.method === 'card' && fields.some((field) => !ABOUT_IT.has(field)))
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

/** The sign-up's own invoices are what the price is paid by. */
function extraProblem(facts: InvoiceFacts, { extra }: InvoiceTerms): Refused<'invalid'> | null {
  if (!extra || facts.purpose === 'other') return null
  const label = invoiceLabel({ purpose: facts.purpose, description: null, partOfPrice: true })
  return invalid({
    partOfPrice: `“${label}” is always part of the price. For an extra charge, please add another invoice`,
  })
}

/** The problem of a partial payment; null: none. `amount`: the whole invoice. */
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

/** Why `part` cannot be what came of an invoice of `amount`, with the remedy; null: it can. No card pays a very small rest. */
export function partProblem(amount: Cents, part: Cents): string | null {
  const rest = amount - part
  if (rest < 0)
    return `The invoice asks for ${formatMoney(amount)}. Please record that, and add an invoice for the rest`
  if (rest === 0 || rest >= LEAST_CHARGE) return null
  const most = amount - LEAST_CHARGE
  const less = most < LEAST_CHARGE ? '' : `, or at most ${formatMoney(most)}`
  return `That leaves ${formatMoney(rest)}, and a card cannot pay less than ${formatMoney(LEAST_CHARGE)}. Please record all of it, ${formatMoney(amount)}${less}`
}

/** Why an invoice cannot be deleted; null: it can, with what was paid for it by hand. */
export function deleteRefusal({ payment }: InvoiceFacts): Refused<'paid_by_card' | 'given_back'> | null {
  if (payment?.method === 'card') return { code: 'paid_by_card' }
  return payment && payment.refunds > 0 ? { code: 'given_back' } : null
}

/** The guest page's order (R3.8): paid first, then by due day, those with one before those without. */
export const inGuestOrder = <T extends { id: number; paid: boolean; due: Day | null }>(
  listed: readonly T[],
): T[] =>
  listed.toSorted(
    (a, b) =>
      Number(b.paid) - Number(a.paid) ||
      (a.due ?? '9999-12-31').localeCompare(b.due ?? '9999-12-31') ||
      a.id - b.id,
  )

/** The admin's order (R3.8): by due day, newest first; those without one last. */
export const inAdminOrder = <T extends { id: number; due: Day | null }>(listed: readonly T[]): T[] =>
  listed.toSorted((a, b) => (b.due ?? '').localeCompare(a.due ?? '') || b.id - a.id)
