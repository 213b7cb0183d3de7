/**
 * Totals of a reservation's money, in cents. Every page, e-mail, table and file shows totals from here.
 * `sumRows` adds up rows in memory; `booking/store/payments.ts` does the same in SQL (docs/decisions/0045).
 * Pure.
 */
import type { Day } from './days.ts'
import type { Cents } from './money.ts'

/**
 * Why money was refunded.
 * - Goodwill: an admin refunded it here or in Stripe's dashboard. Only this lowers the amount due.
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

/** Returns the cause of a refund, apart from its overpayment part. */
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
 * Returns the refunds of a payment by cause: made, requested, or owed manually.
 * A refund counts as soon as it is decided, until it fails. The total never exceeds the payment.
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
  /** Cents of it that banks hold in disputes at present. */
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
  /** Invoices on top of the price. */
  extras: Cents
  /** Payments of its invoices, before refunds. */
  received: Cents
  refunded: Refunded
  withdrawn: Cents
  /** Unpaid invoices, and those of them that are due after today. */
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
  /** Part of `stillToPay` that unpaid invoices ask for beyond the total. */
  overInvoiced: Cents
  /** Cents paid beyond the total by an active reservation. */
  credit: Cents
  /** Part of `totalPaid` that banks hold in disputes at present. */
  withdrawn: Cents
  /** True if the reservation is active, nothing is left to pay, and no bank holds any of it. */
  paidUp: boolean
}

const dueAndPaid = ({ price, extras, received, refunded }: MoneySums) => {
  const whole = price + extras
  const goodwill = Math.min(whole, refunded.goodwill)
  return { goodwill, totalDue: whole - goodwill, totalPaid: received - allRefunded(refunded) }
}

/**
 * Returns the cents paid beyond the total, also for ended reservations. A refund decided now returns these
 * first (R3.11).
 */
export function overpaidOf(sums: MoneySums): Cents {
  const { totalDue, totalPaid } = dueAndPaid(sums)
  return Math.max(0, totalPaid - totalDue)
}

/**
 * Computes the totals. For an active reservation, `totalDue` = `totalPaid` + `stillToPay` − `overInvoiced` −
 * `credit`.
 * Deciding a refund never creates a debt. It first returns overpaid money, then lowers due and paid amounts
 * alike.
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
 * Returns the price at which `totalDue` becomes the wanted total, which must cover the extra charges.
 * Goodwill refunds remain.
 */
export const priceFor = (totalDue: Cents, { extras, refunded }: MoneySums): Cents =>
  totalDue - extras + refunded.goodwill

const sumOf = (parts: readonly { amount: Cents }[]): Cents =>
  parts.reduce((sum, { amount }) => sum + amount, 0)
