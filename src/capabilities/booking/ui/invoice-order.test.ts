import { expect, test } from 'vitest'
import type { Invoice } from '../contract.ts'
import { guestOrder } from './invoice-order.ts'

const invoice = (id: number, paid: boolean, due: string | null): Invoice => ({
  id,
  reservationId: 1,
  amount: 100,
  paid,
  datePaid: null,
  paymentMethod: null,
  due,
  createdAt: '2027-01-01T00:00:00Z',
  sent: false,
  dateSent: null,
  refunded: 0,
  disputed: false,
  clientSecret: null,
})

test('paid first, then by due date, without one last', () => {
  const mixed = [
    invoice(1, false, null),
    invoice(2, false, '2027-04-06'),
    invoice(3, true, null),
    invoice(4, false, '2027-03-01'),
    invoice(5, true, '2027-02-01'),
  ]
  expect(guestOrder(mixed).map(({ id }) => id)).toEqual([5, 3, 4, 2, 1])
})
