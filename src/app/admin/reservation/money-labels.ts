/** Texts for admins about invoices, refunds and cancellations. Has no side effects. */
import { ranchDay, type Day } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney, type Cents } from '#shared/money.ts'
import type { Invoice, MoneyShown } from '#domain/booking/contract/reservation.ts'
import type { AdminInvoice, HandMethod } from '#domain/booking/contract/invoices.ts'
import type { Cancellation, RefundPlan, RefundShown } from '#domain/booking/contract/refunds.ts'
import { describeShare, REPLACEABLE } from '#domain/booking/domain/refund-policy.ts'
import { MONEY_AWAITED } from '#domain/booking/domain/refunds.ts'
import { capitalized, plural } from '#shared/text.ts'

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

/**
 * Returns how an invoice was paid, such as `"by card"` or `"in cash"`. Returns "by hand" for `other` and
 * unknown methods.
 */
export const describeMethod = (method: string | null) => BY[method ?? ''] ?? 'by hand'

/**
 * Returns true if nobody can change the invoice's amount, because a card paid the invoice or the site
 * refunded part of it.
 */
export const isFixed = (invoice: Invoice | null): boolean =>
  invoice !== null && invoice.paid && (invoice.paymentMethod === 'card' || invoice.refunded > 0)

export const dayOf = (instant: string): Day => ranchDay(new Date(instant))

const isOverdue = ({ paid, due }: Pick<Invoice, 'paid' | 'due'>, today: Day) =>
  !paid && due !== null && due < today

export interface MoneyState {
  tone: 'good' | 'warn' | 'bad' | 'soft'
  mark: string
  /** Whole sentences that say more about the invoice or refund. */
  notes: string[]
}

/**
 * Returns an invoice's status as a colored label. `stands` is true if the reservation is active. Unpaid
 * invoices are due only then.
 */
export function invoiceState(
  invoice: AdminInvoice,
  { today, stands }: { today: Day; stands: boolean },
): MoneyState {
  const note = invoice.memo ? [`Note: ${invoice.memo}`] : []
  const paid = invoice.paid ? [describePaid(invoice), ...note] : []
  if (invoice.disputed)
    return {
      tone: 'bad',
      mark: 'Disputed',
      notes: [...paid, `The guest’s bank has taken ${formatMoney(invoice.withdrawn)} back.`],
    }
  // Does not say whether the refund is still pending, because the refund has a row of its own that says so.
  if (invoice.refunded >= invoice.amount) return { tone: 'soft', mark: 'Full refund', notes: paid }
  if (invoice.refunded > 0)
    return { tone: 'soft', mark: `Partial refund: ${formatMoney(invoice.refunded)}`, notes: paid }
  if (invoice.paid) return { tone: 'good', mark: 'Paid', notes: paid }
  const reminded = invoice.dateSent ? [`Reminder sent on ${formatDay(dayOf(invoice.dateSent))}.`] : []
  if (!stands) return { tone: 'soft', mark: 'Void', notes: reminded }
  return isOverdue(invoice, today)
    ? { tone: 'bad', mark: 'Overdue', notes: reminded }
    : { tone: 'warn', mark: 'Unpaid', notes: reminded }
}

function describePaid({ datePaid, paymentMethod, card, reference }: AdminInvoice): string {
  const how = card ? `with ${card}` : describeMethod(paymentMethod)
  return `Paid ${datePaid ? `on ${formatDay(dayOf(datePaid))} ` : ''}${how}${describeNumber(reference)}.`
}

const describeNumber = (reference: string | null) => (reference ? `, number ${reference}` : '')

/** Returns a sentence that says whether the invoice form would change the stay's total. */
export const describeTotal = (total: Cents, after: Cents): string =>
  `The total of the stay ${total === after ? 'stays' : 'becomes'} ${formatMoney(after)}.`

/**
 * Says how the unpaid invoices differ from the amount still to pay, and what the admin can do. Returns null
 * if both amounts are equal.
 */
export function describeDifference({
  notInvoiced,
  overInvoiced,
}: Pick<MoneyShown, 'notInvoiced' | 'overInvoiced'>): string | null {
  if (notInvoiced > 0)
    return `Invoices add up to ${formatMoney(notInvoiced)} less than the total. Add one, or change the total.`
  if (overInvoiced > 0)
    return `Invoices add up to ${formatMoney(overInvoiced)} more than the total. Change one, or the total.`
  return null
}

type Tier = Pick<RefundPlan, 'cancelledBy' | 'daysBefore' | 'replacementFound' | 'percent'>

/**
 * Describes what the Terms of Stay refund: `"92 days before the start: a full refund, minus card fees"` (R5.12).
 */
