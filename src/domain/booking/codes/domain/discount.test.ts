import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_KINDS, type CodeTerms, codeWords, discounts, isGoodFor, normalCode } from './discount.ts'

const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0)
const code = (kind: CodeTerms['kind'], value: number, suggestion: number | null = null) => ({
  kind,
  value,
  suggestion,
})

const anyPercent = fc.record({
  kind: fc.constant('percent' as const),
  value: fc.integer({ min: 1, max: 100 }),
  suggestion: fc.constant(null),
})
const anyAmount = fc.record({
  kind: fc.constant('amount' as const),
  value: fc.integer({ min: 1, max: 2_000_000 }),
  suggestion: fc.constant(null),
})
const anyOpen = fc.record({
  kind: fc.constant('open' as const),
  value: fc.integer({ min: 0, max: 200_000 }),
  suggestion: fc.option(fc.integer({ min: 0, max: 300_000 })),
})
const anyCode = fc.oneof(anyPercent, anyAmount, anyOpen)
const anyStays = fc.record({
  cost: fc.oneof(fc.constant(-100), fc.constant(0), fc.integer({ min: 100, max: 300_000 })),
  guests: fc.integer({ min: 1, max: 6 }),
  pays: fc.option(fc.integer({ min: -5, max: 400_000 }), { nil: undefined }),
})

test('never discounts more than the stays cost, and never leaves an amount too small for a card (R41.2, R41.4)', () => {
  fc.assert(
    fc.property(anyCode, anyStays, (terms, stays) => {
      const off = discounts(terms, stays)
      const cost = Math.max(0, stays.cost)
      expect(off).toHaveLength(stays.guests)
      for (const cents of off) {
        expect(Number.isInteger(cents)).toBe(true)
        expect(cents).toBeGreaterThanOrEqual(0)
        expect(cents).toBeLessThanOrEqual(cost)
      }
      const left = cost * stays.guests - sum(off)
      expect(left === 0 || left >= 50).toBe(true)
    }),
  )
})

test('gives every guest the same discount, except by a code for a fixed amount, which is split to the cent (R41.2)', () => {
  fc.assert(
    fc.property(anyCode, anyStays, (terms, stays) => {
      const off = discounts(terms, stays)
      expect(Math.max(...off) - Math.min(...off)).toBeLessThanOrEqual(terms.kind === 'amount' ? 1 : 0)
      if (terms.kind !== 'amount') return
      const cost = Math.max(0, stays.cost) * stays.guests
      const expected = Math.min(terms.value, cost)
      expect([expected, cost]).toContain(sum(off))
    }),
  )
})

test("charges the open price set within the code's bounds, or nothing if it is too small for a card (R41.3, R41.4)", () => {
  fc.assert(
    fc.property(anyOpen, anyStays, (terms, stays) => {
      const cost = Math.max(0, stays.cost)
      const named = stays.pays ?? terms.suggestion ?? cost
      const price = Math.min(cost, Math.max(terms.value, named))
      const all = price * stays.guests
      const paid = all < 50 ? 0 : price
      expect(discounts(terms, stays)).toEqual(Array.from({ length: stays.guests }, () => cost - paid))
    }),
    {
      examples: [
        [
          { kind: 'open', value: 0, suggestion: null },
          { cost: 90_000, guests: 6, pays: 9 },
        ],
      ],
    },
  )
})

test("gives no smaller discount, in total or to any guest, if a code's percentage or amount is higher (R41.2)", () => {
  fc.assert(
    fc.property(
      anyPercent,
      anyPercent,
      anyAmount,
      anyAmount,
      anyStays,
      (...[one, two, less, more, stays]) => {
        for (const pair of [[one, two] as const, [less, more] as const]) {
          const [small, great] = pair
            .toSorted((a, b) => a.value - b.value)
            .map((terms) => discounts(terms, stays))
          great?.forEach((cents, index) => expect(cents).toBeGreaterThanOrEqual(small?.[index] ?? 0))
        }
      },
    ),
  )
})

