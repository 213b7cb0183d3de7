/** Splits invoices into lines that say what each amount is for, and for whose stay (R37.7, R39.3). Pure. */
import { totalPrice } from '#domain/events/domain/options.ts'
import type { InvoicePurpose } from '#platform/database/schema/booking.ts'
import { type Discount, invoiceLabel, stayLabel } from '#shared/invoice-label.ts'
import { type Cents, shares } from '#shared/money.ts'
import type { Choice } from './choices.ts'
import type { InvoiceTerms } from './invoices.ts'
import type { InvoiceLineFor } from './party.ts'

/** A line of an invoice, and the guest it is for. */
export interface InvoicePart {
  reservationId: number
  description: string
  amount: Cents
}

interface RequestedInvoice extends Omit<InvoiceTerms, 'due'> {
  id: number
  reservationId: number
  purpose: InvoicePurpose
  paidAt: Date | null
}

/**
 * Returns the lines of each invoice by its id: one for the stay (minus a code's discount) and one for each option.
 * The lines add up exactly to the invoice. All invoices together ask for each option once. A paid invoice does not
 * list options that were chosen after its payment. An extra charge, or an invoice that an admin named, is a single
 * line.
 */
export function invoiceParts(
  stay: { price: Cents; choices: readonly Choice[]; discount?: Discount | null },
  invoices: readonly RequestedInvoice[],
): Map<number, InvoicePart[]> {
  const { price, choices, discount = null } = stay
  const left = [
    {
      description: stayLabel(discount),
      since: null as Date | null,
      cents: Math.max(0, price - totalPrice(choices)),
    },
    ...choices.map(({ name, price: cents, chosenAt }) => ({ description: name, since: chosenAt, cents })),
  ]
  const parts = new Map<number, InvoicePart[]>()
  for (const { id, reservationId, amount, paidAt, ...invoice } of invoices.toSorted(byPayment)) {
    const { description, purpose, extra } = invoice
    const whole = {
      reservationId,
      description: invoiceLabel({ purpose, description, partOfPrice: !extra }),
      amount,
    }
    if (extra) {
      parts.set(id, [whole])
      continue
    }
    const weights = left.map(({ since, cents }) => (isBefore(paidAt, since) ? 0 : cents))
    const cents = shares(amount, weights)
    for (const [index, one] of left.entries()) one.cents = Math.max(0, one.cents - (cents[index] ?? 0))
    const lines = left.map((one, index) => {
      return { reservationId, description: one.description, amount: cents[index] ?? 0 }
    })
    parts.set(id, description === null ? lines.filter((line) => line.amount > 0) : [whole])
  }
  return parts
}

/**
 * Returns whether a payment was made before the guest chose the option. Stripe reports payments in whole seconds,
 * so the payment must be at least a second earlier.
 */
const isBefore = (paidAt: Date | null, since: Date | null) =>
  paidAt !== null && since !== null && paidAt.getTime() + 1_000 <= since.getTime()

/** Sorts invoices by the time of their payment, unpaid ones last, then by id. */
function byPayment(one: RequestedInvoice, other: RequestedInvoice): number {
  const timeOf = ({ paidAt }: RequestedInvoice) => paidAt?.getTime() ?? Infinity
  return timeOf(one) === timeOf(other) ? one.id - other.id : timeOf(one) - timeOf(other)
}

/**
 * An invoice with its amount for each guest. An invoice without lines is for the guest of its own reservation.
 */
type AskedOfParty = RequestedInvoice & { lines: readonly InvoiceLineFor[] }

interface Member {
  id: number
  /** Price of the guest's stay in cents. For a guest who has canceled: the amount that the venue kept. */
  price: Cents
  /**
   * For a guest who has canceled: what a stay with the same options costs now, in cents. Null for a guest who still
   * comes.
   */
  usualPrice: Cents | null
  choices: readonly Choice[]
  discount: Discount | null
}

/** Returns the lines of each invoice by its id, like `invoiceParts`, for all guests of a party, the payer first. */
export function partyInvoiceParts(
  members: readonly Member[],
  invoices: readonly AskedOfParty[],
): Map<number, InvoicePart[]> {
  const parts = new Map<number, InvoicePart[]>(invoices.map(({ id }) => [id, []]))
  for (const { id: reservationId, usualPrice, ...stay } of members) {
    const asked = invoices.flatMap((invoice) => {
      const amount = amountFor(invoice, reservationId)
      return amount > 0 ? [{ ...invoice, reservationId, amount }] : []
    })
    const paid = asked.reduce((sum, { extra, amount }) => (extra ? sum : sum + amount), 0)
    // A deposit was a part of the whole price. But after a cancellation, the database has only the price that the
    // venue kept. So if a guest has no invoice but the deposit, the whole price is computed from the event's present
    // prices.
    const whole = asked.every(({ purpose }) => purpose === 'deposit') ? (usualPrice ?? 0) : paid
    const price = usualPrice === null ? stay.price : Math.max(stay.price, paid, whole)
    for (const [id, lines] of invoiceParts({ ...stay, price }, asked)) parts.get(id)?.push(...lines)
  }
  return parts
}

/** Returns how many cents of an invoice are for one guest. */
export function amountFor(
  { reservationId, amount, lines }: Pick<AskedOfParty, 'reservationId' | 'amount' | 'lines'>,
  guestId: number,
): Cents {
  if (lines.length === 0) return guestId === reservationId ? amount : 0
  return lines.find((line) => line.reservationId === guestId)?.amount ?? 0
}
