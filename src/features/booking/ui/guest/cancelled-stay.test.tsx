import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { InvoiceTable } from './invoice-table.tsx'
import { StatusNotice } from './status-notice.tsx'

const invoice: Invoice = {
  id: 1,
  reservationId: 1,
  purpose: 'deposit',
  description: null,
  partOfPrice: true,
  amount: 45_000,
  paid: true,
  datePaid: '2027-05-06T18:00:00Z',
  paymentMethod: 'card',
  due: '2027-05-06',
  createdAt: '2027-05-06T18:00:00Z',
  sent: false,
  dateSent: null,
  refunded: 43_665,
  disputed: false,
  withdrawn: 0,
  clientSecret: null,
}
const unpaid: Invoice = { ...invoice, id: 2, paid: false, datePaid: null, refunded: 0, due: '2027-06-01' }
const sums = {
  totalDue: 90_000,
  totalPaid: 1_335,
  paying: null,
  money: { goodwill: 0, stillToPay: 0, notInvoiced: 0, overInvoiced: 0, credit: 0, paidUp: false },
  receiptHref: (id: number) => `/receipt/${id}`,
}

test('a cancelled stay is asked for nothing, and shows what went back', () => {
  const shown = renderToStaticMarkup(<InvoiceTable {...sums} invoices={[invoice, unpaid]} standing={false} />)
  expect(shown).toContain('Refunded $436.65')
  expect(shown).toContain('Paid, less refunds')
  expect(shown).not.toContain('Invoice 2')
  expect(shown).not.toContain('Still to pay')
  expect(renderToStaticMarkup(<InvoiceTable {...sums} invoices={[unpaid]} standing={false} />)).toBe('')
})

test('one that stands is asked for the rest', () => {
  const money = { ...sums.money, stillToPay: 45_000 }
  const shown = renderToStaticMarkup(<InvoiceTable {...sums} money={money} invoices={[invoice, unpaid]} />)
  expect(shown).toContain('Invoice 2')
  expect(shown).toContain('Still to pay')
})

test.each(['pending', 'confirmed', 'cancelled'] as const)(
  'a %s stay of a cancelled event says so, and never that a spot is held',
  (status) => {
    const shown = renderToStaticMarkup(<StatusNotice status={status} event={{ cancelled: true }} />)
    expect(shown).toContain('This retreat has been cancelled.')
    expect(shown).not.toMatch(/You are in|held/)
  },
)

test('what had ended before the event was cancelled keeps its own words', () => {
  const shown = renderToStaticMarkup(<StatusNotice status="refunded" event={{ cancelled: true }} />)
  expect(shown).toContain('Your payment was refunded.')
})

test.each([
  ['guest', 'You gave up your spot.'],
  ['retreat', 'If that surprises you'],
] as const)('a stay cancelled by the %s says so', (by, words) => {
  const cancellation = { by, paid: 90_000, refund: 87_330, feesKnown: true }
  const shown = renderToStaticMarkup(
    <StatusNotice status="cancelled" event={{ cancelled: false }} cancellation={cancellation} />,
  )
  expect(shown).toContain(words)
})
