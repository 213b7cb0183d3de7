import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsOfDollars } from '#shared/money.ts'
import { anyInvoices } from '#test/support/shared/reservation-rows.ts'
import { factsOf, PAID_AT, refundOf, type StayRows, write } from '#test/support/mail/reservation-rows.ts'

const TODAY = '2027-05-06'
const blank = factsOf()

/** Generates a reservation with any price, invoices, payments and refunds. */
const anyFacts = fc
  .record({ price: fc.integer({ min: 0, max: 2_000 }), invoices: anyInvoices })
  .map(({ price, invoices }): StayRows => ({
    ...blank,
    reservation: { ...blank.reservation, price },
    invoices: invoices.map(({ amount, extra, due }, index) => {
      return {
        ...(blank.invoices[0] as StayRows['invoices'][number]),
        id: index,
        purpose: 'other',
        amount,
        extra,
        due,
      }
    }),
    payments: invoices.flatMap(({ payment }, invoiceId) => {
      if (payment === null) return []
      const refunds = payment.refunds.map(({ amount, ...refund }) => refundOf(amount, refund))
      return [{ ...payment, invoiceId, paidAt: PAID_AT, paidBy: null, refunds }]
    }),
  }))

const ROW = /^[^:]*: (-?\$[\d,.]+)$/

/**
 * Returns the amounts, in cents, of the money table that ends with the stay's total. Returns null if the e-mail has
 * no such table.
 */
function tableOf(text: string): { lines: number[]; total: number } | null {
  const rows = text.split('\n')
  const end = rows.findIndex((row) => row.startsWith('Total for your stay: '))
  if (end < 0) return null
  const sums: number[] = []
  for (let at = end; at >= 0; at -= 1) {
    const typed = ROW.exec(rows[at] ?? '')?.[1]
    if (typed === undefined) break
    sums.unshift(centsOfDollars(typed) ?? NaN)
  }
  return { lines: sums.slice(0, -1), total: sums.at(-1) ?? NaN }
}

describe('the totals in e-mails, for random invoices, payments and refunds', () => {
  it("equal the sum of the table's lines in a payment confirmation", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const paid = facts.payments.find(({ amount, refunds }) => {
          const back = refunds.reduce((sum, one) => (one.status === 'failed' ? sum : sum + one.amount), 0)
          return back < amount
        })
        if (!paid) return
        const cause = { type: 'invoice-success', facts, invoiceId: paid.invoiceId, today: TODAY } as const
        const { subject, text } = write(cause)
        const table = tableOf(text)
        expect(table?.lines.reduce((sum, cents) => sum + cents, 0)).toBe(table?.total)
        const open = facts.invoices.length > facts.payments.length
        if (open) expect(`${subject} ${text}`).not.toMatch(/paid in full|nothing left to pay/i)
      }),
    )
  })

  it("equal the sum of the table's lines in an admin’s sign-up confirmation", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const table = tableOf(write({ type: 'signup-success-simple', facts, today: TODAY }).text)
        if (table) expect(table.lines.reduce((sum, cents) => sum + cents, 0)).toBe(table.total)
      }),
    )
  })
})

it("adds an extra charge of $120.00 to the stay's price of $1,150.50 in the total of an e-mail", () => {
  const half = { amount: 57_525, extra: false, due: null }
  const lesson = { amount: 12_000, extra: true, due: null }
  const invoice = blank.invoices[0] as StayRows['invoices'][number]
  const facts: StayRows = {
    ...blank,
    reservation: { ...blank.reservation, price: 115_050 },
    invoices: [half, half, lesson].map((one, id) => ({ ...invoice, ...one, id, purpose: 'other' })),
    payments: [{ invoiceId: 0, amount: 57_525, withdrawn: 0, paidAt: PAID_AT, paidBy: null, refunds: [] }],
  }
  const { text } = write({ type: 'invoice-success', facts, invoiceId: 0 })
  expect(text).toContain('Total for your stay: $1,270.50')
})
