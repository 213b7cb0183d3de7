/** Labels of invoices for pages, e-mails, receipts and the history. Has no side effects. */
import { type Cents, formatMoney } from './money.ts'
import { oneLine } from './text.ts'

export type InvoicePurpose = 'deposit' | 'remainder' | 'whole' | 'other'

/** What an invoice's label depends on. */
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

/** A discount code's effect on a stay, in cents. `code` is null if the site no longer knows its name. */
export interface Discount {
  code: string | null
  amount: Cents
}

const STAY = 'Stay'

/** Returns the label of the stay itself on an invoice: `"Stay, $200.00 off in total (code SPRING)"`. */
export function stayLabel(discount: Discount | null): string {
  if (!discount) return STAY
  const code = discount.code === null ? '' : ` (code ${discount.code})`
  return `${STAY}, ${formatMoney(discount.amount)} off in total${code}`
}

interface LabelledPart {
  reservationId: number
  description: string
  amount: Cents
}

/**
 * Returns what the invoice's amount consists of: `["Stay $450.00 · A room of your own $100.00"]`. For a
 * party, one line per guest: `"Ruth Vance: Stay $450.00"`. Empty if the invoice is for one thing at full
 * price, for the guest of its own reservation.
 */
export function invoicePartsLabels(
  { reservationId, lines }: { reservationId: number; lines: readonly LabelledPart[] },
  party: readonly { id: number; customerName: string; status?: string }[] = [],
): string[] {
  const tellsMore = (line: LabelledPart) =>
    line.reservationId !== reservationId || line.description.startsWith(`${STAY}, `)
  if (lines.length < 2 && !lines.some(tellsMore)) return []
  const names = new Map(
    party.map(({ id, customerName, status }) => {
      const name = oneLine(customerName)
      return [id, name && status === 'cancelled' ? `${name} (canceled)` : name]
    }),
  )
  return [...new Set(lines.map((line) => line.reservationId))].map((id) => {
    const words = lines
      .filter((line) => line.reservationId === id)
      .map(({ description, amount }) => `${oneLine(description)} ${formatMoney(amount)}`)
    const name = names.get(id)
    return `${name ? `${name}: ` : ''}${words.join(' · ')}`
  })
}

/**
 * Returns the label of the paid part of an invoice, such as `"Deposit, part"`. A separate invoice asks for
 * the remainder.
 */
export function partDescription(invoice: NamedInvoice): string {
  const label = invoiceLabel(invoice)
  // An invoice may be split twice, and its label must not become "Deposit, part, part".
  if (label.endsWith(PART)) return label
  return `${[...label]
    .slice(0, DESCRIPTION_LENGTH - PART.length)
    .join('')
    .trimEnd()}${PART}`
}

const PART = ', part'
