/** The names of invoices wherever people read of them: pages, mails, receipts, history. Pure. */
import { type Cents, formatMoney } from './money.ts'
import { oneLine } from './text.ts'

export type InvoicePurpose = 'deposit' | 'remainder' | 'whole' | 'other'

/** The fields that an invoice's name is made of. */
export interface NamedInvoice {
  purpose: InvoicePurpose
  /** The admin's name for it; null: none, or it has been purged. */
  description: string | null
  /** It asks for the price of the stay, and not for something beyond it. */
  partOfPrice: boolean
}

const BY_PURPOSE: Record<Exclude<InvoicePurpose, 'other'>, string> = {
  deposit: 'Deposit',
  remainder: 'Remainder',
  whole: 'The whole stay',
}

/** Characters that a description has at most; the database's own limit. */
export const DESCRIPTION_LENGTH = 80

/** `"Leather lesson"`; without a description what the invoice is there for: `"Deposit"`, `"Extra charge"`. One line. */
export function invoiceLabel({ purpose, description, partOfPrice }: NamedInvoice): string {
  const called = oneLine(description ?? '')
  if (called !== '') return called
  if (purpose !== 'other') return BY_PURPOSE[purpose]
  return partOfPrice ? 'Part of the price' : 'Extra charge'
}

/** The discount of a stay by a code; `code` is null once nobody knows any more which it was. */
export interface Discount {
  code: string | null
  amount: Cents
}

const STAY = 'Stay'

/** The name of the part of an invoice that asks for the stay itself: `"Stay, $200.00 less in all (code SPRING)"`. */
export function stayLabel(discount: Discount | null): string {
  if (!discount) return STAY
  const code = discount.code === null ? '' : ` (code ${discount.code})`
  return `${STAY}, ${formatMoney(discount.amount)} less in all${code}`
}

/** A part of an invoice, and whose stay it is for. */
interface LabelledPart {
  reservationId: number
  description: string
  amount: Cents
}

/**
 * The parts of an invoice's sum: `["Stay $450.00 · A room of your own $100.00"]`; nothing where it asks for one thing alone, at its full price.
 * Of a party a line for each guest it is for, `"Ruth Vance: Stay $450.00"`; nothing where that is the one whose invoice it is.
 */
export function invoicePartsLabels(
  { reservationId, lines }: { reservationId: number; lines: readonly LabelledPart[] },
  party: readonly { id: number; customerName: string }[] = [],
): string[] {
  const tellsMore = (line: LabelledPart) =>
    line.reservationId !== reservationId || line.description.startsWith(`${STAY}, `)
  if (lines.length < 2 && !lines.some(tellsMore)) return []
  const names = new Map(party.map(({ id, customerName }) => [id, oneLine(customerName)]))
  return [...new Set(lines.map((line) => line.reservationId))].map((id) => {
    const words = lines
      .filter((line) => line.reservationId === id)
      .map(({ description, amount }) => `${oneLine(description)} ${formatMoney(amount)}`)
    const name = names.get(id)
    return `${name ? `${name}: ` : ''}${words.join(' · ')}`
  })
}

/** The name of the paid part of an invoice once the rest of it stands alone: `"Deposit, part"`. */
export function partDescription(invoice: NamedInvoice): string {
  const label = invoiceLabel(invoice)
  // A part of a part is a part.
  if (label.endsWith(PART)) return label
  return `${[...label]
    .slice(0, DESCRIPTION_LENGTH - PART.length)
    .join('')
    .trimEnd()}${PART}`
}

const PART = ', part'
