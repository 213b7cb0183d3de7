import { expect, test } from 'vitest'
import type { AdminInvoice } from '#domain/booking/contract/invoices.ts'
import { describeDifference, invoiceState, describeTotal } from './money-labels.ts'

const TODAY = '2027-03-10'
const unpaid: AdminInvoice = {
  id: 7,
  reservationId: 3,
  purpose: 'remainder',
  description: null,
  partOfPrice: true,
  amount: 45_000,
  paid: false,
  datePaid: null,
  paymentMethod: null,
  card: null,
  due: '2027-03-10',
  createdAt: '2027-01-01T10:00:00.000Z',
  sent: false,
  dateSent: null,
  refunded: 0,
  disputed: false,
  withdrawn: 0,
  lines: [],
  clientSecret: null,
  reference: null,
  memo: null,
  depositedOn: null,
}
// This payment was at 11:30 PM at the ranch. The page must show the ranch's day, although the next day has
// begun in UTC.
const paid: Partial<AdminInvoice> = {
  paid: true,
  paymentMethod: 'card',
  datePaid: '2027-03-02T06:30:00.000Z',
}

test.each<[Partial<AdminInvoice>, string, string]>([
  [{}, 'Unpaid', ''],
  [{ due: null }, 'Unpaid', ''],
  [{ due: '2027-03-09' }, 'Overdue', ''],
  [
    { due: '2027-03-09', sent: true, dateSent: '2027-03-08T16:00:00.000Z' },
    'Overdue',
    'Reminder sent on Mon, Mar 8, 2027.',
  ],
  [paid, 'Paid', 'Paid on Mon, Mar 1, 2027 by card.'],
  [{ ...paid, card: 'Visa 4242' }, 'Paid', 'Paid on Mon, Mar 1, 2027 with Visa 4242.'],
  [{ ...paid, paymentMethod: 'cash' }, 'Paid', 'Paid on Mon, Mar 1, 2027 in cash.'],
  [
    { ...paid, paymentMethod: 'check', reference: '1042', memo: 'By mail' },
    'Paid',
    'Paid on Mon, Mar 1, 2027 by check, number 1042. Note: By mail',
  ],
  [{ ...paid, paymentMethod: 'other' }, 'Paid', 'Paid on Mon, Mar 1, 2027 by hand.'],
  [{ ...paid, refunded: 10_000 }, 'Partial refund: $100.00', 'Paid on Mon, Mar 1, 2027 by card.'],
  [{ ...paid, refunded: 45_000 }, 'Full refund', 'Paid on Mon, Mar 1, 2027 by card.'],
  [
    { ...paid, disputed: true, withdrawn: 20_000 },
    'Disputed',
    'Paid on Mon, Mar 1, 2027 by card. The guest’s bank has taken $200.00 back.',
  ],
])('shows an invoice with the values %j as "%s"', (given, mark, more) => {
  const state = invoiceState({ ...unpaid, ...given }, { today: TODAY, stands: true })
  expect([state.mark, state.notes.join(' ')]).toEqual([mark, more])
})

test('shows that an unpaid invoice of a canceled reservation is no longer due', () => {
  const late = { ...unpaid, due: '2027-03-09' }
  expect(invoiceState(late, { today: TODAY, stands: false }).mark).toBe('Void')
})

test("says how the invoice form would change a stay's total before an admin saves the form", () => {
  expect(describeTotal(90_000, 95_000)).toBe('The total of the stay becomes $950.00.')
  expect(describeTotal(90_000, 90_000)).toBe('The total of the stay stays $900.00.')
})

test("warns an admin if a stay's invoices do not add up to its total", () => {
  expect(describeDifference({ notInvoiced: 0, overInvoiced: 0 })).toBeNull()
  expect(describeDifference({ notInvoiced: 5_000, overInvoiced: 0 })).toContain(
    'Invoices add up to $50.00 less than the total.',
  )
  expect(describeDifference({ notInvoiced: 0, overInvoiced: 1 })).toContain(
    'Invoices add up to $0.01 more than the total.',
  )
})
