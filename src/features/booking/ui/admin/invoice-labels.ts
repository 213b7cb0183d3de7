/** How an invoice stands, in words. Pure. */
import { ranchDay, type Day } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney, type Cents } from '#shared/money.ts'
import type { Invoice, MoneyShown } from '#features/booking/contract/reservation.ts'
import type { HandMethod } from '#features/booking/contract/invoices.ts'

/** The ways that money comes by hand, as a form offers them. */
export const HAND_METHOD_LABELS: Record<HandMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Bank transfer',
  other: 'Another way',
}

const BY: Record<string, string> = {
  card: 'by card',
  cash: 'in cash',
  check: 'by check',
  transfer: 'by bank transfer',
}

/** `"by card"`, `"in cash"`; how it came is not told of `other`. */
export const byWords = (method: string | null) => BY[method ?? ''] ?? 'by hand'

/** Whether an invoice is fixed: paid by card or refunded in part, so that only its name and what it counts for can change. */
export const isFixed = (invoice: Invoice | null): boolean =>
  invoice !== null && invoice.paid && (invoice.paymentMethod === 'card' || invoice.refunded > 0)

export const dayOf = (instant: string): Day => ranchDay(new Date(instant))

const isOverdue = ({ paid, due }: Pick<Invoice, 'paid' | 'due'>, today: Day) =>
  !paid && due !== null && due < today

/** How an invoice or a refund stands. */
export interface MoneyState {
  tone: 'good' | 'warn' | 'bad' | 'soft'
  mark: string
  /** More about it, each a sentence of its own. */
  notes: string[]
}

/** `stands`: the stay still stands, so what is unpaid is asked for. */
export function invoiceState(
  invoice: Invoice,
  { today, stands }: { today: Day; stands: boolean },
): MoneyState {
  const paid = invoice.paid ? [paidWords(invoice)] : []
  if (invoice.disputed)
    return {
      tone: 'bad',
      mark: 'Disputed',
      notes: [...paid, `The guest’s bank has taken ${formatMoney(invoice.withdrawn)} back.`],
    }
  if (invoice.refunded >= invoice.amount) return { tone: 'soft', mark: 'Refunded', notes: paid }
  if (invoice.refunded > 0)
    return { tone: 'soft', mark: `${formatMoney(invoice.refunded)} refunded`, notes: paid }
  if (invoice.paid) return { tone: 'good', mark: 'Paid', notes: paid }
  const reminded = invoice.dateSent ? [`Reminder sent on ${formatDay(dayOf(invoice.dateSent))}.`] : []
  if (!stands) return { tone: 'soft', mark: 'Void', notes: reminded }
  return isOverdue(invoice, today)
    ? { tone: 'bad', mark: 'Overdue', notes: reminded }
    : { tone: 'warn', mark: 'Unpaid', notes: reminded }
}

function paidWords({ datePaid, paymentMethod, card }: Invoice): string {
  const how = card ? `with ${card}` : byWords(paymentMethod)
  return `Paid ${datePaid ? `on ${formatDay(dayOf(datePaid))} ` : ''}${how}.`
}

/** The total in words before a form is saved: what it is, and what it becomes. */
export const totalWords = (total: Cents, after: Cents): string =>
  `The total of the stay ${total === after ? 'stays' : 'becomes'} ${formatMoney(after)}.`

/** How far unpaid invoices ask for less or more than is left to pay, and what to do; null when they ask for just that. */
export function differenceWords({
  notInvoiced,
  overInvoiced,
}: Pick<MoneyShown, 'notInvoiced' | 'overInvoiced'>): string | null {
  if (notInvoiced > 0)
    return `Invoices add up to ${formatMoney(notInvoiced)} less than the total. Add one, or change the total.`
  if (overInvoiced > 0)
    return `Invoices add up to ${formatMoney(overInvoiced)} more than the total. Change one, or the total.`
  return null
}
