import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OfferedOption } from '#domain/events/domain/offered-options.ts'
import { describeSummary, payLabel, PriceSummary, summarize } from './price-summary.tsx'
import { EMPTY_COMPANION, newDraft, type SignUpDraft } from './sign-up-draft.ts'

const lodging = { kind: 'lodging', description: null, left: null, soldOut: false } as const
const options: OfferedOption[] = [
  { ...lodging, id: 1, name: 'Shared room', price: 5_000 },
  { ...lodging, id: 2, name: 'A room of your own', price: 20_000 },
  { ...lodging, id: 3, name: 'The tower', price: 0, left: 0, soldOut: true },
  { ...lodging, kind: 'extra', id: 4, name: 'Late checkout', price: 2_500 },
]
const event = {
  cost: 78_000,
  remainder: 39_000,
  remainderDue: '2199-02-07',
  dueNow: 39_000,
  startDateDate: '2199-03-09',
  options,
}
const code = { code: 'EARLY-BIRD', kind: 'percent', value: 10, suggestion: null, pays: null } as const
const ben = { ...EMPTY_COMPANION, customerName: 'Ben Ortiz' }

const summaryOf = (changes: Partial<SignUpDraft>, of = event) =>
  summarize(of, { ...newDraft(''), ...changes, isHeld: false })

const rowsOf = (summary: ReturnType<typeof summarize>) =>
  [...renderToStaticMarkup(<PriceSummary summary={summary} />).matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(
    ([, row = '']) => row.replaceAll(/<\/th>/g, ' ').replaceAll(/<[^>]*>/g, ''),
  )

test('shows stay, choices and the discount as rows of their own, which add up to the total (R53.3)', () => {
  const summary = summaryOf({ options: [2, 4], code })
  expect(rowsOf(summary)).toEqual([
    'Stay $780.00',
    'A room of your own $200.00',
    'Late checkout $25.00',
    'EARLY-BIRD −$78.00',
    'Total $927.00',
    'Deposit at sign-up $463.50',
    'Remainder, by Thu, Feb 7, 2199 $463.50',
    'You can pay the remainder at any time before that.',
  ])
  expect(payLabel(summary)).toBe('Pay $463.50 deposit')
})

test("shows each guest's full price and one row with the party's discount (R53.3)", () => {
  const summary = summaryOf({ options: [2], companions: [{ ...ben, options: [1] }], code })
  expect(rowsOf(summary).slice(0, 4)).toEqual([
    'You $980.00',
    'Ben Ortiz $830.00',
    'EARLY-BIRD −$156.00',
    'Total $1,654.00',
  ])
  expect(describeSummary(summary)).toBe('Your stay, 2 people: $1,654.00. Today: $827.00.')
})

test('says “from” next to every amount, and names none on the button, while a lodging is missing (R53.4)', () => {
  const summary = summaryOf({ options: [2], companions: [ben] })
  expect(rowsOf(summary)).toEqual([
    'You $980.00',
    'Ben Ortiz from $830.00',
    'Total from $1,810.00',
    'Deposit at sign-up from $905.00',
    'Remainder, by Thu, Feb 7, 2199 from $905.00',
    'You can pay the remainder at any time before that. Choose Ben Ortiz’s lodging to see the exact price.',
  ])
  expect(describeSummary(summary)).toBe(
    'Your stay, 2 people: from $1,810.00. Choose Ben Ortiz’s lodging to see the exact price.',
  )
  expect(payLabel(summary)).toBe('Pay deposit')
  expect(payLabel(summaryOf({}))).toBe('Pay deposit')
  expect(describeSummary(summaryOf({}))).toContain('from $830.00. Choose your lodging')
})

test('shows what a free stay would cost, and only the total of a stay without choices and discount', () => {
  const gift = { ...code, code: 'GIFT', value: 100 }
  const plain = { ...event, options: [] }
  expect(rowsOf(summaryOf({ code: gift }, plain))).toEqual(['Stay $780.00', 'GIFT −$780.00', 'Total $0.00'])
  expect(rowsOf(summaryOf({}, plain)).slice(0, 2)).toEqual(['Total $780.00', 'Deposit at sign-up $390.00'])
  expect(rowsOf(summaryOf({}, { ...plain, cost: -100, dueNow: 0 }))).toEqual([])
})