test("rounds half a cent up in each guest's discount by a percentage (R41.2)", () => {
  expect(discounts(code('percent', 10), { cost: 48_001, guests: 2 })).toEqual([4_800, 4_800])
  expect(discounts(code('percent', 50), { cost: 48_001, guests: 1 })).toEqual([24_001])
  expect(discounts(code('percent', 15), { cost: 10_010, guests: 1 })).toEqual([1_502])
  expect(discounts(code('percent', 100), { cost: 90_000, guests: 3 })).toEqual([90_000, 90_000, 90_000])
})

test('takes a fixed amount off once per party, and at most the price of the party (R41.2)', () => {
  expect(discounts(code('amount', 20_000), { cost: 90_000, guests: 3 })).toEqual([6_667, 6_667, 6_666])
  expect(discounts(code('amount', 200_000), { cost: 90_000, guests: 2 })).toEqual([90_000, 90_000])
})

test('charges the price that a guest sets with an open-price code, from its lowest price to the full price (R41.3)', () => {
  const open = code('open', 10_000, 40_000)
  const price = (pays?: number) => 90_000 - (discounts(open, { cost: 90_000, guests: 1, pays })[0] ?? 0)
  expect(price()).toBe(40_000)
  expect(price(5_000)).toBe(10_000)
  expect(price(25_050)).toBe(25_050)
  expect(price(95_000)).toBe(90_000)
  expect(discounts(code('open', 0), { cost: 90_000, guests: 1 })).toEqual([0])
  expect(discounts(code('open', 10_000), { cost: 5_000, guests: 1, pays: 20_000 })).toEqual([0])
})

test('makes a stay free if the price after the discount is too small for a card (R41.4)', () => {
  expect(discounts(code('amount', 89_951), { cost: 90_000, guests: 1 })).toEqual([90_000])
  expect(discounts(code('amount', 89_950), { cost: 90_000, guests: 1 })).toEqual([89_950])
  expect(discounts(code('open', 0), { cost: 90_000, guests: 1, pays: 49 })).toEqual([90_000])
})

test('accepts a discount code only on its days, for its event, and for an event that has a price (R41.1)', () => {
  const scope = { eventId: null, validFrom: '2027-03-01', validUntil: '2027-03-31', endedAt: null }
  const good = (over: object, today = '2027-03-10', event = { id: 7, cost: 100 }) =>
    isGoodFor({ ...scope, ...over }, { event, today })
  expect(good({})).toBe(true)
  expect(good({}, '2027-03-01')).toBe(true)
  expect(good({}, '2027-03-31')).toBe(true)
  expect(good({}, '2027-02-28')).toBe(false)
  expect(good({}, '2027-04-01')).toBe(false)
  expect(good({ validFrom: null, validUntil: null }, '2030-01-01')).toBe(true)
  expect(good({ eventId: 7 })).toBe(true)
  expect(good({ eventId: 8 })).toBe(false)
  expect(good({ endedAt: new Date() })).toBe(false)
  expect(good({}, '2027-03-10', { id: 7, cost: 0 })).toBe(false)
})

test('recognizes a discount code in different spellings, and with quotes or punctuation around it', () => {
  expect(normalCode(' spring 10 ')).toBe('SPRING10')
  expect(normalCode('ＳＰＲＩＮＧ')).toBe('SPRING')
  expect(normalCode('spring\u2011\u200b27')).toBe('SPRING-27')
  for (const pasted of [
    '"spring10"',
    '“Spring10”',
    '‘SPRING10’',
    ' «spring10» ',
    "'spring10'",
    '“spring10.”',
    'spring10.',
    '(spring10),',
  ])
    expect(normalCode(pasted)).toBe('SPRING10')
})

test('describes the discount of every kind of code in words', () => {
  expect(CODE_KINDS.map((kind) => codeWords(code(kind, 10, kind === 'open' ? 100 : null)))).toEqual([
    '10% off each stay',
    '$0.10 off a sign-up',
    'Guests name the price, from $0.10, $1.00 suggested',
  ])
  expect(codeWords(code('percent', 100))).toBe('Stays are free')
  expect(codeWords(code('open', 0))).toBe('Guests name the price')
})
