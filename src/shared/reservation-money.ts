/**
 * The totals of a reservation's money. Every total that a page, mail, table or file shows is made here, from the sums of its
 * rows: `sumRows` makes them in memory, `booking/store/payments.ts` in SQL (docs/decisions/0045). Pure; all amounts are cents.
 */
import type { Day } from './days.ts'
import type { Cents } from './money.ts'

/**
 * Why money was refunded. Goodwill: by an admin or at the provider's own dashboard; it lowers what is due. Overpayment: the
 * part of such a refund that returned what was paid beyond the total when it was decided (R3.11). Overpayment, cancellation and
 * late: the money is not kept, and what is due stays as it is.
 */
const REFUND_CAUSES = ['late', 'cancellation', 'overpayment', 'goodwill'] as const

type RefundCause = (typeof REFUND_CAUSES)[number]

/** The cause of a refund by `refunds.reason`; any other reason is `late`: money that had nothing to pay for. */
export const REFUND_REASONS = {
  cancellation: ['cancelled', 'retreat-cancelled'],
  goodwill: ['admin', 'provider'],
} as const satisfies Partial<Record<RefundCause, readonly string[]>>

/** The cause of a refund but for its overpayment part. */
export function refundCause(reason: string): Exclude<RefundCause, 'overpayment'> {
  const listed = (words: readonly string[]) => words.includes(reason)
  if (listed(REFUND_REASONS.cancellation)) return 'cancellation'
  return listed(REFUND_REASONS.goodwill) ? 'goodwill' : 'late'
}

export type Refunded = Record<RefundCause, Cents>

export const NOTHING_REFUNDED: Refunded = { late: 0, cancellation: 0, overpayment: 0, goodwill: 0 }

/** A row of `refunds`; `overpayment`: the cents of `amount` that returned an overpayment. */
export interface CountedRefund {
  amount: Cents
  overpayment: Cents
  reason: string
  status: string
}

/**
 * The refunds of a payment, by cause: made, asked for, or owed by hand. A refund counts from the moment that it is decided,
 * and no longer when it has failed. Never more in all than the payment.
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

/** Refunds of all causes together. */
export const allRefunded = (refunded: Refunded): Cents =>
  REFUND_CAUSES.reduce((sum, cause) => sum + refunded[cause], 0)

/** The payment of an invoice, in cents. */
interface PaidMoney {
  amount: Cents
  refunded: Refunded
  /** Cents that disputes hold of it at present. */
  withdrawn: Cents
}

export interface InvoiceMoney {
  amount: Cents
  /** Comes on top of the price of the stay. */
  extra: boolean
  due: Day | null
  /** Null: unpaid. */
  payment: PaidMoney | null
}

/** The sums of a reservation's rows. */
export interface MoneySums {
  standing: boolean
  price: Cents
  /** Invoices on top of the price. */
  extras: Cents
  /** Payments of its invoices, before refunds. */
  received: Cents
  refunded: Refunded
  withdrawn: Cents
  /** Unpaid invoices, and those among them that are due after today. */
  unpaid: Cents
  unpaidLater: Cents
}

/** `today`: the day at the ranch. */
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
  /** Cents by which goodwill refunds lower what is due: all of them, or what there is to lower. */
  goodwill: Cents
  /** `price` + `extras` − `goodwill`. */
  totalDue: Cents
  /** Cents paid, less what is refunded of them. */
  totalPaid: Cents
  refunded: Refunded
  fullyPaid: boolean
  /** Unpaid cents that are due today or earlier, at any time, or not invoiced yet. */
  owedNow: Cents
  /** Unpaid cents that are due on a later day. */
  toCome: Cents
  /** `owedNow` + `toCome`; 0 of a stay that does not stand. */
  stillToPay: Cents
  /** Part of `stillToPay` for which there is no invoice. */
  notInvoiced: Cents
  /** Part of `stillToPay` that unpaid invoices ask for beyond the total. */
  overInvoiced: Cents
  /** Paid beyond the total by a stay that stands. */
  credit: Cents
  /** Part of `totalPaid` that disputes hold at present. */
  withdrawn: Cents
  /** The stay stands, nothing is left to pay and no bank holds any of it. */
  paidUp: boolean
}

const dueAndPaid = ({ price, extras, received, refunded }: MoneySums) => {
  const whole = price + extras
  const goodwill = Math.min(whole, refunded.goodwill)
  return { goodwill, totalDue: whole - goodwill, totalPaid: received - allRefunded(refunded) }
}

/** Cents that are paid beyond the total, whether the stay stands or not: a refund that is decided now returns these first (R3.11). */
export function overpaidOf(sums: MoneySums): Cents {
  const { totalDue, totalPaid } = dueAndPaid(sums)
  return Math.max(0, totalPaid - totalDue)
}

/**
 * The totals. At every moment `totalDue` = `totalPaid` + `stillToPay` − `overInvoiced` − `credit` of a stay that stands. A
 * refund never makes a debt when it is decided: it returns what is overpaid, then lowers what is due and what is paid alike.
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

/** The totals of a reservation whose rows are at hand. */
export const reservationMoney = (rows: Parameters<typeof sumRows>[0]): ReservationMoney =>
  moneyOf(sumRows(rows))

/** The price that makes `totalDue` the total that an admin wants, which is at least the extra charges. Goodwill stays given. */
export const priceFor = (totalDue: Cents, { extras, refunded }: MoneySums): Cents =>
  totalDue - extras + refunded.goodwill

const sumOf = (parts: readonly { amount: Cents }[]): Cents =>
  parts.reduce((sum, { amount }) => sum + amount, 0)
