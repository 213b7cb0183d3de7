import { expect, test } from 'vitest'
import { isPartOfPhone, phoneHref, phoneProblem } from './phones.ts'

const AT_HOME = 'tel:+15055550100'
const LONDON = 'tel:+442079460018'

test.each([
  ['505-555-0100', AT_HOME],
  ['+1 (505) 555‑0100', AT_HOME],
  ['+1 (505) 555–0100', AT_HOME],
  ['(505)\u00a0555\u00a00100', AT_HOME],
  ['505.555.0100', AT_HOME],
  ['1-505-555-0100', AT_HOME],
  ['5055550100', AT_HOME],
  ['505/555-0100', AT_HOME],
  ['５０５−５５５−０１００', AT_HOME],
  ['٥٠٥ ٥٥٥ ٠١٠٠', AT_HOME],
  ['۵۰۵ ۵۵۵ ۰۱۰۰', AT_HOME],
  ['tel:+1-505-555-0100', AT_HOME],
  ['\u202a+1 505 555 0100\u202c', AT_HOME],
  ["Mom's cell 505-555-0100", AT_HOME],
  ['June, +1 (505) 555-0100, after 6 pm', AT_HOME],
  ['505-555-0100 or 505-555-0199', AT_HOME],
  ['505-555-0100 / 505-555-0199', AT_HOME],
  ['505-555-0100/505-555-0199', AT_HOME],
  ['505-555-0100, 505-555-0199', AT_HOME],
  ['505-555-0100; 505-555-0199', AT_HOME],
  ['505-555-0100 505-555-0199', AT_HOME],
  ['505.555.0100 ext 12', `${AT_HOME};ext=12`],
  ['505-555-0100 x12', `${AT_HOME};ext=12`],
  ['505-555-0100, ext. 12', `${AT_HOME};ext=12`],
  ['505-555-0100 #12', `${AT_HOME};ext=12`],
  ['505-555-0100 extension 12', `${AT_HOME};ext=12`],
  ['tel:+1-505-555-0100;ext=12', `${AT_HOME};ext=12`],
  ['+44 (0)20 7946 0018', LONDON],
  ['+44 020 7946 0018', LONDON],
  ['00 44 20 7946 0018', LONDON],
  ['+00 44 20 7946 0018', LONDON],
  ['Home: 0044 20 7946 0018', LONDON],
  ['011 44 20 7946 0018', LONDON],
  ['+49 30/1234567', 'tel:+49301234567'],
  ['+33 (0)1 23 45 67 89', 'tel:+33123456789'],
  ['+52 1 55 1234 5678', 'tel:+525512345678'],
  // Stored before the site checked whether a number is complete and real.
  ['+1 000 000 0000', 'tel:+10000000000'],
  ['555-0112', 'tel:5550112'],
  ['911', null],
  ['none', null],
  ['', null],
])('calls for the text %j the number %j (R47.4)', (text, href) => {
  expect(phoneHref(text)).toBe(href)
})

test.each([
  '505-555-0142',
  '+1 505 555 0100 x3',
  '+44 (0)20 7946 0018',
  '00 44 20 7946 0018',
  "Mom's 505 555 0100",
  '+852 2123 4567',
  '0049 30 901820',
  '+49 (0)151 2345 6789',
  '00 33 6 12 34 56 78',
  '+61 412 345 678',
  '＋８１ ９０ １２３４ ５６７８',
  '+91-98765-43210',
  '+55 (11) 91234-5678',
  '+52 1 55 1234 5678',
  '+39 06 1234567',
  '+٢٠ ١٠٠ ١٢٣ ٤٥٦٧',
  '+7 912 345-67-89',
  '+54 11 15-2345-6789',
  '(+44) 20 7946 0018',
  '+ 44 20 7946 0018',
  '001 505 555 0142',
  '+1.505.555.0142 ext. 5',
  '+1 876 555 0142',
])('accepts the phone number %j', (text) => {
  expect(phoneProblem(text)).toBeNull()
})

test.each([
  ['555-0142', /add the area code/],
  ['1 555 0142', /add the area code/],
  ['505-555-014', /one digit short/],
  ['505-555-01', /two digits short/],
  ['1', /a number that we can call/],
  ['12', /8 digits short/],
  ['505-555-01423', /one digit too many.+country code/],
  ['020 7946 0018', /one digit too many.+\+ and its country code/],
  ['+44 20 7946', /too short for its country/],
  ['+44 20 7946 0018 1234', /too long for its country/],
  ['+999 123 4567', /No country/],
  ['+1 000 000 0000', /No phone has this number/],
  ['000-000-0000', /No phone has this number/],
  ['1234567890', /No phone has this number/],
  ['+44 000 000 0000', /No phone has this number/],
  ['call me', /a number that we can call/],
  ['-', /a number that we can call/],
])('refuses %j and says what is missing (R47.4)', (text, words) => {
  expect(phoneProblem(text)).toMatch(words)
})

test.each([
  ['505.555', '(505) 555-0142'],
  ['555 0142', '(505) 555‑0142'],
  ['+1 505 555 0142', '(505) 555-0142'],
  ['5055550142', '+1 (505) 555‑0142'],
  ['٠١٤٢', '(505) 555-0142'],
  ['0142', '٥٠٥ ٥٥٥ ٠١٤٢'],
  ['020 7946 0018', '+44 (0)20 7946 0018'],
  ['+44 (0)20 7946 0018', '+44 20 7946 0018'],
  ['00 44 20 7946 0018', '+44 20 7946 0018'],
  ['0199', '505-555-0100 or 505-555-0199'],
  ['505-555-0142 x3', '5055550142'],
])('finds a guest by the digits %j in the phone %j', (typed, phone) => {
  expect(isPartOfPhone(typed, phone)).toBe(true)
})

test.each([
  ['505', '(505) 555-0142'],
  ['555 0143', '(505) 555-0142'],
  ['lee', '(505) 555-0142'],
  ['5555', null],
])('does not find a guest by the digits %j in the phone %j', (typed, phone) => {
  expect(isPartOfPhone(typed, phone)).toBe(false)
})
