import { expect, test } from 'vitest'
import { isDay } from './days.ts'
import { cents, id } from './fields.ts'

test.each([1, 2_147_483_647, '1', '42'])('%j is an id', (given) => {
  expect(id().parse(given)).toBe(Number(given))
})

test.each([
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  Number.NaN,
  '0',
  '01',
  '-1',
  '1.5',
  '0x8',
  '1e2',
  ' 8 ',
  '',
  '9999999999',
])('%j is no id', (given) => expect(id().safeParse(given).success).toBe(false))

test.each([[true], [null], [[8]], [{}], [{ valueOf: () => 8 }], [new Date(8)]])(
  'nothing else is taken for an id: %j',
  (given) => expect(id().safeParse(given).success).toBe(false),
)

test('money is at most what the provider takes in one payment', () => {
  expect(cents().safeParse(99_999_999).success).toBe(true)
  expect(cents().safeParse(100_000_000).success).toBe(false)
})

test.each([
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-02-30', false],
  ['0000-01-01', false],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['2027-1-1', false],
  ['2027-01-01 ', false],
])('%j is a day: %j', (text, is) => expect(isDay(text)).toBe(is))
