import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney, halfRoundedUp, shares, centsOfDollars, plainDollars } from './money.ts'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [48_001, '$480.01'],
  [125_000, '$1,250.00'],
  [123_456_789, '$1,234,567.89'],
  [-500, '-$5.00'],
  [-1, '-$0.01'],
])('formats %i cents as %s (R17.10, R3.1)', (cents, words) => expect(formatMoney(cents)).toBe(words))

test.each([
  [0, '0.00'],
  [48_001, '480.01'],
  [125_000, '1250.00'],
])('formats %i cents as %s for other programs', (cents, text) => expect(plainDollars(cents)).toBe(text))

test.each([
  [90_000, 45_000],
  [48_001, 24_001],
  [1, 1],
  [0, 0],
])('returns half of %i cents as %i, and rounds half a cent up', (cents, half) =>
  expect(halfRoundedUp(cents)).toBe(half),
)

test.each([
  { amount: 50, by: [30, 70], is: [15, 35] },
  // Cents that remain go to the shares with the largest fractions. Of equal fractions, the first share gets
  // the cent.
  { amount: 100, by: [100, 100, 100], is: [34, 33, 33] },
  { amount: 10, by: [1, 2, 10], is: [1, 1, 8] },
  { amount: 2, by: [1, 1, 1, 1], is: [1, 1, 0, 0] },
  { amount: 100, by: [60, 40], is: [60, 40] },
  // The weights add up to less than the amount, so the first share gets the difference.
  { amount: 120, by: [60, 40], is: [80, 40] },
])('splits $amount cents by the weights $by into the shares $is', ({ amount, by, is }) =>
  expect(shares(amount, by)).toEqual(is),
)

test.each([
  ['480.01', 48_001],
  ['4.35', 435],
  ['1.1', 110],
  ['1250', 125_000],
  [' $1,250.00 ', 125_000],
  ['1,234,567.89', 123_456_789],
  ['7.', 700],
  ['0', 0],
  ['-0', 0],
  ['-1', -100],
  ['', null],
  ['abc', null],
  ['1.005', null],
  ['12,50', null],
  ['1e3', null],
  ['.', null],
  ['99999999999999999', null],
])('reads %j dollars as %s cents', (typed, cents) => expect(centsOfDollars(typed)).toBe(cents))

const typed = (cents: number) => centsOfDollars(formatMoney(cents)) ?? Number.NaN

/** Amounts are whole cents (R3.1). Formatting and parsing must never change a cent. */
describe('for random amounts, the code for money', () => {
  const anySum = fc.integer({ min: -99_999_999, max: 99_999_999 })

  test('reads a formatted amount as the same cents', () => {
    fc.assert(
      fc.property(anySum, (cents) => {
        // People may type a minus sign before the dollar sign, as pages show it.
        expect(centsOfDollars(formatMoney(cents))).toBe(cents)
      }),
    )
  })

  test('writes an amount for other programs so that they read the same cents', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), (cents) => {
        expect(centsOfDollars(plainDollars(cents))).toBe(cents)
        expect(Math.round(Number(plainDollars(cents)) * 100)).toBe(cents)
      }),
    )
  })

  test('groups thousands and always shows two digits for cents', () => {
    fc.assert(
      fc.property(anySum, (cents) => {
        expect(formatMoney(cents)).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d\d$/)
      }),
    )
  })

  test('never formats a larger amount as a smaller one', () => {
    fc.assert(
      fc.property(anySum, anySum, (one, other) => {
        expect(Math.sign(typed(one) - typed(other))).toBe(Math.sign(one - other))
      }),
    )
  })

  /** The deposit is half the price, rounded half up (R3.3). */
  test('splits an amount into two halves that add up to it, with the odd cent in the first half', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), (cents) => {
        const rest = cents - halfRoundedUp(cents)
        expect(halfRoundedUp(cents) - rest).toBeOneOf([0, 1])
      }),
    )
  })

  test('reads a random text as an amount only if it is one', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const cents = centsOfDollars(typed)
        expect(cents === null || Number.isSafeInteger(cents)).toBe(true)
        if (cents !== null) expect(typed).toMatch(/^\s*-?\$?[\d,]+(\.\d{0,2})?\s*$/)
      }),
    )
  })
})
