import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { moneyOf, NOTHING_REFUNDED } from '#shared/reservation-money.ts'
import type { Invoice } from '#domain/booking/contract/reservation.ts'
import { InvoiceTable } from './invoice-table.tsx'

const invoice: Invoice = {
  id: 1,
  reservationId: 1,
  purpose: 'other',
  description: null,
  partOfPrice: true,
  amount: 45_000,
  paid: true,
  datePaid: null,
  paymentMethod: null,
  card: null,
  due: '2027-05-06',
  createdAt: '2027-05-06T18:00:00Z',
  sent: false,
  dateSent: null,
  refunded: 43_665,
  disputed: false,
  withdrawn: 0,
  lines: [],
  clientSecret: null,
}
const unpaid: Invoice = { ...invoice, id: 2, paid: false, refunded: 0, due: '2027-06-01' }
const { totalDue, totalPaid, ...money } = moneyOf({
  standing: true,
  price: 90_000,
  extras: 0,
  received: 45_000,
  refunded: { ...NOTHING_REFUNDED, late: 43_665 },
  withdrawn: 0,
  unpaid: 0,
  unpaidLater: 0,
})
const sums = {
  id: 1,
  status: 'confirmed',
  totalDue,
  totalPaid,
  money,
  options: [],
  party: null,
  paying: null,
}

const wordsOf = (shown: string) => shown.replaceAll(/<[^>]*>/g, '')

test('shows the refund of a canceled stay, and asks for no payment of its unpaid invoice', () => {
  const amounts = { paid: 45_000, refunded: 10_000, toRefundByHand: 20_000, toRefundToCards: 13_665 }
  const ended = { ...amounts, kept: 1_335, fees: 1_335, undecided: false }
  const invoices = [invoice, unpaid]
  const stay = { ...sums, status: 'cancelled', ended, invoices }
  const shown = renderToStaticMarkup(<InvoiceTable {...stay} standing={false} />)
  expect(wordsOf(shown)).toContain('Refund $436.65')
  expect(wordsOf(shown)).toContain(
    'Paid$450.00Refunded-$100.00Still to be refunded-$200.00Being refunded to the card-$136.65' +
      'Kept after the cancellation$13.35Card fees$13.35',
  )
  expect(shown).not.toContain('Invoice 2')
  expect(shown).not.toContain('Still to pay')
  expect(renderToStaticMarkup(<InvoiceTable {...sums} invoices={[unpaid]} standing={false} />)).toBe('')
})

test('shows the unpaid invoice of an active stay and the amount still to pay', () => {
  const shown = renderToStaticMarkup(<InvoiceTable {...sums} invoices={[invoice, unpaid]} />)
  expect(shown).toContain('Invoice 2')
  expect(wordsOf(shown)).toContain('Paid$450.00Refunded-$436.65Still to pay$886.65')
})

test('names the card that paid an invoice once the site has learned the card from Stripe', () => {
  const paid = { ...invoice, refunded: 0, paymentMethod: 'card', datePaid: '2027-05-06T18:00:00Z' }
  const stateOf = (card: string | null) =>
    renderToStaticMarkup(<InvoiceTable {...sums} invoices={[{ ...paid, card }]} />)
  expect(stateOf('Apple Pay (Visa 4242)')).toContain('Paid Thu, May 6, 2027 with Apple Pay (Visa 4242)<')
  expect(stateOf(null)).toContain('Paid Thu, May 6, 2027<')
})

test('shows below the total of an active stay the taxes that it includes (R50.3)', () => {
  const taxes = [{ name: 'Sales tax', rate: 825, amount: 6_859 }]
  const ended = {
    paid: 1,
    refunded: 0,
    toRefundByHand: 0,
    toRefundToCards: 0,
    kept: 1,
    fees: 0,
    undecided: false,
  }
  const shown = (of: object) =>
    wordsOf(renderToStaticMarkup(<InvoiceTable {...sums} invoices={[invoice]} {...{ taxes, ...of }} />))
  expect(shown({})).toContain('Total$900.00Includes Sales tax (8.25%)$68.59Paid')
  expect(shown({ standing: false, ended })).not.toContain('Includes')
})
