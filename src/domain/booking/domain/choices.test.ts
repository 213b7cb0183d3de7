import { describe, expect, test } from 'vitest'
import { guestChangeProblem, planPriceChange } from './choices.ts'

const START = '2027-07-01'

describe('the function that spreads a change of the price over the invoices (R37.7)', () => {
  const deposit = { id: 1, purpose: 'deposit' as const, amount: 45_000, due: '2027-01-01' }
  const remainder = { id: 2, purpose: 'remainder' as const, amount: 45_000, due: '2027-06-01' }
  const rest = { id: 3, purpose: 'other' as const, amount: 10_000, due: '2027-06-20' }

  test.each([
    [
      'adds an increase to the remainder',
      20_000,
      [deposit, remainder, rest],
      { changed: [{ id: 2, amount: 65_000 }], added: 0 },
    ],
    [
      'adds an increase to the last unpaid invoice if there is no remainder',
      20_000,
      [deposit, rest],
      { changed: [{ id: 3, amount: 30_000 }], added: 0 },
    ],
    ['creates an invoice for an increase if nothing is unpaid', 20_000, [], { changed: [], added: 20_000 }],
    ['creates no invoice that is too small for a card', 49, [], { changed: [], added: 0 }],
    ['changes nothing if the price is the same', 0, [remainder], { changed: [], added: 0 }],
    [
      'takes a decrease off the remainder',
      -5_000,
      [remainder],
      { changed: [{ id: 2, amount: 40_000 }], added: 0 },
    ],
    [
      'takes a large decrease off the remainder and then off the other invoices, the last one first',
      -60_000,
      [deposit, remainder, rest],
      {
        changed: [
          { id: 2, amount: 0 },
          { id: 3, amount: 0 },
          { id: 1, amount: 40_000 },
        ],
        added: 0,
      },
    ],
    [
      'leaves a credit if the decrease is more than what is unpaid',
      -20_000,
      [rest],
      { changed: [{ id: 3, amount: 0 }], added: 0 },
    ],
  ])('plans the new amounts of the invoices: %s', (_, difference, unpaid, plan) => {
    expect(planPriceChange(difference, unpaid)).toEqual(plan)
  })
})

test('lets a guest change options until 7 days before the start, if the price stays the same or rises (R37.7)', () => {
  const event = { startDateDate: START, cancelledAt: null }
  const problem = (changes = {}) =>
    guestChangeProblem({
      status: 'confirmed',
      event,
      difference: 0,
      now: new Date('2027-06-24T18:00:00Z'),
      ...changes,
    })
  expect(problem()).toBeNull()
  expect(problem({ now: new Date('2027-06-25T18:00:00Z') })).toBe('choices_closed')
  expect(problem({ difference: -1 })).toBe('choices_cheaper')
  expect(problem({ status: 'pending' })).toBe('not_standing')
  expect(problem({ event: { ...event, cancelledAt: new Date('2027-01-01T12:00:00Z') } })).toBe(
    'event_cancelled',
  )
})
