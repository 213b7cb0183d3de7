/**
 * Totals of a reservation's money, in cents. All totals on pages, in e-mails, tables and files come from this
 * file. `sumRows` adds up rows in memory; `booking/store/payments.ts` does the same in SQL
 * (docs/decisions/0007). Has no side effects.
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
 * Maps `refunds.reason` to a cause. Any other reason counts as `late`: money that arrived when nothing was
 * left to pay.
 */
export const REFUND_REASONS = {
  cancellation: ['cancelled', 'retreat-cancelled'],
  goodwill: ['admin', 'provider'],
} as const satisfies Partial<Record<RefundCause, readonly string[]>>

/** Returns the cause of a refund by its reason. The part that returned an overpayment counts separately. */
export function refundCause(reason: string): Exclude<RefundCause, 'overpayment'> {
  const listed = (words: readonly string[]) => words.includes(reason)
  if (listed(REFUND_REASONS.cancellation)) return 'cancellation'
  return listed(REFUND_REASONS.goodwill) ? 'goodwill' : 'late'
}

export type Refunded = Record<RefundCause, Cents>

export const NOTHING_REFUNDED: Refunded = { late: 0, cancellation: 0, overpayment: 0, goodwill: 0 }

/** A row of `refunds`; `overpayment` is the part of `amount` that returned an overpayment, in cents. */
export interface CountedRefund {
  amount: Cents
  overpayment: Cents
  reason: string
  status: string
}

/**
 * Returns the refunds of a payment by cause. They include refunds that are made, requested, or to be paid
 * manually. A refund counts as soon as it is decided, until it fails. The total never exceeds the payment.
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

/** Returns the total of all refunds. */
export const allRefunded = (refunded: Refunded): Cents =>
  REFUND_CAUSES.reduce((sum, cause) => sum + refunded[cause], 0)

/** The payment of an invoice, in cents. */
interface PaidMoney {
  amount: Cents
  refunded: Refunded
  /** Cents of the payment that banks currently hold because of disputes. */
  withdrawn: Cents
}

export interface InvoiceMoney {
  amount: Cents
  /** True if the invoice is charged on top of the price of the stay. */
  extra: boolean
  due: Day | null
  /** Null if unpaid. */
  payment: PaidMoney | null
}

/** Totals of a reservation's rows. */
export interface MoneySums {
  standing: boolean
  price: Cents
  /** Total of the invoices on top of the price. */
  extras: Cents
  /** Payments of the reservation's invoices, before refunds. */
  received: Cents
  refunded: Refunded
  withdrawn: Cents
  /** Total of the unpaid invoices. `unpaidLater` is the part of them that is due after today. */
  unpaid: Cents
  unpaidLater: Cents
}

/** Adds up a reservation's rows. `today` is the ranch day. */
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
  /** Cents by which goodwill refunds lower the amount due; at most that amount. */
  goodwill: Cents
  /** `price` + `extras` − `goodwill`. */
  totalDue: Cents
  /** Cents paid, minus refunds. */
  totalPaid: Cents
  refunded: Refunded
  fullyPaid: boolean
  /** Unpaid cents that are due by today, have no due day, or are not invoiced yet. */
  owedNow: Cents
  /** Unpaid cents that are due on a later day. */
  toCome: Cents
  /** `owedNow` + `toCome`; 0 unless the reservation is active. */
  stillToPay: Cents
  /** Part of `stillToPay` without an invoice. */
  notInvoiced: Cents
  /** Part of `stillToPay` by which unpaid invoices exceed what the guest owes. */
  overInvoiced: Cents
  /** Cents paid beyond the total by an active reservation. */
  credit: Cents
  /** Part of `totalPaid` that banks currently hold because of disputes. */
  withdrawn: Cents
  /** True if the reservation is active, nothing is left to pay, and no bank holds any of the money. */
  paidUp: boolean
}

const dueAndPaid = ({ price, extras, received, refunded }: MoneySums) => {
  const whole = price + extras
  const goodwill = Math.min(whole, refunded.goodwill)
  return { goodwill, totalDue: whole - goodwill, totalPaid: received - allRefunded(refunded) }
}

/**
 * Returns the cents paid beyond the total, also for ended reservations. A new refund returns this money first
 * (R3.11).
 */
export function overpaidOf(sums: MoneySums): Cents {
  const { totalDue, totalPaid } = dueAndPaid(sums)
  return Math.max(0, totalPaid - totalDue)
}

/**
 * Computes the totals. For an active reservation, `totalDue` = `totalPaid` + `stillToPay` − `overInvoiced` −
 * `credit`. A refund never creates a debt: it first returns overpaid money, then lowers the amount due and the
 * amount paid alike.
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
 * Returns the price at which `totalDue` becomes the wanted total, which must cover the extra charges. Goodwill
 * refunds still count.
 */
export const priceFor = (totalDue: Cents, { extras, refunded }: MoneySums): Cents =>
  totalDue - extras + refunded.goodwill

const sumOf = (parts: readonly { amount: Cents }[]): Cents =>
  parts.reduce((sum, { amount }) => sum + amount, 0)
