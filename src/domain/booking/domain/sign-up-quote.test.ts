import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoteParty } from './sign-up.ts'
import { quote } from './admin-actions.ts'

const START = '2027-07-01'

describe('the price of a sign-up with options (R37.5)', () => {
  const options = [
    {
      id: 2,
      kind: 'lodging' as const,
      name: 'Own',
      price: 20_001,
      stock: null,
      booked: 0,
      closed: false,
      everBooked: false,
    },
  ]
  const asked = (cost: number, today = '2027-01-01', chosenIds = [2]) =>
    quote({ cost, startDateDate: START }, { options, chosenIds }, today)

  test('is due in two halves, the first rounded up, or in full within 30 days of the start', () => {
    expect(asked(90_000)).toMatchObject({ price: 110_001, schedule: { deposit: 55_001, remainder: 55_000 } })
    expect(asked(90_000, '2027-06-20').schedule).toMatchObject({ dueNow: 110_001, wholeNow: true })
  })

  test('includes a paid option at a free event, but no option at an event without a price', () => {
    expect(asked(0)).toMatchObject({ price: 20_001, schedule: { dueNow: 10_001 } })
    expect(asked(-1)).toMatchObject({ price: -1, chosen: [], refused: null, schedule: { dueNow: 0 } })
  })

  test('is the price without options if the options are refused', () => {
    expect(asked(90_000, '2027-01-01', [])).toMatchObject({
      price: 90_000,
      refused: { code: 'lodging_missing' },
    })
  })
})

test("takes a code's discount off each stay, at most its price, and never off an option, for random codes (R41.2)", () => {
  const cents = fc.integer({ min: 0, max: 200_000 })
  fc.assert(
    fc.property(
      fc.constantFrom(-1, 0, 100, 48_001),
      fc.array(fc.tuple(cents, fc.boolean()), { minLength: 1, maxLength: 6 }),
      (cost, wanted) => {
        const own = {
          id: 2,
          name: 'A room of your own',
          price: 20_000,
          stock: null,
          booked: 0,
          closed: false,
          everBooked: false,
          kind: 'extra' as const,
        }
        const guests = wanted.map(([, chooses]) => ({ chosenIds: chooses ? [own.id] : [] }))
        const off = wanted.map(([discount]) => discount)
        const asked = quoteParty(
          { cost, startDateDate: START },
          { options: [own], guests, off },
          '2027-01-01',
        )
        for (const { chosen, price, discount } of asked.guests) {
          const choices = chosen.reduce((sum, one) => sum + one.price, 0)
          expect(discount).toBeLessThanOrEqual(Math.max(0, cost))
          expect(price).toBe(cost - discount + choices)
          if (cost >= 0) expect(price).toBeGreaterThanOrEqual(choices)
        }
        const whole = asked.guests.reduce((sum, { price }) => sum + price, 0)
        const { deposit, remainder } = asked.schedule
        expect(deposit + remainder).toBe(Math.max(0, whole))
      },
    ),
  )
})

describe('the check of the options that the guests of one party choose (R37.3, R39.1)', () => {
  const own = {
    id: 2,
    kind: 'lodging' as const,
    name: 'Own',
    price: 20_000,
    stock: 2,
    booked: 0,
    closed: false,
    everBooked: false,
  }
  const picks = { chosenIds: [own.id] }
  const asked = (guests: Parameters<typeof quoteParty>[1]['guests'], booked = 0) =>
    quoteParty(
      { cost: 90_000, startDateDate: START },
      { options: [{ ...own, booked }], guests },
      '2027-01-01',
    )

  test('gives the last two rooms to two guests, and refuses all three choices if a third guest wants one too', () => {
    expect(asked([picks, picks]).refused).toBeNull()
    const { refused, guests } = asked([picks, picks, picks])
    expect(refused).toMatchObject({ code: 'option_sold_out', guest: 2 })
    expect(guests).toEqual(guests.map(() => ({ chosen: [], discount: 0, price: 90_000 })))
  })

  test('counts a room only once for a guest who already has it and chooses it again', () => {
    const has = { ...picks, own: [{ id: own.id }] }
    expect(asked([has, picks], 1).refused).toBeNull()
    expect(asked([has, picks, picks], 1).refused).toMatchObject({ guest: 2 })
  })
})
