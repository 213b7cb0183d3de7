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
])('%i cents read %s (R17.10, R3.1)', (cents, words) => expect(formatMoney(cents)).toBe(words))

test.each([
  [0, '0.00'],
  [48_001, '480.01'],
  [125_000, '1250.00'],
])('%i cents are %s to a machine', (cents, text) => expect(plainDollars(cents)).toBe(text))

test.each([
  [90_000, 45_000],
  [48_001, 24_001],
  [1, 1],
  [0, 0],
])('half of %i is %i, rounded half up', (cents, half) => expect(halfRoundedUp(cents)).toBe(half))

test.each([
  { amount: 50, by: [30, 70], is: [15, 35] },
  // The cents that are left go to the largest fractions, of equal ones to the first.
  { amount: 100, by: [100, 100, 100], is: [34, 33, 33] },
  { amount: 10, by: [1, 2, 10], is: [1, 1, 8] },
  { amount: 2, by: [1, 1, 1, 1], is: [1, 1, 0, 0] },
  { amount: 100, by: [60, 40], is: [60, 40] },
  // What is beyond them all joins the first.
  { amount: 120, by: [60, 40], is: [80, 40] },
])('$amount by the weights $by is $is', ({ amount, by, is }) => expect(shares(amount, by)).toEqual(is))

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
])('%j dollars are %s cents', (typed, cents) => expect(centsOfDollars(typed)).toBe(cents))

const typed = (cents: number) => centsOfDollars(formatMoney(cents)) ?? Number.NaN

/** Money is integer cents (R3.1). No path through words and back may move one. */
describe('of any sum', () => {
  const anySum = fc.integer({ min: -99_999_999, max: 99_999_999 })

  test('what people read is the same sum when typed again', () => {
    fc.assert(
      fc.property(anySum, (cents) => {
        // A minus is typed before the dollar sign, as it is shown.
        expect(centsOfDollars(formatMoney(cents))).toBe(cents)
      }),
    )
  })

  test('what machines get is the same sum, and as a number too', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), (cents) => {
        expect(centsOfDollars(plainDollars(cents))).toBe(cents)
        expect(Math.round(Number(plainDollars(cents)) * 100)).toBe(cents)
      }),
    )
  })

  test('thousands are grouped, cents are two, and nothing else is there', () => {
    fc.assert(
      fc.property(anySum, (cents) => {
        expect(formatMoney(cents)).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d\d$/)
      }),
    )
  })

  test('a greater sum never reads as a smaller one', () => {
    fc.assert(
      fc.property(anySum, anySum, (one, other) => {
        expect(Math.sign(typed(one) - typed(other))).toBe(Math.sign(one - other))
      }),
    )
  })

  /** Half at sign-up, rounded half up (R3.3). */
  test('two halves are the whole, the first never the smaller', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), (cents) => {
        const rest = cents - halfRoundedUp(cents)
        expect(halfRoundedUp(cents) - rest).toBeOneOf([0, 1])
      }),
    )
  })

  test('what is no sum is never taken for one', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const cents = centsOfDollars(typed)
        expect(cents === null || Number.isSafeInteger(cents)).toBe(true)
        if (cents !== null) expect(typed).toMatch(/^\s*-?\$?[\d,]+(\.\d{0,2})?\s*$/)
      }),
    )
  })
})
