import { expect, test } from 'vitest'
import { addressKey, addressProblem, asciiAddress, needsUtf8, typedAddress } from './email-address.ts'

test.each([
  ['\u202aana@example.test\u202c', 'ana@example.test'],
  ['an\u200ba@example.test', 'ana@example.test'],
  ['\ufeffana@example.test', 'ana@example.test'],
  ['ana\u00ad@exam\u2060ple.test', 'ana@example.test'],
  ['\u00a0ana@example.test\u3000', 'ana@example.test'],
  ['ana@example.test\n', 'ana@example.test'],
  ['mailto:ana@example.test', 'ana@example.test'],
  ['MAILTO: ana@example.test?subject=Hi', 'ana@example.test'],
  ['jose\u0301@example.test', 'jos\u00e9@example.test'],
  ['Ana@Example.test', 'Ana@Example.test'],
  ['<ana@example.test>', 'ana@example.test'],
  ['<mailto:ana@example.test>', 'ana@example.test'],
  ['ana@example.test,', 'ana@example.test'],
  ['ana@example.test; ', 'ana@example.test'],
  ['ana＠example．test', 'ana@example.test'],
  ['Ana <ana@example.test>', 'Ana <ana@example.test>'],
])('cleans the pasted text %j to %j', (text, address) => {
  expect(typedAddress(text)).toBe(address)
})

test.each([
  'ana@example.test',
  'b&b@example.test',
  "o'brien@example.test",
  'ana+ranch@example.test',
  'a/b=c!d#e$f%g*h?i^j`k{l|m}n~o@example.test',
  'ana@bücher.example',
  'ana@BÜCHER.example',
  'josé@example.test',
  'andré.gonçalves@correio.example',
  '用户@例子.测试',
  'иван@пример.рф',
  'ana@xn--bcher-kva.example',
  '1@2.example',
  'ana@mail.example.co.uk',
])('accepts the address %j (R47.3)', (address) => {
  expect(addressProblem(address)).toBeNull()
})

test.each([
  ['ana', /^Please check this email address$/],
  ['ana@example', /end is missing/],
  ['@example.test', /nothing comes before the @/],
  ['ana@', /end is missing/],
  ['ana@example.test, ben@example.test', /only one address/],
  ['ana@example.test;ben@example.test', /only one address/],
  ['ana@example.test ben@example.test', /only one address/],
  ['ana@ben@example.test', /only one address/],
  ['Ana <ana@example.test>', /leave out the name/],
  ['"ana"@example.test', /leave out the name/],
  ['ana gil@example.test', /space/],
  ['ana@example .test', /space/],
  ['ana\nBcc:b@example.test', /space/],
  ['ana..gil@example.test', /two dots/],
  ['ana@example..test', /two dots/],
  ['.ana@example.test', /extra dot before/],
  ['ana.@example.test', /extra dot before/],
  ['ana@example.test.', /extra dot after/],
  ['ana@.example.test', /extra dot after/],
  ['ana@-example.test', /^Please check/],
  ['ana@example.t', /^Please check/],
  ['ana@192.0.2.1', /^Please check/],
  ['ana@exa_mple.test', /^Please check/],
  ['a\\b@example.test', /character/],
  ['ana\u0000@example.test', /character/],
  ['🤠@example.test', /character/],
  ['\u0430nn@example.test', /two alphabets/],
  ['ann@\u0435xample.test', /two alphabets/],
])('refuses %j and says why', (address, words) => {
  expect(addressProblem(address)).toMatch(words)
})

test.each([
  ['josé@BÜCHER.example', 'josé@bücher.example'],
  ['josé@xn--bcher-kva.example', 'josé@bücher.example'],
  ['JOSE\u0301@bücher.example', 'jos\u00e9@bu\u0308cher.example'],
  [' ana@BÜCHER.example ', 'ana@XN--BCHER-KVA.example'],
  ['Ana@Example.test', 'ana@example.test'],
])('treats %j and %j as the same mailbox (R47.3)', (one, other) => {
  expect(addressKey(one)).toBe(addressKey(other))
})

test.each([
  ['josé@example.test', 'jose@example.test'],
  ['ana@bücher.example', 'ana@bucher.example'],
])('treats %j and %j as different mailboxes', (one, other) => {
  expect(addressKey(one)).not.toBe(addressKey(other))
})

test('compares ASCII addresses without regard to case', () => {
  expect(addressKey(' Ana.O’B@x '.replace('’', "'"))).toBe("ana.o'b@x")
  expect(addressKey('mail 7:guest Ana@Example.test')).toBe('mail 7:guest ana@example.test')
  expect(addressKey('network 203.0.113.0')).toBe('network 203.0.113.0')
})

test('requires an SMTPUTF8 server only for letters beyond ASCII before the @', () => {
  expect(asciiAddress('josé@bücher.example')).toBe('josé@xn--bcher-kva.example')
  expect([needsUtf8('ana@bücher.example'), needsUtf8('josé@example.test')]).toEqual([false, true])
})
