/**
 * Totals of a reservation, in cents. Every total on a page, in an e-mail, table or file comes from this file.
 * `sumRows` adds up rows in memory; `booking/store/payments.ts` does the same in SQL (docs/decisions/0007).
 * Has no side effects.
 */
import type { Day } from './days.ts'
import type { Cents } from './money.ts'

/**
 * Why money was refunded.
 * - Goodwill: an admin made the refund on this site or in Stripe's dashboard. Only such a refund lowers the
 * amount due.
 * - Overpayment: the part of such a refund that returned an excess over the total at that time (R3.11).
 */
const REFUND_CAUSES = ['late', 'cancellation', 'overpayment', 'goodwill'] as const

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

/** A row of `refunds`. `overpayment` is the part of `amount` that returns an overpayment, in cents. */
export interface CountedRefund {
  amount: Cents
  overpayment: Cents
  reason: string
  status: string
}

/**
 * Returns a payment's refunds by cause, in cents. A refund counts from its decision until it fails. Their
 * total never exceeds the payment.
 */
export function refundedOf(amount: Cents, refunds: readonly CountedRefund[]): Refunded {
  const refunded = { ...NOTHING_REFUNDED }
  for (const { amount: cents, overpayment, reason, status } of refunds) {
    if (status === 'failed') continue
    refunded.overpayment += overpayment
    refunded[refundCause(reason)] += cents - overpayment
  }
  let left = amount
  for (const cause of REFUND_CAUSES) {
    refunded[cause] = Math.min(left, refunded[cause])
    left -= refunded[cause]
  }
  return refunded
}

export const allRefunded = (refunded: Refunded): Cents =>
  REFUND_CAUSES.reduce((sum, cause) => sum + refunded[cause], 0)

/** The payment of an invoice and what has happened to it, in cents. */
interface PaidMoney {
  amount: Cents
  refunded: Refunded
  /** The part of the payment in cents that banks hold because of disputes. */
  withdrawn: Cents
}

export interface InvoiceMoney {
  amount: Cents
  /** True for an extra charge, which is not part of the price. */
  extra: boolean
  due: Day | null
  payment: PaidMoney | null
}

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

/** Adds up a reservation's invoices, payments and refunds. `today` is the ranch day. */
export function sumRows({
  standing,
  price,
  invoices,
  today,
}: {
  standing: boolean
  price: Cents
  invoices: readonly InvoiceMoney[]
  today: Day
}): MoneySums {
  const paid = invoices.flatMap(({ payment }) => payment ?? [])
  const unpaid = invoices.filter(({ payment }) => payment === null)
  const refundedAs = (cause: RefundCause) => paid.reduce((sum, { refunded }) => sum + refunded[cause], 0)
  return {
    standing,
    price,
    extras: sumOf(invoices.filter(({ extra }) => extra)),
    received: sumOf(paid),
    refunded: {
      late: refundedAs('late'),
      cancellation: refundedAs('cancellation'),
      overpayment: refundedAs('overpayment'),
      goodwill: refundedAs('goodwill'),
    },
    withdrawn: paid.reduce((sum, { withdrawn }) => sum + withdrawn, 0),
    unpaid: sumOf(unpaid),
    unpaidLater: sumOf(unpaid.filter(({ due }) => due !== null && due > today)),
  }
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

/** Computes the totals from rows in memory. */
export const reservationMoney = (rows: Parameters<typeof sumRows>[0]): ReservationMoney =>
  moneyOf(sumRows(rows))

/**
 * Returns the price with which `totalDue` is the wanted total. That total must cover the extra charges.
 * Goodwill refunds still lower the total, so the price includes them.
 */
export const priceFor = (totalDue: Cents, { extras, refunded }: MoneySums): Cents =>
  totalDue - extras + refunded.goodwill

const sumOf = (parts: readonly { amount: Cents }[]): Cents =>
  parts.reduce((sum, { amount }) => sum + amount, 0)
