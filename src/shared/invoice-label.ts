/** Labels of invoices on pages, e-mails, receipts and the history. Has no side effects. */
import { type Cents, formatMoney } from './money.ts'
import { oneLine } from './text.ts'

export type InvoicePurpose = 'deposit' | 'remainder' | 'whole' | 'other'

/** The invoice fields that its label depends on. */
export interface NamedInvoice {
  purpose: InvoicePurpose
  /** The admin's name for the invoice; null if there is none or it was purged. */
  description: string | null
  /** True if the invoice is for the price of the stay; false for an extra charge. */
  partOfPrice: boolean
}

const BY_PURPOSE: Record<Exclude<InvoicePurpose, 'other'>, string> = {
  deposit: 'Deposit',
  remainder: 'Remainder',
  whole: 'The whole stay',
}

/** Maximum characters of a description; the database has the same limit. */
export const DESCRIPTION_LENGTH = 80

/** Returns the label on one line: the description, or the purpose: `"Deposit"`, `"Extra charge"`. */
export function invoiceLabel({ purpose, description, partOfPrice }: NamedInvoice): string {
  const called = oneLine(description ?? '')
  if (called !== '') return called
  if (purpose !== 'other') return BY_PURPOSE[purpose]
  return partOfPrice ? 'Part of the price' : 'Extra charge'
}

/**
 * The discount that a code gave on a stay. `code` is null once the site no longer knows the name of the code.
 */
export interface Discount {
  code: string | null
  amount: Cents
}

const STAY = 'Stay'

/** Returns the label of the stay itself on an invoice: `"Stay, $200.00 less in all (code SPRING)"`. */
export function stayLabel(discount: Discount | null): string {
  if (!discount) return STAY
  const code = discount.code === null ? '' : ` (code ${discount.code})`
  return `${STAY}, ${formatMoney(discount.amount)} less in all${code}`
}

/** One part of an invoice, and the reservation that it is for. */
interface LabelledPart {
  reservationId: number
  description: string
  amount: Cents
}

/**
 * Returns the parts of an invoice's amount: `["Stay $450.00 · A room of your own $100.00"]`. Returns nothing if
 * the invoice has one part at full price. For a party, returns one line per guest: `"Ruth Vance: Stay
 * $450.00"`. An invoice with one part for its own guest needs no such line.
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

/**
 * Returns the label of an invoice's paid part, such as `"Deposit, part"`, when a separate invoice asks for the
 * remainder.
 */
export function partDescription(invoice: NamedInvoice): string {
  const label = invoiceLabel(invoice)
  // Avoids "Deposit, part, part" when an invoice is split twice.
  if (label.endsWith(PART)) return label
  return `${[...label]
    .slice(0, DESCRIPTION_LENGTH - PART.length)
    .join('')
    .trimEnd()}${PART}`
}

const PART = ', part'
