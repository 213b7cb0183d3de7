import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceParts } from './invoice-parts.ts'

const PAID = new Date('2027-02-01T12:00:00Z')
const BEFORE = new Date('2027-01-01T12:00:00Z')
const AFTER = new Date('2027-03-01T12:00:00Z')

const room = { id: 2, kind: 'lodging' as const, name: 'A room of your own', price: 20_000, chosenAt: BEFORE }
const kit = { id: 3, kind: 'extra' as const, name: 'Leather kit', price: 4_001, chosenAt: BEFORE }
const invoice = (id: number, amount: number, changes = {}) => ({
  id,
  reservationId: 7,
  purpose: id === 1 ? ('deposit' as const) : ('remainder' as const),
  description: null,
  extra: false,
  amount,
  paidAt: null,
  ...changes,
})
const linesOf = (parts: ReturnType<typeof invoiceParts>, id: number) =>
  (parts.get(id) ?? []).map(({ description, amount }) => [description, amount])

describe('the lines of an invoice (R37.5)', () => {
  test('show the discount of a code in the line of the stay (R41.7)', () => {
    const stay = { price: 90_000, choices: [room], discount: { code: 'SPRING', amount: 20_000 } }
    const [deposit] = [linesOf(invoiceParts(stay, [invoice(1, 45_000), invoice(2, 45_000)]), 1)]
    expect(deposit).toEqual([
      ['Stay, $200.00 off in total (code SPRING)', 35_000],
      ['A room of your own', 10_000],
    ])
  })

  test('are a single line for a stay without options', () => {
    const parts = invoiceParts({ price: 90_000, choices: [] }, [invoice(1, 45_000), invoice(4, 45_000)])
    expect(parts.get(1)).toEqual([{ reservationId: 7, description: 'Stay', amount: 45_000 }])
  })

  test('are one line for the stay and one for each option, and all invoices together ask for each line once', () => {
    const parts = invoiceParts({ price: 114_001, choices: [room, kit] }, [
      invoice(1, 57_001),
      invoice(4, 57_000),
    ])
    expect(linesOf(parts, 1)).toEqual([
      ['Stay', 45_000],
      ['A room of your own', 10_000],
      ['Leather kit', 2_001],
    ])
    expect(linesOf(parts, 4)).toEqual([
      ['Stay', 45_000],
      ['A room of your own', 10_000],
      ['Leather kit', 2_000],
    ])
  })

  test('do not list an option on a paid invoice if the guest chose the option after the payment', () => {
    const later = { ...room, chosenAt: AFTER }
    const invoices = [invoice(1, 45_000, { paidAt: PAID }), invoice(4, 65_000)]
    const parts = invoiceParts({ price: 110_000, choices: [later] }, invoices)
    expect(linesOf(parts, 1)).toEqual([['Stay', 45_000]])
    expect(linesOf(parts, 4)).toEqual([
      ['Stay', 45_000],
      ['A room of your own', 20_000],
    ])
  })

  test('are a single line for an extra charge and for an invoice that an admin named', () => {
    const named = invoice(5, 30_000, { purpose: 'other', description: 'Second part' })
    const extra = invoice(6, 1_500, { purpose: 'other', extra: true })
    const parts = invoiceParts({ price: 90_000, choices: [] }, [named, extra])
    expect([linesOf(parts, 5), linesOf(parts, 6)]).toEqual([
      [['Second part', 30_000]],
      [['Extra charge', 1_500]],
    ])
  })

  test('add up exactly to each invoice, and to the price of each option over all invoices, for random values', () => {
    const cents = fc.integer({ min: 100, max: 300_000 })
    const choice = fc.record({ price: fc.oneof(fc.constant(0), cents), late: fc.boolean() })
    const asks = fc.array(fc.record({ amount: cents, paid: fc.boolean(), extra: fc.boolean() }), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 5 }), asks, cents, (some, asked, price) => {
        const choices = some.map(({ price: ofIt, late }, index) => {
          return { ...kit, id: index, name: `Choice ${index}`, price: ofIt, chosenAt: late ? AFTER : BEFORE }
        })
        const invoices = asked.map(({ amount, paid, extra }, index) =>
          invoice(index, amount, { extra, paidAt: paid ? PAID : null }),
        )
        const parts = invoiceParts({ price, choices }, invoices)
        for (const { id, amount } of invoices) {
          const lines = parts.get(id) ?? []
          expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount)
          expect(lines.every((line) => line.amount > 0)).toBe(true)
        }
        const whole = price + choices.reduce((sum, one) => sum + one.price, 0)
        const first = Math.ceil(whole / 2)
        const halves = invoiceParts({ price: whole, choices }, [invoice(1, first), invoice(2, whole - first)])
        const all = [...halves.values()].flat()
        for (const { name, price: ofIt } of [...choices, { name: 'Stay', price }])
          expect(all.reduce((sum, line) => sum + (line.description === name ? line.amount : 0), 0)).toBe(ofIt)
      }),
    )
  })
})
