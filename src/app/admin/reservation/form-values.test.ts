import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminInvoice } from '#domain/booking/contract/invoices.ts'
import {
  changesOf,
  createBody,
  invoiceInput,
  invoiceSchema,
  handPaymentBody,
  handPaymentSchema,
  type InvoiceInput,
} from './form-values.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-03-10T18:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const blank = () => invoiceInput(null)
const check = (given: Partial<InvoiceInput>) => invoiceSchema.safeParse({ ...blank(), ...given })
const wrong = (given: Partial<InvoiceInput>) =>
  Object.fromEntries(check(given).error?.issues.map(({ path, message }) => [path.join(), message]) ?? [])

test.each<[Partial<InvoiceInput>, Record<string, string>]>([
  [{ amount: '50' }, {}],
  [{ amount: '$1,250.5' }, {}],
  [{ amount: '' }, { amount: 'Required' }],
  [{ amount: 'half' }, { amount: 'Please enter dollars, such as 480 or 480.01' }],
  [{ amount: '12.345' }, { amount: 'Please enter dollars, such as 480 or 480.01' }],
  [{ amount: '0.49' }, { amount: 'An invoice is at least $0.50' }],
  [{ amount: '1000000' }, { amount: 'Please enter no more than $999,999.99' }],
  [{ amount: '50', description: 'x'.repeat(81) }, { description: 'Please keep this under 80 characters' }],
  [{ amount: '50', due: '2027-02-30' }, { due: 'Please choose a day' }],
  // While "paid" is not checked, the form hides these fields and does not validate them.
  [{ amount: '50', paidOn: '' }, {}],
  [{ amount: '50', paid: true, paidOn: '' }, { paidOn: 'Please choose a day' }],
  [{ amount: '50', paid: true, paidOn: '2027-03-11' }, { paidOn: 'That day has not come yet' }],
])('reports for the invoice form %j the problems %j', (given, problems) => {
  expect(wrong(given)).toEqual(problems)
})

test('suggests for a new invoice the part of the price that no invoice covers, and sends it in cents', () => {
  expect(invoiceInput(null, 5000)).toMatchObject({ amount: '50.00', due: '', paid: false })
  expect(invoiceInput(null, -5000).amount).toBe('')
  const open = check({ amount: '50', due: '2027-04-01' })
  const named = { amount: 5000, description: null, partOfPrice: true }
  expect(open.data && createBody(open.data, true)).toEqual({ ...named, due: '2027-04-01' })
  const today = check({ amount: '50', paid: true, method: 'check', description: ' Leather lesson ' })
  expect(today.data && createBody(today.data, false)).toEqual({
    amount: 5000,
    due: null,
    description: 'Leather lesson',
    partOfPrice: false,
    paid: true,
    datePaid: null,
    paymentMethod: 'check',
    reference: null,
    memo: null,
  })
  const before = check({ amount: '50', paid: true, paidOn: '2027-03-01' })
  expect(before.data && createBody(before.data, true)).toMatchObject({ datePaid: '2027-03-01T19:00:00.000Z' })
})

test('sends only those fields of an edited invoice that have changed', () => {
  const invoice = {
    id: 7,
    amount: 5000,
    due: '2027-04-01',
    description: 'Leather lesson',
    partOfPrice: true,
    paid: true,
    datePaid: '2027-03-01T16:00:00.000Z',
    paymentMethod: 'cash',
    reference: '17',
    memo: null,
  } as AdminInvoice
  const changed = (given: Partial<InvoiceInput>, partOfPrice = true) => {
    const checked = invoiceSchema.safeParse({ ...invoiceInput(invoice), ...given })
    return checked.data && changesOf(invoice, checked.data, partOfPrice)
  }
  expect(changed({})).toEqual({})
  expect(changed({ amount: '50.01', due: '' })).toEqual({ amount: 5001, due: null })
  expect(changed({ description: '' }, false)).toEqual({ description: null, partOfPrice: false })
  expect(changed({ method: 'transfer' })).toEqual({
    paid: true,
    datePaid: '2027-03-01T19:00:00.000Z',
    paymentMethod: 'transfer',
  })
  expect(changed({ reference: '', memo: 'By mail' })).toEqual({ reference: null, memo: 'By mail' })
})

const paid = (amount: string) =>
  handPaymentSchema(45_000).safeParse({
    amount,
    paidOn: '2027-03-10',
    method: 'check',
    reference: '1042',
    memo: '',
  })

test('accepts a partial payment unless it leaves an amount that is too small for a card', () => {
  const { data } = paid('200')
  expect(data && handPaymentBody(data)).toEqual({
    paid: true,
    datePaid: null,
    paymentMethod: 'check',
    reference: '1042',
    memo: null,
    paidAmount: 20_000,
  })
  expect(paid('450').success).toBe(true)
  expect(paid('449.51').error?.issues[0]?.message).toContain('That leaves $0.49')
  expect(paid('500').error?.issues[0]?.message).toContain('The invoice is for $450.00')
})
