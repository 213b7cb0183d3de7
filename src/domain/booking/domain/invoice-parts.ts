/** Splits invoices into lines: what each line is for, and for whose stay (R37.7, R39.3). Pure. */
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
  /** Null if unpaid. */
  paidAt: Date | null
}

/**
 * Returns the lines of each invoice by its id: the stay (less a code's discount) and each choice. They add up to the
 * invoice exactly.
 * A payment from before a choice was made did not pay for that choice. All invoices together ask for each choice
 * once.
 * An extra charge, or an invoice that an admin named, is a single line with that name.
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

/** Stripe reports payments in whole seconds, so a payment within a second of a choice still counts for it. */
const isBefore = (paidAt: Date | null, since: Date | null) =>
  paidAt !== null && since !== null && paidAt.getTime() + 1_000 <= since.getTime()

/** Sorts by time of payment, unpaid ones last, then by id. */
function byPayment(one: RequestedInvoice, other: RequestedInvoice): number {
  const timeOf = ({ paidAt }: RequestedInvoice) => paidAt?.getTime() ?? Infinity
  return timeOf(one) === timeOf(other) ? one.id - other.id : timeOf(one) - timeOf(other)
}

/** An invoice with the guests it is for. Without lines it is for the guest of its own reservation. */
type AskedOfParty = RequestedInvoice & { lines: readonly InvoiceLineFor[] }

/** A guest of a party with their choices. */
interface Member {
  id: number
  /** Price of their stay. For a guest who has left: what the venue kept. */
  price: Cents
  /** For a guest who has left: what such a stay with these choices costs now, in cents. Null for a guest who comes. */
  usualPrice: Cents | null
  choices: readonly Choice[]
  discount: Discount | null
}

/** Returns the lines of each invoice by its id, as `invoiceParts` does, for all guests of a party, the payer first. */
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
    // A cancellation does not change what was paid for, although the books have only the price that was kept. A
    // deposit was part of the whole price, and the event's current price is the only record of that.
    const whole = asked.every(({ purpose }) => purpose === 'deposit') ? (usualPrice ?? 0) : paid
    const price = usualPrice === null ? stay.price : Math.max(stay.price, paid, whole)
    for (const [id, lines] of invoiceParts({ ...stay, price }, asked)) parts.get(id)?.push(...lines)
  }
  return parts
}

/** Returns the cents of an invoice that are for one guest. */
export function amountFor(
  { reservationId, amount, lines }: Pick<AskedOfParty, 'reservationId' | 'amount' | 'lines'>,
  guestId: number,
): Cents {
  if (lines.length === 0) return guestId === reservationId ? amount : 0
  return lines.find((line) => line.reservationId === guestId)?.amount ?? 0
}
