import { expect, test } from 'vitest'
import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  formatExpiry,
  groupNumber,
  numberDigits,
} from './browser/card-rules.js'
import { parseForm } from './api/parameters.ts'
import { TEST_CARDS } from './model/cards.ts'
import { feeOf } from './model/balance.ts'

test.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['42424', 'visa', '4242 4'],
])('recognizes the card number %s as %s and groups its digits as %s', (digits, brand, written) => {
  expect(brandOf(digits)).toBe(brand)
  expect(groupNumber(digits)).toBe(written)
})

test('distinguishes complete, incomplete and wrong card numbers', () => {
  expect(checkNumber('4242424242424242')).toEqual({ empty: false, complete: true })
  expect(checkNumber('4242')).toEqual({ empty: false, complete: false })
  expect(checkNumber('')).toEqual({ empty: true, complete: false })
  expect(checkNumber('4242424242424241').error).toMatchObject({ message: 'Your card number is invalid.' })
  expect(numberDigits('4242-4242 4242x4242 99')).toBe('4242424242424242')
})

test('accepts each of the test card numbers as valid for its brand', () => {
  expect(TEST_CARDS.filter((card) => !checkNumber(card.number).complete)).toEqual([])
})

test.each([
  ['5', false, '05 / '],
  ['1', false, '1'],
  ['12', false, '12 / '],
  ['13', false, '01 / 3'],
  ['12 / 3', false, '12 / 3'],
  ['1234', false, '12 / 34'],
  ['1/', false, '01 / '],
  ['12/2034', false, '12 / 34'],
  ['122034', false, '12 / 34'],
  ['3-34', false, '03 / 34'],
  ['12 /', true, '12'],
  ['1', true, '1'],
])('formats the typed expiry date %j (while deleting: %s) as %j', (typed, deleting, shown) => {
  expect(formatExpiry(typed, deleting)).toBe(shown)
})

test('refuses an expiry date in the past or too far in the future', () => {
  const today = new Date(2027, 2, 1)
  expect(checkExpiry('03 / 27', today)).toEqual({ empty: false, complete: true })
  expect(checkExpiry('02 / 27', today).error?.message).toBe("Your card's expiration date is in the past.")
  expect(checkExpiry('12 / 26', today).error?.message).toBe("Your card's expiration year is in the past.")
  expect(checkExpiry('12 / 99', today).error?.message).toBe("Your card's expiration year is invalid.")
  expect(checkExpiry('12 / ', today)).toEqual({ empty: false, complete: false })
})

test('requires a security code with as many digits as the card’s brand has', () => {
  expect(checkCvc('123', 'visa').complete).toBe(true)
  expect(checkCvc('123', 'amex').complete).toBe(false)
  expect(checkCvc('1234', 'amex').complete).toBe(true)
})

test.each([
  [45_000, 1335],
  [100, 33],
  [50, 31],
])('for a payment of %i cents, charges a fee of %i cents', (amount, fee) => {
  expect(feeOf(amount)).toBe(fee)
})

test('parses nested forms and lists, and does not let a form change the prototype of objects', () => {
  expect(parseForm('a[b][c]=1&expand[]=x&expand[]=y&l[0]=p&l[1]=q&e=')).toEqual({
    a: { b: { c: '1' } },
    expand: ['x', 'y'],
    l: ['p', 'q'],
    e: '',
  })
  parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
  expect({}).not.toHaveProperty('polluted')
})
