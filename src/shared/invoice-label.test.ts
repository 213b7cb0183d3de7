import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DESCRIPTION_LENGTH,
  invoiceLabel,
  invoicePartsLabels,
  partDescription,
  type NamedInvoice,
  stayLabel,
} from './invoice-label.ts'

const named = (given: Partial<NamedInvoice>): NamedInvoice => ({
  purpose: 'other',
  description: null,
  partOfPrice: true,
  ...given,
})

test.each<[Partial<NamedInvoice>, string]>([
  [{ purpose: 'deposit' }, 'Deposit'],
  [{ purpose: 'remainder' }, 'Remainder'],
  [{ purpose: 'whole' }, 'The whole stay'],
  [{}, 'Part of the price'],
  [{ partOfPrice: false }, 'Extra charge'],
  [{ description: 'Leather lesson', partOfPrice: false }, 'Leather lesson'],
  [{ purpose: 'deposit', description: 'First half' }, 'First half'],
  [{ purpose: 'deposit', description: ' \u202e ' }, 'Deposit'],
])('labels the invoice %j as "%s"', (given, label) => {
  expect(invoiceLabel(named(given))).toBe(label)
})

test('shows the discount of a code in the label of a stay', () => {
  expect(stayLabel(null)).toBe('Stay')
  expect(stayLabel({ code: 'SPRING', amount: 20_000 })).toBe('Stay, $200.00 off in total (code SPRING)')
  expect(stayLabel({ code: null, amount: 20_000 })).toBe('Stay, $200.00 off in total')
})

test.each([
  ['Stay', []],
  ['Stay, $200.00 off in total', ['Stay, $200.00 off in total $450.00']],
])(
  "shows the label of an invoice's only line if a discount code lowered its price, and no label otherwise: %s",
  (description, told) => {
    const lines = [{ reservationId: 1, description, amount: 45_000 }]
    expect(invoicePartsLabels({ reservationId: 1, lines })).toEqual(told)
  },
)

test('adds "part" to the label of a partly paid invoice only once', () => {
  expect(partDescription(named({ purpose: 'deposit' }))).toBe('Deposit, part')
  expect(partDescription(named({ description: 'Deposit, part' }))).toBe('Deposit, part')
})

test.each([
  ['x'.repeat(75), `${'x'.repeat(74)}, part`],
  ['🐎'.repeat(80), `${'🐎'.repeat(74)}, part`],
  [`${'x'.repeat(73)} and more`, `${'x'.repeat(73)}, part`],
])(
  'shortens a long invoice name so that the name and ", part" fit the database column: %s',
  (description, part) => {
    expect(partDescription(named({ description }))).toBe(part)
  },
)

test('keeps every label on one line, not empty, and within the database limit', () => {
  const unit = fc.constantFrom('a', ' ', '\n', '\t', '\u202e', '\u2028', '🐎', ', part')
  const description = fc.option(fc.string({ unit, maxLength: DESCRIPTION_LENGTH }))
  const purpose = fc.constantFrom(
    'deposit' as const,
    'remainder' as const,
    'whole' as const,
    'other' as const,
  )
  const invoice = fc.record({ purpose, description, partOfPrice: fc.boolean() })
  fc.assert(
    fc.property(invoice, (one) => {
      for (const words of [invoiceLabel(one), partDescription(one)]) {
        expect(words).toMatch(/^[^\p{Cc}\u2028\u2029\u202e]+$/u)
        expect(words.trim()).toBe(words)
      }
    }),
  )
})

test('lists what an invoice is for and, in a party, for which guests (R37.5, R39.3)', () => {
  const stay = { reservationId: 7, description: 'Stay', amount: 45_000 }
  const room = { ...stay, description: 'Own room', amount: 10_000 }
  const other = { ...stay, reservationId: 8 }
  const of = (...lines: (typeof stay)[]) => ({ reservationId: 7, lines })
  const party = [
    { id: 7, customerName: 'Ruth\nVance' },
    { id: 8, customerName: 'Ben Hale' },
  ]
  expect(invoicePartsLabels(of(stay))).toEqual([])
  expect(invoicePartsLabels(of(stay, room))).toEqual(['Stay $450.00 · Own room $100.00'])
  expect(invoicePartsLabels(of(stay), party)).toEqual([])
  expect(invoicePartsLabels(of(other), party)).toEqual(['Ben Hale: Stay $450.00'])
  expect(invoicePartsLabels(of(stay, other, room), party)).toEqual([
    'Ruth Vance: Stay $450.00 · Own room $100.00',
    'Ben Hale: Stay $450.00',
  ])
})
