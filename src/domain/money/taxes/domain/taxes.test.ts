import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatRate,
  receiptTaxes,
  splitGross,
  splitPrice,
  type Tax,
  TAX_KINDS,
  taxesIn,
  taxLabel,
  taxProblem,
  type TaxTerms,
  totalGross,
} from './taxes.ts'

const LODGING: Tax = {
  id: 1,
  name: 'Lodging tax',
  rate: 500,
  validFrom: '2027-01-01',
  validUntil: null,
  appliesTo: 'lodging',
}
const taxOf = (changes: Partial<Tax>): Tax => ({ ...LODGING, ...changes })
const DAY = '2027-07-01'

describe('the tax in a price', () => {
  test('is the rate of the net amount, not of the gross amount (R50.2)', () => {
    expect(taxesIn({ stay: 80_000, lodging: 21_000, extras: 5_000 }, [LODGING], DAY)).toEqual([
      { taxId: 1, name: 'Lodging tax', rate: 500, amount: 1_000 },
    ])
  })

  test.each([
    // 106 × 0.06 / 1.06 is 6 exactly. 20 × 0.05 / 1.05 is 0.95, and 11 × 0.05 / 1.05 is 0.52.
    [106, 600, 6],
    [20, 500, 1],
    [11, 500, 1],
    [10, 500, 0],
    // 41 × 0.025 / 1.025 is 1 exactly, and 123 × 0.5 / 1.5 is 41. 3 × 0.2 / 1.2 is 0.5, which is rounded up.
    [41, 250, 1],
    [123, 5_000, 41],
    [3, 2_000, 1],
    [0, 500, 0],
  ])('rounds half a cent up: %i cents at %i basis points contain %i cents', (lodging, rate, amount) => {
    expect(taxesIn({ stay: 0, lodging, extras: 0 }, [taxOf({ rate })], DAY)).toMatchObject([{ amount }])
  })

  test('divides by the net amount of all taxes on the same kind, and of no other kind (R50.2)', () => {
    const taxes = [
      LODGING,
      taxOf({ id: 2, name: 'County tax', rate: 750 }),
      taxOf({ id: 3, name: 'Sales tax', rate: 1_000, appliesTo: 'extras' }),
      taxOf({ id: 4, name: 'Stay tax', rate: 2_500, appliesTo: 'stay' }),
    ]
    const amounts = taxesIn({ stay: 12_500, lodging: 22_500, extras: 11_000 }, taxes, DAY)
    expect(amounts.map(({ amount }) => amount)).toEqual([1_000, 1_500, 1_000, 2_500])
  })

  test.each([
    ['2027-06-30', 0],
    ['2027-07-01', 1],
    ['2027-07-31', 1],
    ['2027-08-01', 0],
  ])('counts a tax from its first to its last day: on %s, %i taxes (R50.1)', (day, count) => {
    const july = taxOf({ validFrom: '2027-07-01', validUntil: '2027-07-31' })
    expect(taxesIn({ stay: 0, lodging: 10_500, extras: 0 }, [july], day)).toHaveLength(count)
  })

  test('is never more than the amount itself, even if several taxes are rounded up', () => {
    const four = [1, 2, 3, 4].map((id) => taxOf({ id, rate: 5_000 }))
    const amounts = taxesIn({ stay: 0, lodging: 3, extras: 0 }, four, DAY)
    expect(amounts.map(({ amount }) => amount)).toEqual([1, 1, 1, 0])
  })
})

const anyCents = fc.oneof(fc.nat(20), fc.nat(99_999_999))
const anyGross = fc.record({ stay: anyCents, lodging: anyCents, extras: anyCents })
const anyTaxes = fc
  .array(
    fc.record({
      rate: fc.integer({ min: 1, max: 5_000 }),
      appliesTo: fc.constantFrom(...TAX_KINDS),
      validFrom: fc.constantFrom('2027-01-01', DAY, '2027-07-02'),
      validUntil: fc.constantFrom(null, '2027-06-30', DAY),
    }),
    { maxLength: 6 },
  )
  .map((rows) => rows.map((row, index) => taxOf({ ...row, id: index + 1, name: `Tax ${index + 1}` })))

test('finds at most the whole amount of each kind as tax, and each tax to the nearest cent', () => {
  fc.assert(
    fc.property(anyGross, anyTaxes, (gross, taxes) => {
      const found = taxesIn(gross, taxes, DAY)
      const valid = taxes.filter(
        ({ validFrom, validUntil }) => validFrom <= DAY && (validUntil === null || validUntil >= DAY),
      )
      expect(found.map(({ taxId }) => taxId)).toEqual(valid.map(({ id }) => id))
      for (const kind of TAX_KINDS) {
        const on = valid.filter(({ appliesTo }) => appliesTo === kind)
        const rates = on.reduce((sum, { rate }) => sum + BigInt(rate), 0n)
        let left = BigInt(gross[kind])
        for (const { id, rate } of on) {
          const amount = BigInt(found.find(({ taxId }) => taxId === id)?.amount ?? -1)
          // Twice the distance from the exact tax, in units of the divisor: more than half a cent is too much.
          const off = 2n * (amount * (10_000n + rates) - BigInt(gross[kind]) * BigInt(rate))
          const isNearest = off > -(10_000n + rates) && off <= 10_000n + rates
          expect(amount >= 0n && amount <= left && (isNearest || amount === left)).toBe(true)
          left -= amount
        }
      }
    }),
  )
})

