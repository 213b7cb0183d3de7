/**
 * Adds up a reservation's rows in memory. The site does so in SQL (`booking/store/payments.ts`), and tests compare
 * both (docs/decisions/0007).
 */
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import {
  moneyOf,
  type MoneySums,
  NOTHING_REFUNDED,
  refundCause,
  type Refunded,
  type ReservationMoney,
} from '#shared/reservation-money.ts'

type RefundCause = keyof Refunded

/** A payment returns refunds for these causes in this order, until nothing of it is left. */
const CAUSES_IN_ORDER = ['late', 'cancellation', 'overpayment', 'goodwill'] as const satisfies RefundCause[]

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
  for (const cause of CAUSES_IN_ORDER) {
    refunded[cause] = Math.min(left, refunded[cause])
    left -= refunded[cause]
  }
  return refunded
}

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

/** Computes the totals from rows in memory. */
export const reservationMoney = (rows: Parameters<typeof sumRows>[0]): ReservationMoney =>
  moneyOf(sumRows(rows))

const sumOf = (parts: readonly { amount: Cents }[]): Cents =>
  parts.reduce((sum, { amount }) => sum + amount, 0)
