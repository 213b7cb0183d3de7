/** The parts of the invoices of a stay or of a party: what each asks for, and for whose stay (R37.7, R39.3). Pure. */
import { sumOf } from '#features/events/domain/options.ts'
import type { InvoicePurpose } from '#platform/database/schema/booking.ts'
import { type Discount, invoiceLabel, stayLabel } from '#shared/invoice-label.ts'
import { type Cents, shares } from '#shared/money.ts'
import type { Choice } from './choices.ts'
import type { InvoiceTerms } from './invoices.ts'
import type { InvoiceLineFor } from './party.ts'

/** A part of an invoice's sum, and whose stay it is for. */
export interface InvoicePart {
  reservationId: number
  description: string
  amount: Cents
}

interface Asked extends Omit<InvoiceTerms, 'due'> {
  id: number
  reservationId: number
  purpose: InvoicePurpose
  /** Null: unpaid. */
  paidAt: Date | null
}

/**
 * The lines of each invoice, by its id: the stay, with what a code took off it, and each choice, which sum to it exactly. What was paid before a choice was
 * made was not paid for it; of the rest each gets its share, so that all invoices together ask for each just once.
 * An invoice that an admin named, or an extra charge, is one line of that name.
 */
export function invoiceParts(
  stay: { price: Cents; choices: readonly Choice[]; discount?: Discount | null },
  invoices: readonly Asked[],
): Map<number, InvoicePart[]> {
  const { price, choices, discount = null } = stay
  const left = [
    {
      description: stayLabel(discount),
      since: null as Date | null,
      cents: Math.max(0, price - sumOf(choices)),
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

/** The provider tells when a card paid to the second alone, so within one it was for what was chosen with it. */
const isBefore = (paidAt: Date | null, since: Date | null) =>
  paidAt !== null && since !== null && paidAt.getTime() + 1_000 <= since.getTime()

/** The invoice that was paid first stands first; then by number. */
function byPayment(one: Asked, other: Asked): number {
  const timeOf = ({ paidAt }: Asked) => paidAt?.getTime() ?? Infinity
  return timeOf(one) === timeOf(other) ? one.id - other.id : timeOf(one) - timeOf(other)
}

/** An invoice with whom it is for; none: the guest with whose reservation it stands. */
type AskedOfParty = Asked & { lines: readonly InvoiceLineFor[] }

/** A member with what they chose. */
interface Member {
  id: number
  /** The price of their stay; of who has left, what was kept for it. */
  price: Cents
  /** Of who has left: cents of such a stay with these choices as the retreat costs now; null: they come. */
  usualPrice: Cents | null
  choices: readonly Choice[]
  discount: Discount | null
}

/** The lines of each invoice by its id, as `invoiceParts` gives them, of all for whom it is: the payer first. */
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
    // A cancellation and its refund do not change what was paid for, though the books have only the price that was kept. Where the
    // deposit alone was paid, it was a part of the whole price, of which the retreat's is all that is left to tell.
    const whole = asked.every(({ purpose }) => purpose === 'deposit') ? (usualPrice ?? 0) : paid
    const price = usualPrice === null ? stay.price : Math.max(stay.price, paid, whole)
    for (const [id, lines] of invoiceParts({ ...stay, price }, asked)) parts.get(id)?.push(...lines)
  }
  return parts
}

/** The cents of an invoice that are for one guest. */
export function amountFor(
  { reservationId, amount, lines }: Pick<AskedOfParty, 'reservationId' | 'amount' | 'lines'>,
  guestId: number,
): Cents {
  if (lines.length === 0) return guestId === reservationId ? amount : 0
  return lines.find((line) => line.reservationId === guestId)?.amount ?? 0
}
