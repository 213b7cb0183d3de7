import { expect, test } from 'vitest'
import { centsOfDollars, formatMoney, halfRoundedUp, plainDollars } from './money.ts'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [48_001, '$480.01'],
  [125_000, '$1,250.00'],
  [123_456_789, '$1,234,567.89'],
  [-500, '-$5.00'],
  [-1, '-$0.01'],
])('%i cents read %s', (cents, words) => expect(formatMoney(cents)).toBe(words))

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
