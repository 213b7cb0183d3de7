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

const ROW = /^(?:–.*|[^–:]*): (-?\$[\d,.]+)$/

const isAmount = ({ typed }: { typed?: string | undefined }) => typed !== undefined

const sumOf = (cents: number[]) => cents.reduce((one, other) => one + other, 0)

interface Table {
  parts: number[]
  total: number
  settled: number[]
}

/**
 * Returns the amounts, in cents, of the rows of the stay's money. Leaves out amounts that another row includes. Returns
 * null if the e-mail has no such rows.
 */
function tableOf(text: string): Table | null {
  const rows = text.split('\n').map((row) => ({ row, typed: ROW.exec(row)?.[1] }))
  const at = rows.findIndex(({ row }) => row.startsWith('Total: '))
  if (at < 0) return null
  const first = rows.slice(0, at).findLastIndex((one) => !isAmount(one)) + 1
  const length = rows.slice(at).findIndex((one) => !isAmount(one))
  const cents = rows.map(({ row, typed = '' }) => (row.startsWith('–') ? 0 : (centsOfDollars(typed) ?? NaN)))
  return { parts: cents.slice(first, at), total: cents[at] ?? NaN, settled: cents.slice(at + 1, at + length) }
}

function expectSums(table: Table | null): void {
  if (!table) throw new Error('no rows')
  expect(sumOf(table.settled)).toBe(table.total)
  if (table.parts.length > 0) expect(sumOf(table.parts)).toBe(table.total)
}

describe('the totals in e-mails, for random invoices, payments and refunds', () => {
  it('equal the sum of the rows in a payment confirmation (R52.4)', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const paid = facts.payments.find(({ amount, refunds }) => {
          const back = refunds.reduce((sum, one) => (one.status === 'failed' ? sum : sum + one.amount), 0)
          return back < amount
        })
        if (!paid) return
        const cause = { type: 'invoice-success', facts, invoiceId: paid.invoiceId, today: TODAY } as const
        const { subject, text } = write(cause)
        expectSums(tableOf(text))
        const open = facts.invoices.length > facts.payments.length
        if (open) expect(`${subject} ${text}`).not.toMatch(/paid in full|nothing left to pay/i)
      }),
    )
  })

  it('equal the sum of the rows in an admin’s sign-up confirmation (R52.4)', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const table = tableOf(write({ type: 'signup-success-simple', facts, today: TODAY }).text)
        if (table) expectSums(table)
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
  expect(text).toContain('Your stay: $1,150.50\nExtra charges: $120.00\nTotal: $1,270.50\n')
})