export function describeTier({ cancelledBy, daysBefore, replacementFound, percent }: Tier): string {
  const when = `${describeDaysBefore(daysBefore)}:`
  if (cancelledBy === 'retreat') return `${when} the retreat cancels, so a full refund, fees included`
  if (percent === 0) return `${when} ${describeShare(percent, NO_FEES)}, unless someone takes the spot`
  return replacementFound && percent === REPLACEABLE.percent
    ? `${when} ${percent}% of what the person who takes the spot pays for it`
    : `${when} ${describeShare(percent, { minusFees: true })}`
}

const NO_FEES = { minusFees: false }

function describeDaysBefore(days: number): string {
  if (days === 0) return 'On the day of the start'
  return `${plural(Math.abs(days), 'day')} ${days > 0 ? 'before' : 'after'} the start`
}

/** Merges refunds that an admin gives together into one, with their total. */
export const oneRowPerTask = (refunds: readonly RefundShown[]): RefundShown[] =>
  refunds.flatMap((refund, index) => {
    const { task } = refund
    if (!task) return [refund]
    const first = refunds.findIndex((other) => other.task?.id === task.id)
    return first === index ? [{ ...refund, amount: task.amount }] : []
  })

/** Says until when an admin can undo the cancellation that the form shows. */
export function describeUndo(canceling: {
  isHold: boolean
  inParty: boolean
  toCards: Cents
  byHand: Cents
}): string {
  const { isHold, inParty, toCards, byHand } = canceling
  if (isHold || inParty) return 'You cannot undo this.'
  if (toCards > 0) return 'The refund to the card starts immediately, so you cannot undo this.'
  return byHand > 0
    ? 'You can undo this until you have recorded the refund by hand, while the spot is free.'
    : 'You can undo this while the spot is free.'
}

export function refundState(refund: RefundShown): MoneyState {
  const state = progressOf(refund)
  if (refund.overpayment === 0 || refund.status === 'failed') return state
  return {
    ...state,
    notes: [...state.notes, `Includes ${formatMoney(refund.overpayment)} paid beyond the total.`],
  }
}

function progressOf(refund: RefundShown): MoneyState {
  const { status, byHand, method, toGive, createdAt, finishedAt, givenBy, reference, memo } = refund
  const since = formatDay(dayOf(createdAt))
  const done = formatDay(dayOf(finishedAt ?? createdAt))
  switch (status) {
    case 'succeeded':
      return {
        tone: 'good',
        mark: 'Refunded',
        notes: [
          `${byHand ? capitalized(describeMethod(givenBy)) : 'To the card'}${describeNumber(reference)} on ${done}.`,
          ...(memo ? [`Note: ${memo}`] : []),
        ],
      }
    case 'requested':
      if (refund.waitsForBalance)
        return { tone: 'warn', mark: 'Waiting', notes: [`Since ${since}, for ${MONEY_AWAITED}.`] }
      return { tone: 'soft', mark: 'On its way', notes: [`To the card, since ${since}.`] }
    case 'owed':
      return {
        tone: 'warn',
        mark: 'Refund due',
        notes: [`Paid ${describeMethod(method)}; to be refunded by hand.`],
      }
    case 'failed':
      return {
        tone: 'bad',
        mark: 'Failed',
        notes: [`The card refused it on ${done}${toGive ? '; to be refunded by hand' : ''}.`],
      }
  }
}

const REASONS: Record<string, string> = {
  late: 'Paid too late',
  duplicate: 'Paid twice',
  orphan: 'Paid without an invoice',
  provider: 'Refunded in the Stripe dashboard',
  cancelled: 'Canceled',
  'retreat-cancelled': 'The retreat canceled',
  admin: 'Refund by an admin',
}

/** Returns the reason of a refund in words. Returns a reason that an admin typed unchanged. */
export const describeReason = (reason: string) => REASONS[reason] ?? reason

export function cancelButton(refund: number): string {
  return refund > 0 ? `Cancel and refund ${formatMoney(refund)}` : 'Cancel without a refund'
}

export function describeCanceled(how: Cancellation): string {
  const who = how.cancelledBy === 'retreat' ? 'The retreat canceled' : 'Canceled for the guest'
  return `${who} on ${formatDay(dayOf(how.at))}.`
}

/** Describes how the site refunds an amount: `"$436.65 to the card, $200.00 by hand"`. */
export function describeWays({
  refundToCards,
  refundByHand,
}: Pick<RefundPlan, 'refundToCards' | 'refundByHand'>): string {
  const ways = [
    ...(refundToCards > 0 ? [`${formatMoney(refundToCards)} to the card`] : []),
    ...(refundByHand > 0 ? [`${formatMoney(refundByHand)} by hand`] : []),
  ]
  return ways.length > 0 ? ways.join(', ') : 'nothing'
}
