import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { centsOfDollars } from '#shared/money.ts'
import { allRefunded } from '#shared/reservation-money.ts'
import { reservationMoney } from '#test/support/shared/sum-rows.ts'
import { anyRows } from '#test/support/shared/reservation-rows.ts'
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
const sums = {
  totalDue: 90_000,
  totalPaid: 1_335,
  paying: null,
  money: { goodwill: 0, stillToPay: 0, notInvoiced: 0, overInvoiced: 0, credit: 0, paidUp: false },
}

const wordsOf = (shown: string) => shown.replaceAll(/<[^>]*>/g, '')

test('shows the refund of a canceled stay, and asks for no payment of its unpaid invoice', () => {
  const amounts = { paid: 45_000, refunded: 10_000, toRefundByHand: 20_000, toRefundToCards: 13_665 }
  const ended = { ...amounts, kept: 1_335, undecided: false }
  const invoices = [invoice, unpaid]
  const shown = renderToStaticMarkup(<InvoiceTable {...{ ...sums, ended, invoices }} standing={false} />)
  expect(wordsOf(shown)).toContain('Refund $436.65')
  expect(wordsOf(shown)).toContain(
    'Paid$450.00Refunded-$100.00Still to be refunded-$336.65Not refunded$13.35',
  )
  expect(shown).not.toContain('Invoice 2')
  expect(shown).not.toContain('Still to pay')
  expect(renderToStaticMarkup(<InvoiceTable {...sums} invoices={[unpaid]} standing={false} />)).toBe('')
})

test('shows the unpaid invoice of an active stay and the amount still to pay', () => {
  const money = { ...sums.money, stillToPay: 45_000 }
  const shown = renderToStaticMarkup(<InvoiceTable {...sums} money={money} invoices={[invoice, unpaid]} />)
  expect(shown).toContain('Invoice 2')
  expect(shown).toContain('Still to pay')
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
  const shown = (standing: boolean) =>
    wordsOf(renderToStaticMarkup(<InvoiceTable {...sums} invoices={[invoice]} {...{ taxes, standing }} />))
  expect(shown(true)).toContain('Total$900.00Includes Sales tax (8.25%)$68.59Paid')
  expect(shown(false)).not.toContain('Includes')
})

const tableOf = (lines: Invoice['lines']) =>
  renderToStaticMarkup(<InvoiceTable {...sums} invoices={[{ ...unpaid, lines }]} />)

test('names each item of an invoice that has more than one item, with its price (R37.5)', () => {
  const line = { reservationId: 1, description: 'Stay', amount: 45_000 }
  const room = { ...line, description: 'A room of your own', amount: 10_000 }
  expect(wordsOf(tableOf([line, room]))).toContain('Stay $450.00 · A room of your own $100.00')
  expect(wordsOf(tableOf([line]))).not.toContain('Stay $450.00')
})

/**
 * Returns a function that finds the amount in a row of a rendered table by the row's label. It returns 0 for
 * a row that does not exist.
 */
function sumsOf(shown: string): (label: string) => number {
  const rows = [
    ...shown.matchAll(
      /<th scope="row" colSpan="2">(.*?)<\/th><td class="invoices-sum"><[^>]+>(.*?)<\/span><\/td>/g,
    ),
  ]
  const sums = new Map(rows.map(([, label = '', sum = '']) => [label, centsOfDollars(sum) ?? NaN]))
  return (label) => sums.get(label) ?? 0
}

test('shows totals that equal the sum of the rows, for any generated invoices, payments and refunds', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const { totalDue, totalPaid, ...money } = reservationMoney(rows)
      const invoices = rows.invoices.map(({ amount, extra, due, payment }, id): Invoice => {
        const refunded = payment ? allRefunded(payment.refunded) : 0
        return { ...invoice, id, amount, due, partOfPrice: !extra, paid: payment !== null, refunded }
      })
      const given = { invoices, totalDue, totalPaid, money, standing: rows.standing, paying: null }
      const shown = renderToStaticMarkup(<InvoiceTable {...given} />)
      if (!shown.includes('<table')) return
      const sum = sumsOf(shown)
      const unpaid = invoices.filter(({ paid }) => !paid)
      const paid = sum('Paid') + sum('Paid, less refunds')
      const lines = invoices.filter((one) => one.paid).map(({ amount, refunded }) => amount - refunded)
      expect(paid).toBe(lines.reduce((all, cents) => all + cents, 0))
      if (!rows.standing) return
      const tooMuch = sum('Of this, above the total') + sum('Overpaid')
      expect(paid + sum('Still to pay') - tooMuch).toBe(sum('Total'))
      expect(0 - sum('Reduced by refunds')).toBe(money.goodwill)
      const asked = unpaid.reduce((all, { amount }) => all + amount, 0)
      expect(asked + sum('Of this, not invoiced yet')).toBe(sum('Still to pay'))
      if (unpaid.length > 0) expect(shown).not.toContain('Payment Complete')
    }),
  )
})
