/** Rules for how admins change invoices, and for the order in which invoices are listed (R3.8, R12.4). Pure. */
import type { InvoicePurpose, invoices, reservations } from '#platform/database/schema/booking.ts'
import type { PaymentMethod, payments } from '#platform/database/schema/payments.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, formatMoney, LEAST_CHARGE } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'

/** Amount, due day and name of an invoice, and whether it is an extra charge in addition to the price. */
export type InvoiceTerms = Pick<typeof invoices.$inferSelect, 'amount' | 'due' | 'description' | 'extra'>

export interface InvoiceFacts extends InvoiceTerms {
  id: number
  purpose: InvoicePurpose
  /**
   * `refunds` is the number of refunds of this payment. `depositedOn` is the day of the deposit slip in which it is, or
   * null.
   */
  payment: (HandPayment & { id: number; refunds: number; depositedOn: Day | null }) | null
  reservation: ReservationFacts
}

export type ReservationFacts = Pick<
  typeof reservations.$inferSelect,
  'id' | 'eventId' | 'partyId' | 'status' | 'version' | 'purgedAt'
>

/** The changes that an admin wants in an invoice. A missing field stays unchanged. */
export interface InvoiceWish {
  amount?: Cents | undefined
  due?: Day | null | undefined
  description?: string | null | undefined
  partOfPrice?: boolean | undefined
  paid?: boolean | undefined
  /** ISO 8601; null means now. */
  datePaid?: string | null | undefined
  paymentMethod?: PaymentMethod | null | undefined
  /** Cents of the manual payment. If missing, the whole invoice was paid. */
  paidAmount?: Cents | undefined
  reference?: string | null | undefined
  memo?: string | null | undefined
}

/** What an admin enters about a manual payment. */
type PaymentWish = Pick<InvoiceWish, 'datePaid' | 'paymentMethod' | 'reference' | 'memo'>

/** Why a change is refused. `fields` has a message for each wrong field. */
export interface Refused<Code extends string> {
  code: Code
  fields?: Record<string, string>
}

export interface HandPayment extends Pick<typeof payments.$inferSelect, 'method' | 'paidAt' | 'reference'> {
  /** An admin's note, decrypted. */
  memo: string | null
}

export interface InvoicePlan {
  /**
   * The invoice's amount, due day and name after the change. If only a part was paid: those of the invoice
   * for the rest.
   */
  terms: InvoiceTerms
  payment: HandPayment | null
  /**
   * The paid cents, if only a part was paid; they become an invoice of their own. Null if all or nothing was paid.
   */
  part: Cents | null
  /** Names of the changed fields, as in the API contract. */
  fields: string[]
}

/** A time of payment may be this far in the future, because an admin's clock may be fast. */
const CLOCK_MS = 5 * 60_000

const EARLIEST = new Date('2000-01-01T00:00:00Z')

const invalid = (fields: Record<string, string>) => ({ code: 'invalid', fields }) as const

/** Returns what is wrong with a manual payment that an admin entered, or null. */
export function handPaymentProblem(
  { datePaid, paymentMethod, reference, memo }: PaymentWish,
  paid: boolean,
  now: Date,
): Refused<'invalid'> | null {
  if (!paid && (datePaid || paymentMethod || reference || memo))
    return invalid({ paid: 'Please mark it as paid, or leave out when and how' })
  if (!datePaid) return null
  const at = new Date(datePaid)
  if (at.getTime() > now.getTime() + CLOCK_MS)
    return invalid({ datePaid: 'That is in the future. Please choose today or an earlier day' })
  return at < EARLIEST ? invalid({ datePaid: 'That is long ago. Please check the year' }) : null
}

/**
 * Returns why an admin may not change a reservation's invoices, or null. `version` is the version that the admin saw;
 * null accepts any.
 */
export function editRefusal(
  reservation: ReservationFacts,
  version: number | null,
): Refused<'purged' | 'stale'> | null {
  if (reservation.purgedAt) return { code: 'purged' }
  return version !== null && version !== reservation.version ? { code: 'stale' } : null
}

/**
 * Returns whether a manual payment can be recorded for a reservation. A canceled stay still takes payments as new
 * invoices, because a late check must be recorded before it can be refunded. Its unpaid invoices are void. An expired
 * reservation, and one whose payment came too late,
 * has no spot that could be paid.
 */
export const takesMoney = ({ status }: Pick<ReservationFacts, 'status'>): boolean =>
  !['expired', 'refunded'].includes(status)

/**
 * Returns how many cents of a stay's price have no invoice yet. Negative if the invoices ask for more than the
 * price.
 */
export const uninvoiced = (
  price: Cents,
  invoices: readonly Pick<InvoiceTerms, 'amount' | 'extra'>[],
): Cents => invoices.reduce((left, { amount, extra }) => (extra ? left : left - amount), price)

/**
 * Returns whether a new invoice is a part of the price, for a request in which the admin does not choose that. It
 * is if the part of the price that has no invoice yet is at least as large as the new invoice.
 */
export const fitsPrice = (amount: Cents, left: Cents): boolean => amount <= left

/**
 * Returns a new invoice and its manual payment (or null), or why they are refused. `left` is the result of
 * `uninvoiced`.
 */
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

export const paymentOf = (wish: PaymentWish, known: HandPayment | null, now: Date): HandPayment => ({
  method: wish.paymentMethod ?? known?.method ?? 'cash',
  paidAt: wish.datePaid ? new Date(wish.datePaid) : ((wish.datePaid === null ? null : known?.paidAt) ?? now),
  reference: wish.reference === undefined ? (known?.reference ?? null) : wish.reference,
  memo: wish.memo === undefined ? (known?.memo ?? null) : wish.memo,
})

