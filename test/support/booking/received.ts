/** Creates a stay's payments in the form in which `planRefund` receives them. */
import { addDays } from '#shared/days.ts'
import type { Received } from '#domain/booking/domain/refund-policy.ts'

export const START = '2027-07-01'
export const daysBefore = (count: number) => addDays(START, -count)

let ids = 0
export const card = (changes: Partial<Received> = {}): Received => ({
  paymentId: (ids += 1),
  method: 'card',
  paidAt: new Date('2027-01-01T12:00:00Z'),
  amount: 45_000,
  refunded: 0,
  fee: 1_335,
  withdrawn: 0,
  ...changes,
})
export const cash = (changes: Partial<Received> = {}) => card({ method: 'cash', fee: null, ...changes })
