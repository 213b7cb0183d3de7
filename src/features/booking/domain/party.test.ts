import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from './party.ts'
import { partyInvoiceParts } from './invoice-parts.ts'

const NOTHING_CHOSEN = { choices: [], discount: null }

test('a deposit and a remainder of three who pay alike are in even parts, to the cent', () => {
  const members = [1, 2, 3].map((id) => ({ id, share: 33_333 }))
  const lines = linesOf([50_000, 49_999], members)
  expect(lines.map((line) => line.map(({ amount }) => amount))).toEqual([
    [16_667, 16_667, 16_666],
    [16_666, 16_666, 16_667],
  ])
})

test('whoever costs nothing has no line', () => {
  expect(
    linesOf(
      [5_000],
      [
        { id: 1, share: 5_000 },
        { id: 2, share: 0 },
      ],
    ),
  ).toEqual([[{ reservationId: 1, amount: 5_000 }]])
})

test('lines sum to their invoices, and all lines of a member to their share', () => {
  const shares = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(shares, fc.integer({ min: 0, max: 100 }), (drawn, percent) => {
      const members = drawn.map((share, index) => ({ id: index + 1, share }))
      const whole = drawn.reduce((sum, share) => sum + share, 0)
      const deposit = Math.floor((whole * percent) / 100)
      const amounts = [deposit, whole - deposit]
      const lines = linesOf(amounts, members)
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

const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0)
