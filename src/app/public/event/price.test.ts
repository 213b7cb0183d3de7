import { expect, test } from 'vitest'
import { describePayment, pricedWith, describePrice, scheduleLines, splitList } from './price.tsx'

const early = { cost: 90_000, deposit: 45_000, remainder: 45_000, remainderDue: '2027-04-06', dueNow: 45_000 }
const late = { cost: 48_001, deposit: 24_001, remainder: 24_000, remainderDue: '2026-11-11', dueNow: 48_001 }
const free = { cost: 0, deposit: 0, remainder: 0, remainderDue: null, dueNow: 0 }

test("splits a list of an event's included services at semicolons, and drops empty items (R10.11)", () => {
  expect(splitList('Bed; three meals ;; a horse;')).toEqual(['Bed', 'three meals', 'a horse'])
  expect(splitList(null)).toEqual([])
})

const words = (priceFrom: number, priceVaries = false) => describePrice({ priceFrom, priceVaries })

test('shows any price from $0 up, writes "Free" for $0, and hides a negative price', () => {
  expect(words(125_000)).toBe('$1,250.00')
  expect([words(125_000, true), words(0, true)]).toEqual(['from $1,250.00', 'from $0.00'])
  expect(words(0)).toBe('Free')
  expect(words(-1)).toBeNull()
})

test('adds the price of a guest’s lodging and extras to each payment (R37.5)', () => {
  const startDateDate = '2027-05-06'
  expect(pricedWith({ ...early, startDateDate }, [20_001])).toEqual({
    cost: 110_001,
    remainder: 55_000,
    remainderDue: '2027-04-06',
    dueNow: 55_001,
  })
  expect(pricedWith({ ...late, startDateDate }, [20_000])).toMatchObject({ cost: 68_001, dueNow: 68_001 })
  const far = { ...free, startDateDate: '2199-05-06' }
  expect(pricedWith(far, [20_000])).toMatchObject({ cost: 20_000, dueNow: 10_000, remainder: 10_000 })
  expect(pricedWith(far, [0])).toBe(far)
})

test("adds up the prices of a party's guests, and takes half of the total as the deposit (R39.2)", () => {
  const odd = { cost: 45_001, remainder: 22_500, remainderDue: '2027-04-06', dueNow: 22_501 }
  const couple = pricedWith({ ...odd, startDateDate: '2027-05-06' }, [0, 10_000])
  expect(couple).toMatchObject({ cost: 100_002, dueNow: 50_001, remainder: 50_001 })
  expect(pricedWith({ ...late, startDateDate: '2027-05-06' }, [0, 0])).toMatchObject({ dueNow: 96_002 })
  expect(pricedWith({ ...free, startDateDate: '2199-05-06' }, [0, 0])).toMatchObject({ cost: 0, dueNow: 0 })
  const unpriced = { ...free, cost: -1, startDateDate: '2199-05-06' }
  expect(pricedWith(unpriced, [0, 0])).toBe(unpriced)
  expect(describePayment(free, 2)).toBe('Sign up 2 people')
})

test('lists deposit, remainder with its due day, and total for a sign-up long before the start', () => {
  expect(scheduleLines(early)).toEqual([
    { label: 'Deposit at sign-up', amount: 45_000, kind: 'now' },
    { label: 'Remainder, by Tue, Apr 6, 2027', amount: 45_000, kind: 'later' },
    { label: 'Total', amount: 90_000, kind: 'total' },
  ])
  expect(describePayment(early)).toBe('Pay $450.00 deposit')
})

test('lists the full price as due now for a sign-up within 30 days of the start, and names the price on the button', () => {
  expect(scheduleLines(late).map(({ label }) => label)).toEqual(['The full price, now', 'Total'])
  expect(describePayment(late)).toBe('Pay $480.01')
})

test('shows no payments for a free event, and no amount on its button', () => {
  expect(scheduleLines(free)).toEqual([])
  expect(describePayment(free)).toBe('Sign up')
  expect(describePayment({ ...free, cost: -1 })).toBe('Sign up')
})
