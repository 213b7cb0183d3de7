import { expect, test } from 'vitest'
import {
  cents,
  clearableLine,
  clearableName,
  clearableText,
  emailField,
  id,
  nameFields,
  optionalLine,
  optionalName,
  optionalText,
  personName,
  REQUIRED,
  requiredLine,
  requiredText,
} from './fields.ts'

test.each([1, 2_147_483_647, '1', '42'])('accepts %j as an id', (given) => {
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
])('refuses %j as an id', (given) => expect(id().safeParse(given).success).toBe(false))

test.each([[true], [null], [[8]], [{}], [{ valueOf: () => 8 }], [new Date(8)]])(
  'refuses every other type as an id: %j',
  (given) => expect(id().safeParse(given).success).toBe(false),
)

test.each([id, cents])('reports a missing id or amount with the message "Required"', (field) => {
  expect(field().safeParse(undefined).error?.issues[0]?.message).toBe('Required')
})

test('refuses an amount above the most that the card provider takes in one payment', () => {
  expect(cents().safeParse(99_999_999).success).toBe(true)
  expect(cents().safeParse(100_000_000).success).toBe(false)
})

test.each([undefined, null, '', '   '])(
  'treats %j as missing: an error in a required field, null in an optional one',
  (given) => {
    for (const field of [requiredLine(), requiredText()]) {
      expect(field.safeParse(given).error?.issues[0]?.message).toBe(REQUIRED)
    }
    for (const field of [optionalLine(), optionalText()]) expect(field.parse(given)).toBeNull()
  },
)

test('trims a text, and allows line breaks only in fields with several lines', () => {
  expect(requiredLine().parse('  Ana ')).toBe('Ana')
  expect(optionalText().parse(' 1 Mesa Road\nMagdalena ')).toBe('1 Mesa Road\nMagdalena')
  for (const line of [requiredLine(), optionalLine()]) {
    expect(line.safeParse('Ana\r\nBcc: x@y.test').error?.issues[0]?.message).toBe(
      'Please keep this on one line',
    )
  }
})

test('refuses control characters and texts that are too long', () => {
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
])('checks whether %j is an e-mail address: %j', (text, is) =>
  expect(emailField().safeParse(text).success).toBe(is),
)

const NOTHING = [
  '\u200b',
  '\u2060',
  '\u00ad',
  '\u202e',
  '\u3164',
  '\u115f',
  '\ufe0f',
  '\u034f',
  '\u2800 \u200b\t',
]

test.each(NOTHING)('treats the invisible text %j as missing in every field', (text) => {
  for (const field of [
    requiredLine(),
    requiredText(),
    personName(),
    nameFields.firstName,
    nameFields.lastName,
  ])
    expect(field.safeParse(text).error?.issues[0]?.message).toBe(REQUIRED)
  for (const field of [
    optionalLine(),
    optionalText(),
    optionalName(),
    clearableLine(),
    clearableText(),
    clearableName(),
  ])
    expect(field.parse(text)).toBeNull()
})

test('removes invisible characters from every text', () => {
  for (const field of [
    requiredLine(),
    optionalLine(),
    clearableLine(),
    personName(),
    optionalName(),
    clearableName(),
  ])
    expect(field.parse('\u202eAn\u200ba\u2028Gil II\u2069')).toBe('Ana Gil II')
  for (const field of [requiredText(), optionalText(), clearableText()])
    expect(field.parse('\u202eone\u200b\n\ttwo\u2028three\u00ad')).toBe('one\n\ttwo\nthree')
})

test("does not count invisible characters when it checks a text's length", () => {
  expect(requiredLine(3).parse(`A\u200b\u200b\u200bna`)).toBe('Ana')
})

test.each(['-', '...', '🤠', '?!'])(
  'refuses %j as a person’s name, but accepts it as a line of text',
  (text) => {
    for (const field of [personName(), optionalName(), clearableName()])
      expect(field.safeParse(text).error?.issues[0]?.message).toBe('Please enter a name with letters')
    expect(requiredLine().parse(text)).toBe(text)
  },
)

test.each(['Ana', '山田', 'ʻAolani', '2', 'Ü', 'محمد', 'X Æ A-12'])(
  'accepts %j as a person’s name',
  (text) => {
    for (const field of [personName(), optionalName(), clearableName()]) expect(field.parse(text)).toBe(text)
  },
)
