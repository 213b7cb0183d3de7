/** Facts about invoices, and the table lines and sentences that show them. Pure. */
import type { Day } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import type { MoneyRow, MoneyRows } from '#shared/money-rows.ts'
import type { ReservationCause, ReservationSource } from '../definition.ts'
import type { ReservationRows } from '../store/rows.ts'
import { nameAmong } from './party.ts'

/** The part of an invoice that is for one guest of a party. */
interface PartFor {
  name: string
  amount: Cents
}

export interface InvoiceFacts {
  /** The invoice's name on one line, as the e-mail shows it. */
  label: string
  /** How much of the invoice is for each guest of the party. Empty if all of the invoice is for the recipient. */
  lines?: PartFor[]
  amount: Cents
}

export interface OpenInvoice extends InvoiceFacts {
  due: Day | null
  /** True if the invoice's due day is today or has passed. */
  dueNow: boolean
  /** The saved card that will pay the invoice without the guest's help (R42). Null if no card will. */
  byCard?: ByCard | null
}

interface ByCard {
  card: string | null
  /** The day on which the card will be charged, as it was announced or planned. Null if the day is not known yet. */
  on: Day | null
}

/** Returns the saved card that will pay this invoice, or null if none will. */
export function byCardOf(
  { rows: { keptCard, charges }, today }: ReservationCause,
  { id, purpose, due }: ReservationRows['invoices'][number],
): ByCard | null {
  if (keptCard === null || purpose !== 'remainder') return null
  const planned = charges.find(({ invoiceId, status }) => invoiceId === id && status === 'planned')
  return { card: keptCard.card, on: planned?.on ?? (due !== null && due > today ? due : null) }
}

export const labelOf = (invoice: ReservationRows['invoices'][number]): string =>
  invoiceLabel({ ...invoice, partOfPrice: !invoice.extra })

/**
 * Returns how much of an invoice is for each guest of the party. Empty if all of the invoice is for the recipient.
 */
export function partsOf(
  invoice: ReservationRows['invoices'][number],
  { rows, party }: ReservationSource,
): PartFor[] {
  const { id } = rows.reservation
  if (invoice.lines.every(({ reservationId }) => reservationId === id)) return []
  return invoice.lines.map(({ reservationId, amount }) => {
    return { name: reservationId === id ? 'you' : nameAmong(party, reservationId), amount }
  })
}

/** Returns the open invoices of a reservation by due day. Invoices without a due day come last. */
export function openInvoices(source: ReservationSource, except?: number | null): OpenInvoice[] {
  const { rows, today } = source
  return rows.invoices
    .filter(({ id }) => id !== except && rows.payments.every((paid) => paid.invoiceId !== id))
    .map((invoice) => {
      const { amount, due } = invoice
      const lines = partsOf(invoice, source)
      const dueNow = due !== null && due <= today
      return { label: labelOf(invoice), lines, amount, due, dueNow, byCard: byCardOf(source, invoice) }
    })
}

/**
 * Returns when and how an invoice will be paid, such as "due now" or "charged to your Visa 4242 on Wed, Jan 20,
 * 2027".
 */
export function dueWords({ due, dueNow, byCard }: Omit<OpenInvoice, 'label' | 'amount'>): string {
  if (byCard) return chargedWords(byCard)
  if (dueNow) return 'due now'
  return due === null ? 'still due' : `due by ${formatDay(due)}`
}

/** Returns text such as "charged to your Visa 4242 on Wed, Jan 20, 2027". */
export const chargedWords = (charge: ByCard): string => `charged to ${cardAndDay(charge)}`

/** Returns text such as "your Visa 4242 on Wed, Jan 20, 2027". */
export const cardAndDay = ({ card, on }: ByCard): string =>
  `${cardWords(card)}${on === null ? '' : ` on ${formatDay(on)}`}`

/** Returns a phrase such as "$450.00 will be charged to your Visa 4242 on Wed, Jan 20, 2027" for a preview. */
export const duePhrase = ({ amount, ...invoice }: OpenInvoice): string =>
  `${formatMoney(amount)} ${invoice.byCard ? 'will be ' : ''}${dueWords(invoice)}`

/** Returns the name of a card in a sentence, such as "your Visa 4242". */
export const cardWords = (card: string | null): string =>
  card === null ? 'the card you saved' : `your ${card}`

/** One row of the money table in an e-mail. */
export interface MoneyLine {
  label: string
  cents: Cents
}

/**
 * Returns the table rows of an invoice, one row for each guest that the invoice is for. `how` says how it was or
 * will be paid.
 */
export function invoiceLines({ label, lines = [], amount }: InvoiceFacts, how: string): MoneyLine[] {
  if (lines.length === 0) return [{ label: `${label}, ${how}`, cents: amount }]
  return lines.map(({ name, amount: cents }) => ({ label: `${label} for ${name}, ${how}`, cents }))
}

export const openLines = (open: OpenInvoice[]): MoneyLine[] =>
  open.flatMap((invoice) => invoiceLines(invoice, dueWords(invoice)))

/**
 * Adds to the rows of a stay's money which payment the e-mail confirms, and which invoices are still to pay. Leaves out
 * a payment whose invoice was deleted, because the rows do not count it.
 */
export function withInvoices(
  { settled, ...rows }: MoneyRows,
  { paid = [], open }: { paid?: MoneyLine[] | undefined; open: MoneyLine[] },
): MoneyRows {
  const last = settled.length - 1
  const within = (at: number) => (at === 0 ? paid : at === last ? open : [])
  return { ...rows, settled: settled.map((row, at) => including(row, within(at))) }
}

const including = (row: MoneyRow, lines: MoneyLine[]): MoneyRow =>
  lines.length === 0 || sumOf(lines) > row.cents
    ? row
    : { ...row, includes: [...lines, ...(row.includes ?? [])] }

/**
 * Returns what the guest should do if payments and unpaid invoices add up to more than the total, for example after an
 * admin lowered the price. Otherwise returns null.
 */
export function beyondWords(beyond: Cents, open: readonly unknown[]): string | null {
  if (beyond <= 0) return null
  return open.length > 0
    ? `Our invoices add up to ${formatMoney(beyond)} more than the total. Please reply to this email before you pay.`
    : `You have paid ${formatMoney(beyond)} more than the total. If you don’t hear from us about it, just reply to this email.`
}

const sumOf = (lines: MoneyLine[]): Cents => lines.reduce((sum, { cents }) => sum + cents, 0)

export const totalOf = (parts: { amount: Cents }[]): Cents =>
  parts.reduce((total, { amount }) => total + amount, 0)
