import { describe, expect, it } from 'vitest'
import { greetingName, recipientName } from './addresses.ts'

const greet = (customerName: string, nickname: string | null = null) =>
  greetingName({ customerName, nickname })

describe('the name in the greeting', () => {
  it('is the nickname if there is one, and the first name otherwise', () => {
    expect(greet('Ada Lovelace')).toBe('Ada')
    expect(greet('Ada Lovelace', 'Countess')).toBe('Countess')
    expect(greet('Ada Lovelace', ' Mary Ann ')).toBe('Mary Ann')
    expect(greet("Zoë-Marie O'Hara")).toBe('Zoë-Marie')
    expect(greet('J. Smith')).toBe('J.')
    expect(greet('李 雷')).toBe('李')
  })

  it('is omitted (null) when the text does not look like a name', () => {
    expect(greet('evil.example')).toBeNull()
    expect(greet('https://evil.example Win')).toBeNull()
    expect(greet('Ada', 'Your account is locked call 555')).toBeNull()
    expect(greet('Ada', 'visit evil.example now')).toBeNull()
    expect(greet('Ada', '<b>x</b>')).toBeNull()
    expect(greet('x'.repeat(41))).toBeNull()
    expect(greet('Ada\r\nBcc: evil@example.test')).toBe('Ada')
    expect(greet('')).toBeNull()
  })
})

describe("the name next to a recipient's address", () => {
  it.each([
    'Ada Lovelace',
    'María del Carmen García López',
    "Zoë-Marie O'Hara",
    'Patricia D’Arcy-Smith Jr.',
    '李 雷',
    'Łukasz Żółć',
    'Nguyễn Thị Ánh',
    'สมชาย ใจดี',
  ])('is the name of the guest if it is a plain one: %s', (name) => {
    expect(recipientName(` ${name}\n`)).toBe(name)
  })

  it.each([
    ['an address', 'Ann ann@elsewhere.example'],
    ['a link', 'https://evil.example/win'],
    ['a link without its beginning', 'Visit evil.example now'],
    ['a number to call', 'Call 505 555 0100'],
    ['digits in a word', 'Ann3 Doe'],
    ['digits of another script', 'Ann ٣٤٥'],
    ['a whole message', 'Your account is locked and will be deleted today'],
    ['one endless word', 'x'.repeat(61)],
    ['many letters in few words', Array.from({ length: 5 }, () => 'x'.repeat(15)).join(' ')],
    ['another recipient', 'Ann <all@elsewhere.example>, Bob'],
    ['another header', 'Ann: Bcc all'],
    ['quotes', '"Ann" Doe'],
    ['an encoded header', '=?utf-8?B?QmNj?='],
    ['letters that cannot be seen', 'Ann\u200bDoe'],
    ['letters that turn round within a word', 'Ann\u061cDoe'],
    ['marks piled up', `A${'\u0337\u0322\u0310'.repeat(3)}nn`],
    ['pictures', 'Ann 🎁 Doe'],
    ['nothing', ''],
  ])('is omitted if it is %s', (_what, text) => {
    expect(recipientName(text)).toBe('')
  })

  it('has a space instead of each line break or text-direction mark between words', () => {
    expect(recipientName('Ann\r\nDoe\u202e')).toBe('Ann Doe')
  })
})
