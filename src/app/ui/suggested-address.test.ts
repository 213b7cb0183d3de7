import { expect, test } from 'vitest'
import { suggestedAddress } from './suggested-address.ts'

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['Ada.Ortiz+ranch@gmai.com', 'Ada.Ortiz+ranch@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@GAMIL.com', 'ada@gmail.com'],
  ['josé@hotmial.com', 'josé@hotmail.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@icoud.com', 'ada@icloud.com'],
  ['ada@comcas.net', 'ada@comcast.net'],
])('suggests for %j the address %j (R53.2)', (typed, meant) => {
  expect(suggestedAddress(typed)).toBe(meant)
})

test.each([
  'ada@gmail.com',
  'ada@Yahoo.com',
  'ada@yahoo.co.uk',
  'ada@hotmail.fr',
  'ada@mail.com',
  'ada@aol.com',
  'ada@me.com',
  'ada@nmsu.edu',
  'ada@ranch.farm',
  'ada@mailbox.org',
  'ada@company.com',
  'ada@example.test',
  'ada@bücher.example',
  'ada@',
  '@gmial.com',
  'ada',
  '',
])('suggests nothing for %j', (typed) => {
  expect(suggestedAddress(typed)).toBeNull()
})
