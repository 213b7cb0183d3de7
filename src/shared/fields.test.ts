import { expect, test } from 'vitest'
import {
  cents,
  emailField,
  id,
  optionalLine,
  optionalText,
  REQUIRED,
  requiredLine,
  requiredText,
} from './fields.ts'

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

test.each([id, cents])('what is missing is required, in the word of all forms', (field) => {
  expect(field().safeParse(undefined).error?.issues[0]?.message).toBe('Required')
})

test('money is at most what the provider takes in one payment', () => {
  expect(cents().safeParse(99_999_999).success).toBe(true)
  expect(cents().safeParse(100_000_000).success).toBe(false)
})

test.each([undefined, null, '', '   '])('%j is a missing answer: Required, or null', (given) => {
  for (const field of [requiredLine(), requiredText()]) {
    expect(field.safeParse(given).error?.issues[0]?.message).toBe(REQUIRED)
  }
  for (const field of [optionalLine(), optionalText()]) expect(field.parse(given)).toBeNull()
})

test('an answer is trimmed, and only a text may have several lines', () => {
  expect(requiredLine().parse('  Ana ')).toBe('Ana')
  expect(optionalText().parse(' 1 Mesa Road\nMagdalena ')).toBe('1 Mesa Road\nMagdalena')
  for (const line of [requiredLine(), optionalLine()]) {
    expect(line.safeParse('Ana\r\nBcc: x@y.test').error?.issues[0]?.message).toBe(
      'Please keep this on one line',
    )
  }
})

test('control characters and more than fits are refused', () => {
  expect(requiredText().safeParse('a\u0000b').success).toBe(false)
  expect(requiredLine(5).safeParse('123456').error?.issues[0]?.message).toBe(
    'Please keep this under 5 characters',
  )
})

test.each([
  ['ana@example.test', true],
  [' ana@example.test ', true],
  ['ana', false],
  ['ana@example.test\r\nBcc: x@y.test', false],
  [`${'a'.repeat(250)}@example.test`, false],
])('%j is an e-mail address: %j', (text, is) => expect(emailField().safeParse(text).success).toBe(is))
