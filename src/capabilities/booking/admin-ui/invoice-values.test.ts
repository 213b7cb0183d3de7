import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Invoice } from '../contract.ts'
import { changesOf, createBody, invoiceInput, invoiceSchema, type InvoiceInput } from './invoice-values.ts'

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
  [{ amount: 'half' }, { amount: 'Please give dollars, such as 480 or 480.01' }],
  [{ amount: '12.345' }, { amount: 'Please give dollars, such as 480 or 480.01' }],
  [{ amount: '0.49' }, { amount: 'An invoice is at least $0.50' }],
  [{ amount: '1000000' }, { amount: 'Please give no more than $999,999.99' }],
  [{ amount: '50', due: '2027-02-30' }, { due: 'Please choose a day' }],
  // What is hidden is not asked for.
  [{ amount: '50', paidOn: '' }, {}],
  [{ amount: '50', paid: true, paidOn: '' }, { paidOn: 'Please choose a day' }],
  [{ amount: '50', paid: true, paidOn: '2027-03-11' }, { paidOn: 'That day has not come yet' }],
])('%j: %j', (given, problems) => {
  expect(wrong(given)).toEqual(problems)
})

test('a new one proposes what has no invoice yet, and is sent in cents', () => {
  expect(invoiceInput(null, 5000)).toMatchObject({ amount: '50.00', due: '', paid: false })
  expect(invoiceInput(null, -5000).amount).toBe('')
  const open = check({ amount: '50', due: '2027-04-01' })
  expect(open.data && createBody(open.data)).toEqual({ amount: 5000, due: '2027-04-01' })
  const today = check({ amount: '50', paid: true, method: 'check' })
  expect(today.data && createBody(today.data)).toEqual({
    amount: 5000,
    due: null,
    paid: true,
    datePaid: null,
    paymentMethod: 'check',
  })
  const before = check({ amount: '50', paid: true, paidOn: '2027-03-01' })
  expect(before.data && createBody(before.data)).toMatchObject({ datePaid: '2027-03-01T19:00:00.000Z' })
})

test('only what is not as it was is sent', () => {
  const invoice = {
    id: 7,
    amount: 5000,
    due: '2027-04-01',
    paid: true,
    datePaid: '2027-03-01T16:00:00.000Z',
    paymentMethod: 'cash',
  } as Invoice
  const changed = (given: Partial<InvoiceInput>) => {
    const checked = invoiceSchema.safeParse({ ...invoiceInput(invoice), ...given })
    return checked.data && changesOf(invoice, checked.data)
  }
  expect(changed({})).toEqual({})
  expect(changed({ amount: '50.01', due: '' })).toEqual({ amount: 5001, due: null })
  expect(changed({ method: 'transfer' })).toEqual({
    paid: true,
    datePaid: '2027-03-01T19:00:00.000Z',
    paymentMethod: 'transfer',
  })
})
