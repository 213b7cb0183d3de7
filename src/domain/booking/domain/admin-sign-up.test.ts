import { assert, constant, integer, oneof, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/days.ts'
import { adminInvoicePlan } from './admin-actions.ts'

const START: Day = '2027-07-01'
const DUE: Day = '2027-06-01'
const TODAY: Day = '2027-05-06'
const plan = (totalDue: number, amount: number | null = null, today = TODAY) =>
  adminInvoicePlan({ totalDue, amount }, START, today)

describe('the invoices of a guest whom an admin signs up', () => {
  test('are the same as for a guest who signs up today, if the admin enters no deposit', () => {
    expect(plan(90_001)).toEqual([
      { purpose: 'deposit', amount: 45_001, due: TODAY },
      { purpose: 'remainder', amount: 45_000, due: DUE },
    ])
    expect(plan(90_000, null, DUE)).toEqual([{ purpose: 'whole', amount: 90_000, due: DUE }])
    expect(plan(0)).toEqual([])
  })

  test('are a deposit of the amount that the admin entered, and a remainder', () => {
    expect(plan(90_000, 20_000)).toEqual([
      { purpose: 'deposit', amount: 20_000, due: TODAY },
      { purpose: 'remainder', amount: 70_000, due: DUE },
    ])
    expect(plan(90_000, 90_000)).toEqual([{ purpose: 'whole', amount: 90_000, due: TODAY }])
    expect(plan(90_000, 0)).toEqual([{ purpose: 'remainder', amount: 90_000, due: DUE }])
  })

  test.each([
    ['on the due day of the remainder', DUE],
    ['after the due day of the remainder', addDays(DUE, 9)],
    ['after the event', addDays(START, 40)],
  ])('have a remainder that is due today when the admin signs the guest up %s', (_when, today) => {
    expect(plan(90_000, 20_000, today)).toMatchObject([{ due: today }, { amount: 70_000, due: today }])
  })

  test.each([
    ['more than the price', 90_000, 90_001],
    ['a deposit that is too small for a card', 90_000, 49],
    ['a remainder that is too small for a card', 90_000, 89_951],
    ['a whole price that is too small for a card', 49, null],
  ])('are refused for %s, with a message for the admin', (_what, totalDue, amount) => {
    expect(plan(totalDue, amount)).toEqual({ amount: expect.any(String) as string })
  })

  test('add up to the whole price, with no invoice of zero and no due day in the past, for random values', () => {
    const cents = integer({ min: 0, max: 2_000_000 })
    const day = integer({ min: -400, max: 400 }).map((count) => addDays(START, count))
    assert(
      property(cents, oneof(constant(null), cents), day, (totalDue, amount, today) => {
        const invoices = plan(totalDue, amount, today)
        if (!Array.isArray(invoices)) return
        expect(invoices.reduce((sum, invoice) => sum + invoice.amount, 0)).toBe(totalDue)
        for (const { amount, due } of invoices) {
          expect(amount).toBeGreaterThanOrEqual(50)
          expect(due && due >= today).toBe(true)
        }
        expect(new Set(invoices.map(({ purpose }) => purpose)).size).toBe(invoices.length)
      }),
    )
  })
})