/**
 * The only fields of an invoice that an admin can change after a card has paid it: the name, and whether it is an
 * extra charge.
 */
const LABEL_FIELDS: ReadonlySet<string> = new Set(['description', 'partOfPrice'])

/**
 * Returns what an admin's request changes in an invoice; null if nothing. Once a card has paid the invoice, its
 * amount and due day stay as the guest saw them.
 */
export function planChange(
  facts: InvoiceFacts,
  wish: InvoiceWish,
  now: Date,
): InvoicePlan | Refused<'invalid' | 'paid_by_card' | 'given_back' | 'not_standing' | 'void'> | null {
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
  const tooLate = arrivedAfterDeposit(facts, payment, fields)
  if (tooLate) return tooLate
  if (known?.method === 'card' && fields.some((field) => !LABEL_FIELDS.has(field)))
    return { code: 'paid_by_card' }
  if (known && known.refunds > 0 && (payment === null || fields.includes('amount')))
    return { code: 'given_back' }
  if (payment && !known && !isActive(facts.reservation.status))
    return { code: takesMoney(facts.reservation) ? 'void' : 'not_standing' }
  const part = wish.paidAmount === undefined || wish.paidAmount === terms.amount ? null : wish.paidAmount
  return { terms: { ...terms, amount: terms.amount - (part ?? 0) }, payment, part, fields }
}

/**
 * Refuses a new day for a deposited payment if that day is after the deposit. A payment whose amount or method changes
 * leaves the deposit, so it may have any day.
 */
function arrivedAfterDeposit(
  { payment: known }: InvoiceFacts,
  payment: HandPayment | null,
  fields: readonly string[],
): Refused<'invalid'> | null {
  const depositedOn = known?.depositedOn ?? null
  if (depositedOn === null || payment === null) return null
  if (fields.includes('amount') || fields.includes('paymentMethod')) return null
  if (ranchDay(payment.paidAt) <= depositedOn) return null
  return invalid({
    datePaid: `It was deposited at the bank on ${formatDay(depositedOn)}. Please choose that day or an earlier one`,
  })
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
    reference: !payment || !known || payment.reference === known.reference,
    memo: !payment || !known || payment.memo === known.memo,
  }
  return Object.entries(isSame).flatMap(([field, same]) => (same ? [] : [field]))
}

/**
 * Refuses to turn an invoice of the sign-up into an extra charge, because the guest pays the price of the stay with
 * it.
 */
function extraProblem(facts: InvoiceFacts, { extra }: InvoiceTerms): Refused<'invalid'> | null {
  if (!extra || facts.purpose === 'other') return null
  const label = invoiceLabel({ purpose: facts.purpose, description: null, partOfPrice: true })
  return invalid({
    partOfPrice: `“${label}” is always part of the price. For an extra charge, please add another invoice`,
  })
}

/**
 * Returns why a manual payment of a part of an invoice is refused, or null. `amount` is the amount of the whole
 * invoice.
 */
function partPaidProblem(
  { payment }: InvoiceFacts,
  { paid, paidAmount }: InvoiceWish,
  amount: Cents,
): Refused<'invalid' | 'paid_by_card'> | null {
  if (paidAmount === undefined || (paid && paidAmount === amount)) return null
  if (!paid) return invalid({ paidAmount: 'Please mark it as paid, or leave out how much' })
  if (payment?.method === 'card') return { code: 'paid_by_card' }
  if (payment) return invalid({ paidAmount: `All of it is paid already: ${formatMoney(amount)}` })
  const problem = partProblem(amount, paidAmount)
  return problem === null ? null : invalid({ paidAmount: problem })
}

/**
 * Returns why `part` cannot be a partial payment of `amount`, and what to do instead, or null. The unpaid rest must
 * not be too small for a card.
 */
export function partProblem(amount: Cents, part: Cents): string | null {
  const rest = amount - part
  if (rest < 0)
    return `The invoice is for ${formatMoney(amount)}. Please record that, and add an invoice for the rest`
  if (rest === 0 || rest >= LEAST_CHARGE) return null
  const most = amount - LEAST_CHARGE
  const less = most < LEAST_CHARGE ? '' : `, or at most ${formatMoney(most)}`
  return `That leaves ${formatMoney(rest)}, and a card cannot pay less than ${formatMoney(LEAST_CHARGE)}. Please record all of it, ${formatMoney(amount)}${less}`
}

/**
 * Returns why an admin cannot delete an invoice, or null. Deleting an invoice also deletes its manual payment.
 */
export function deleteRefusal({ payment }: InvoiceFacts): Refused<'paid_by_card' | 'given_back'> | null {
  if (payment?.method === 'card') return { code: 'paid_by_card' }
  return payment && payment.refunds > 0 ? { code: 'given_back' } : null
}

/** Sorts invoices for the guest's page (R3.8): paid ones first, then by due day, those without a due day last. */
export const inGuestOrder = <T extends { id: number; paid: boolean; due: Day | null }>(
  listed: readonly T[],
): T[] =>
  listed.toSorted(
    (a, b) =>
      Number(b.paid) - Number(a.paid) ||
      (a.due ?? '9999-12-31').localeCompare(b.due ?? '9999-12-31') ||
      a.id - b.id,
  )

/** Sorts invoices for admins (R3.8): the latest due day first, those without a due day last. */
export const inAdminOrder = <T extends { id: number; due: Day | null }>(listed: readonly T[]): T[] =>
  listed.toSorted((a, b) => (b.due ?? '').localeCompare(a.due ?? '') || b.id - a.id)