test('splits a paid amount over the kinds without losing a cent, and none above its cost', () => {
  fc.assert(
    fc.property(anyGross, fc.double({ min: 0, max: 1, noNaN: true }), (gross, part) => {
      const amount = Math.floor(totalGross(gross) * part)
      const split = splitGross(amount, gross)
      expect(totalGross(split)).toBe(amount)
      for (const kind of TAX_KINDS) expect(split[kind]).toBeLessThanOrEqual(gross[kind])
    }),
  )
})

test.each([
  [50_000, { stay: 40_000, lodging: 8_000, extras: 2_000 }],
  [100_000, { stay: 80_000, lodging: 16_000, extras: 4_000 }],
  // An amount that was paid beyond the cost counts for the stay.
  [100_500, { stay: 80_500, lodging: 16_000, extras: 4_000 }],
  [0, { stay: 0, lodging: 0, extras: 0 }],
])('splits %i cents in proportion to the cost of each kind', (amount, split) => {
  expect(splitGross(amount, { stay: 80_000, lodging: 16_000, extras: 4_000 })).toEqual(split)
})

test.each([
  [{ price: 104_000, lodging: 20_000, extras: 4_000, charges: 0 }, [80_000, 20_000, 4_000]],
  [{ price: 104_000, lodging: 20_000, extras: 4_000, charges: 5_000 }, [80_000, 20_000, 9_000]],
  // An admin has lowered the price below that of the options.
  [{ price: 12_000, lodging: 20_000, extras: 4_000, charges: 0 }, [0, 10_000, 2_000]],
  [{ price: 0, lodging: 0, extras: 0, charges: 5_000 }, [0, 0, 5_000]],
])('finds what a stay costs by kind: %o', (costs, [stay, lodging, extras]) => {
  expect(splitPrice(costs)).toEqual({ stay, lodging, extras })
})

test('shows a tax on several kinds of prices as one line of a receipt, and no zeros (R50.3)', () => {
  const sales = { name: 'Sales tax', rate: 825 }
  expect(
    receiptTaxes([
      { taxId: 1, ...sales, amount: 100 },
      { taxId: 2, name: 'Lodging tax', rate: 500, amount: 0 },
      { taxId: 3, ...sales, amount: 50 },
      { taxId: 4, ...sales, rate: 850, amount: 7 },
    ]),
  ).toEqual([
    { ...sales, amount: 150 },
    { ...sales, rate: 850, amount: 7 },
  ])
})

test.each([
  [500, '5%'],
  [825, '8.25%'],
  [1, '0.01%'],
  [29, '0.29%'],
  [5_000, '50%'],
])('writes a rate of %i basis points as %s', (rate, shown) => {
  expect(formatRate(rate)).toBe(shown)
  expect(taxLabel({ name: 'Sales tax', rate })).toBe(`Includes Sales tax (${shown})`)
})

describe('a change of a tax', () => {
  const TODAY = '2027-05-06'
  const { id: _, ...terms } = LODGING
  const begun = { ...terms, validFrom: TODAY }
  const future = { ...terms, validFrom: '2027-05-07' }
  const over = { ...terms, validUntil: '2027-05-05' }
  test.each<[string, TaxTerms | null, TaxTerms, ReturnType<typeof taxProblem>]>([
    ['a new tax from tomorrow on', null, future, null],
    ['a new tax from today on', null, begun, 'starts_too_early'],
    ['any change before the first day', future, { ...future, rate: 1, name: 'Bed tax' }, null],
    ['a first day that moves to today', future, begun, 'starts_too_early'],
    ['a new rate on the first day', begun, { ...begun, rate: 600 }, 'begun'],
    ['a new name on the first day', begun, { ...begun, name: 'Bed tax' }, 'begun'],
    ['another kind on the first day', begun, { ...begun, appliesTo: 'stay' }, 'begun'],
    ['a later first day on the first day', begun, future, 'begun'],
    ['today as the last day', begun, { ...begun, validUntil: TODAY }, null],
    ['a last day that is put off', { ...begun, validUntil: TODAY }, begun, null],
    ['yesterday as the last day', terms, { ...terms, validUntil: '2027-05-05' }, 'ends_too_early'],
    ['a later last day after the last day has passed', over, terms, 'over'],
  ])('is judged by what stays that have begun owe: %s (R50.4)', (_, before, wanted, problem) => {
    expect(taxProblem(before, wanted, TODAY)).toBe(problem)
  })
})
