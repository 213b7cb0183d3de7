import { expect, test } from 'vitest'
import { createClock } from '#test/support/clock.ts'
import { hasFamilyPass, isRightAnswer, createFamilyPass, PASS_SECONDS } from './family-pass.ts'

const NOW = new Date('2027-05-06T18:00:00Z')

interface Setup {
  answer?: string | null
  secret?: string
  publicUrl?: string
}

function gate({ answer = 'Blue', secret = 'a secret', publicUrl = 'http://localhost:3000' }: Setup = {}) {
  const clock = createClock(NOW)
  const family = answer === null ? null : { answer, name: 'Sam' }
  // The test needs no other settings, because `hasFamilyPass` reads only these two.
  const settings = { family, publicUrl } as Parameters<typeof hasFamilyPass>[0]['settings']
  return { settings, sessionSecret: secret, now: clock.now, clock }
}

const request = (cookie: string) => new Request('http://localhost:3000/', { headers: { cookie } })
const cookieOf = ({ name, value }: { name: string; value: string }) => `${name}=${value}`

test.each(['Blue', ' bLUE\t', 'BLUE'])('accepts %j as the name of the dog', (given) => {
  expect(isRightAnswer(gate(), given)).toBe(true)
})

test.each(['', ' ', 'Blu', 'Blue!', 'Bluey', 'B lue', '%', '*', 'null', 'x'.repeat(100_000)])(
  'refuses %j as the name of the dog',
  (given) => expect(isRightAnswer(gate(), given)).toBe(false),
)

test("accepts an accented letter in the dog's name, whether the letter is one Unicode character or two", () => {
  expect(isRightAnswer(gate({ answer: 'Café' }), 'Cafe\u0301')).toBe(true)
})

test.each([
  ["Sam's old-timer", 'sam’s old–timer'],
  ['Sam’s old‑timer', " sam's\u00a0old-timer"],
  ['Blue', '\u202aBlue\u202c'],
])("for the dog's name %j, accepts the spelling %j, which phones produce", (answer, given) => {
  expect(isRightAnswer(gate({ answer }), given)).toBe(true)
})

test('refuses every name and every family pass while FAMILY_ANSWER is not set', () => {
  const shut = gate({ answer: null })
  for (const given of ['', 'null', 'undefined', 'Blue']) expect(isRightAnswer(shut, given)).toBe(false)
  expect(hasFamilyPass(shut, request(cookieOf(createFamilyPass(gate()))))).toBe(false)
})

test('keeps a family pass valid for 180 days', () => {
  const site = gate()
  const pass = request(cookieOf(createFamilyPass(site)))
  expect(PASS_SECONDS).toBe(180 * 86_400)
  site.clock.advance({ seconds: PASS_SECONDS - 1 })
  expect(hasFamilyPass(site, pass)).toBe(true)
  site.clock.advance({ seconds: 1 })
  expect(hasFamilyPass(site, pass)).toBe(false)
})

test("ends every family pass when the dog's name or the site's secret changes, but not when only case or spaces do", () => {
  const pass = request(cookieOf(createFamilyPass(gate())))
  expect(hasFamilyPass(gate({ answer: 'Rex' }), pass)).toBe(false)
  expect(hasFamilyPass(gate({ secret: 'another secret' }), pass)).toBe(false)
  expect(hasFamilyPass(gate({ answer: ' BLUE' }), pass)).toBe(true)
})

test('refuses a forged family pass', () => {
  const { name, value } = createFamilyPass(gate())
  const [until = '', mark = ''] = value.split('.')
  const later = String(Number(until) + 1)
  const forged = [
    '',
    'true',
    'Blue',
    until,
    `${until}.`,
    `.${mark}`,
    `${later}.${mark}`,
    `${value}.x`,
    `${value}x`,
  ]
  for (const text of [...forged, `Infinity.${mark}`, `${until}.${'A'.repeat(mark.length)}`])
    expect(hasFamilyPass(gate(), request(`${name}=${text}`)), text).toBe(false)
  expect(hasFamilyPass(gate(), request(`Family=${value}; session=${value}`))).toBe(false)
})

test('under https, gives the family cookie a name that no other host of the domain can set', () => {
  const secure = gate({ publicUrl: 'https://ranch.example' })
  const { name, value } = createFamilyPass(secure)
  expect(name).toBe('__Host-family')
  expect(hasFamilyPass(secure, request(`${name}=${value}`))).toBe(true)
  expect(hasFamilyPass(secure, request(`family=${value}`))).toBe(false)
})
