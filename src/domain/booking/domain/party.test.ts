import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stayLabel } from '#shared/invoice-label.ts'
import { partyInvoiceParts } from './invoice-parts.ts'
import { linesOf } from './party.ts'

const NOTHING_CHOSEN = { usualPrice: null, choices: [], discount: null }

test('splits a deposit and a remainder evenly among three guests, to the cent', () => {
  const members = [1, 2, 3].map((id) => ({ id, share: 33_333 }))
  const lines = linesOf([{ amount: 50_000 }, { amount: 49_999 }], members)
  expect(lines.map((line) => line.map(({ amount }) => amount))).toEqual([
    [16_667, 16_667, 16_666],
    [16_666, 16_666, 16_667],
  ])
})

test('gives no line of an invoice to a guest whose stay is free', () => {
  expect(
    linesOf(
      [{ amount: 5_000 }],
      [
        { id: 1, share: 5_000 },
        { id: 2, share: 0 },
      ],
    ),
  ).toEqual([[{ reservationId: 1, amount: 5_000 }]])
})

test('makes invoice lines that add up to each invoice and to each guest’s share, for random parties', () => {
  const shares = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(shares, fc.integer({ min: 0, max: 100 }), (drawn, percent) => {
      const members = drawn.map((share, index) => ({ id: index + 1, share }))
      const whole = drawn.reduce((sum, share) => sum + share, 0)
      const deposit = Math.floor((whole * percent) / 100)
      const amounts = [deposit, whole - deposit]
      const asked = amounts.map((amount) => ({ amount }))
      const lines = linesOf(asked, members)
      for (const [index, amount] of amounts.entries()) expect(sumOf(lines[index] ?? [])).toBe(amount)
      for (const { id, share } of members)
        expect(sumOf(lines.flat().filter(({ reservationId }) => reservationId === id))).toBe(share)
      const invoices = amounts.map((amount, index) => ({
        id: index + 1,
        reservationId: 1,
        purpose: index === 0 ? ('deposit' as const) : ('remainder' as const),
        description: null,
        extra: false,
        amount,
        paidAt: null,
        lines: lines[index] ?? [],
      }))
      const parts = partyInvoiceParts(
        members.map(({ id, share: price }) => ({ id, price, ...NOTHING_CHOSEN })),
        invoices,
      )
      for (const { id, amount } of invoices) expect(sumOf(parts.get(id) ?? [])).toBe(amount)
    }),
  )
})

test('keeps the lines of paid invoices for a canceled guest, whose price is now only what the venue kept', () => {
  const chosenAt = new Date('2027-01-01T12:00:00Z')
  const room = { id: 2, kind: 'lodging' as const, name: 'A room of your own', price: 20_000, chosenAt }
  const invoices = (['deposit', 'remainder'] as const).map((purpose, index) => ({
    id: index + 1,
    reservationId: 1,
    purpose,
    description: null,
    extra: false,
    amount: 90_200,
    paidAt: new Date('2027-02-01T12:00:00Z'),
    lines: [1, 2].map((reservationId) => ({ reservationId, amount: 45_100 })),
  }))
  const payer = { ...NOTHING_CHOSEN, id: 1, price: 90_200 }
  const companion = { id: 2, choices: [room], discount: null }
  const before = partyInvoiceParts([payer, { ...companion, price: 90_200, usualPrice: null }], invoices)
  expect(before.get(1)?.slice(1)).toEqual([
    { reservationId: 2, description: stayLabel(null), amount: 35_100 },
    { reservationId: 2, description: room.name, amount: 10_000 },
  ])
  expect(partyInvoiceParts([payer, { ...companion, price: 2_700, usualPrice: 95_000 }], invoices)).toEqual(
    before,
  )
})

const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0)
