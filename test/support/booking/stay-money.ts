import type { ReservationMoney } from '#shared/reservation-money.ts'

/** Returns the money of a confirmed stay of which nothing is paid, with these changes. Amounts in cents. */
export const stayMoney = (price: number, changes: Partial<ReservationMoney> = {}): ReservationMoney => ({
  price,
  extras: 0,
  goodwill: 0,
  totalDue: price,
  totalPaid: 0,
  refunded: { late: 0, cancellation: 0, overpayment: 0, goodwill: 0 },
  fullyPaid: false,
  owedNow: 0,
  toCome: price,
  stillToPay: price,
  notInvoiced: 0,
  overInvoiced: 0,
  credit: 0,
  withdrawn: 0,
  paidUp: false,
  ...changes,
})
