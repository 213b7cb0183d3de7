/**
 * Totals of a reservation, in cents. Every total on a page, in an e-mail, table or file comes from this file.
 * `booking/store/payments.ts` adds up the rows in SQL (docs/decisions/0007). Has no side effects.
 */
import type { Cents } from './money.ts'

/**
 * Why money was refunded.
 * - Goodwill: an admin made the refund on this site or in Stripe's dashboard. Only such a refund lowers the
 * amount due.
 * - Overpayment: the part of such a refund that returned an excess over the total at that time (R3.11).
 */
export const REFUND_CAUSES = ['late', 'cancellation', 'overpayment', 'goodwill'] as const

type RefundCause = (typeof REFUND_CAUSES)[number]

/**
 * The cause for each value of `refunds.reason`. Any other reason counts as `late`: a payment that arrived
 * when nothing was left to pay.
 */
export const REFUND_REASONS = {
  cancellation: ['cancelled', 'retreat-cancelled'],
  goodwill: ['admin', 'provider'],
} as const satisfies Partial<Record<RefundCause, readonly string[]>>

/** Returns the cause of a refund by its reason. The part that returns an overpayment counts separately. */
export function refundCause(reason: string): Exclude<RefundCause, 'overpayment'> {
  const listed = (words: readonly string[]) => words.includes(reason)
  if (listed(REFUND_REASONS.cancellation)) return 'cancellation'
  return listed(REFUND_REASONS.goodwill) ? 'goodwill' : 'late'
}

export type Refunded = Record<RefundCause, Cents>

export const NOTHING_REFUNDED: Refunded = { late: 0, cancellation: 0, overpayment: 0, goodwill: 0 }

export const allRefunded = (refunded: Refunded): Cents =>
  REFUND_CAUSES.reduce((sum, cause) => sum + refunded[cause], 0)

/** A reservation's rows added up, in cents. */
export interface MoneySums {
  standing: boolean
  price: Cents
  extras: Cents
  /** Payments of the reservation's invoices in cents, before refunds. */
  received: Cents
  refunded: Refunded
  withdrawn: Cents
  /** Total of the unpaid invoices in cents. `unpaidLater` is the part that is due after today. */
  unpaid: Cents
  unpaidLater: Cents
}

export interface ReservationMoney {
  price: Cents
  extras: Cents
  goodwill: Cents
  totalDue: Cents
  totalPaid: Cents
  refunded: Refunded
  fullyPaid: boolean
  /**
   * What the guest owes by today, in cents. This includes unpaid invoices without a due day, and what is not
   * invoiced yet.
   */
  owedNow: Cents
  /** What the guest owes on a later day, in cents. */
  toCome: Cents
  stillToPay: Cents
  /** The part of `stillToPay` that no invoice covers. */
  notInvoiced: Cents
  /** The cents by which unpaid invoices exceed what the guest owes. */
  overInvoiced: Cents
  /** What the guest of an active reservation has paid beyond the total, in cents. */
  credit: Cents
  /** The part of `totalPaid` that banks hold because of disputes. */
  withdrawn: Cents
  /** True if the reservation is active, nothing is left to pay, and no bank holds a payment. */
  paidUp: boolean
}

const dueAndPaid = ({ price, extras, received, refunded }: MoneySums) => {
  const whole = price + extras
  const goodwill = Math.min(whole, refunded.goodwill)
  return { goodwill, totalDue: whole - goodwill, totalPaid: received - allRefunded(refunded) }
}

/**
 * Returns the cents paid beyond the total, even for an ended reservation. A new refund returns these first
 * (R3.11).
 */
export function overpaidOf(sums: MoneySums): Cents {
  const { totalDue, totalPaid } = dueAndPaid(sums)
  return Math.max(0, totalPaid - totalDue)
}

/**
 * Computes the totals. For an active reservation, `totalDue` = `totalPaid` + `stillToPay` − `overInvoiced` −
 * `credit`. A refund never creates a debt: it first returns what was overpaid, and then lowers the total and
 * the amount paid alike.
 */
export function moneyOf(sums: MoneySums): ReservationMoney {
  const { standing, price, extras, refunded, withdrawn } = sums
  const { goodwill, totalDue, totalPaid } = dueAndPaid(sums)
  const left = standing ? Math.max(0, totalDue - totalPaid) : 0
  const [unpaid, toCome] = standing ? [sums.unpaid, sums.unpaidLater] : [0, 0]
  const stillToPay = Math.max(left, unpaid)
  return {
    price,
    extras,
    goodwill,
    totalDue,
    totalPaid,
    refunded,
    fullyPaid: totalPaid >= totalDue,
    owedNow: stillToPay - toCome,
    toCome,
    stillToPay,
    notInvoiced: stillToPay - unpaid,
    overInvoiced: stillToPay - left,
    credit: standing ? overpaidOf(sums) : 0,
    withdrawn,
    paidUp: standing && stillToPay === 0 && withdrawn === 0,
  }
}

/**
 * Returns the price with which `totalDue` is the wanted total. That total must cover the extra charges.
 * Goodwill refunds still lower the total, so the price includes them.
 */
export const priceFor = (totalDue: Cents, { extras, refunded }: MoneySums): Cents =>
  totalDue - extras + refunded.goodwill
