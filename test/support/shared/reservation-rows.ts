/** Random rows of invoices, payments and refunds, for fast-check. */
import * as fc from 'fast-check'
import { refundCause } from '#shared/reservation-money.ts'
import { refundedOf } from './sum-rows.ts'

const cents = fc.integer({ min: 1, max: 500 })

export const anyRefunds = fc.array(
  fc
    .record({
      amount: cents,
      /** The part of the refund that returned an overpayment, from 0 to 1. */
      over: fc.constantFrom(0, 0, 0.5, 1),
      reason: fc.constantFrom('admin', 'provider', 'cancelled', 'retreat-cancelled', 'late', 'duplicate'),
      status: fc.constantFrom('requested' as const, 'succeeded' as const, 'failed' as const, 'owed' as const),
    })
    .map(({ over, ...refund }) => {
      const ours = refundCause(refund.reason) === 'goodwill'
      return { ...refund, overpayment: ours ? Math.floor(refund.amount * over) : 0 }
    }),
  { maxLength: 4 },
)

/** Random invoices, each unpaid or fully paid, with the rows of the payments' refunds. */
export const anyInvoices = fc.array(
  fc
    .record({
      amount: cents,
      extra: fc.boolean(),
      due: fc.constantFrom(null, '2027-05-05', '2027-05-06', '2027-05-07', '2027-06-20'),
      paid: fc.boolean(),
      refunds: anyRefunds,
      /** The part of the payment that disputes hold, from 0 to 1. */
      withdrawn: fc.constantFrom(0, 0, 0, 0.5, 1),
    })
    .map(({ paid, refunds, withdrawn, ...invoice }) => {
      const { amount } = invoice
      const payment = paid ? { amount, refunds, withdrawn: Math.floor(amount * withdrawn) } : null
      return { ...invoice, payment }
    }),
  { maxLength: 6 },
)

/** Random input for `sumRows`. Today is 2027-05-06 in it. */
export const anyRows = fc
  .record({ standing: fc.boolean(), price: fc.integer({ min: 0, max: 2_000 }), invoices: anyInvoices })
  .map(({ standing, price, invoices }) => ({
    standing,
    price,
    today: '2027-05-06',
    invoices: invoices.map(({ payment, ...invoice }) => ({
      ...invoice,
      payment: payment && {
        amount: payment.amount,
        withdrawn: payment.withdrawn,
        refunded: refundedOf(payment.amount, payment.refunds),
      },
    })),
  }))
