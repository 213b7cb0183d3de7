import { expect, test } from 'vitest'
import { payWords, priceWords, scheduleLines, splitList } from './price.ts'

const early = { cost: 90_000, deposit: 45_000, remainder: 45_000, remainderDue: '2027-04-06', dueNow: 45_000 }
const late = { cost: 48_001, deposit: 24_001, remainder: 24_000, remainderDue: '2026-11-11', dueNow: 48_001 }
const free = { cost: 0, deposit: 0, remainder: 0, remainderDue: null, dueNow: 0 }

test('lists are split on semicolons, blanks dropped', () => {
  expect(splitList('Bed; three meals ;; a horse;')).toEqual(['Bed', 'three meals', 'a horse'])
  expect(splitList(null)).toEqual([])
})

test('the price shows above -1, and nothing is called free', () => {
  expect(priceWords(125_000)).toBe('$1,250.00')
  expect(priceWords(0)).toBe('Free')
  expect(priceWords(-1)).toBeNull()
})

test('early: deposit, the rest with its day, total', () => {
  expect(scheduleLines(early)).toEqual([
    { label: 'Deposit at sign-up', amount: 45_000, kind: 'now' },
    { label: 'Remainder, by Tue, Apr 6, 2027', amount: 45_000, kind: 'later' },
    { label: 'Total', amount: 90_000, kind: 'total' },
  ])
  expect(payWords(early)).toBe('Pay $450.00 deposit')
})

test('inside the 30 days: the whole sum now, and the button says so', () => {
  expect(scheduleLines(late).map(({ label }) => label)).toEqual(['The full price, now', 'Total'])
  expect(payWords(late)).toBe('Pay $480.01')
})

test('free events have no schedule and no card', () => {
  expect(scheduleLines(free)).toEqual([])
  expect(payWords(free)).toBe('Reserve my spot')
  expect(payWords({ ...free, cost: -1 })).toBe('Reserve my spot')
})
