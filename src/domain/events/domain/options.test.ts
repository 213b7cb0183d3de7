import { describe, expect, test } from 'vitest'
import { kit, shared, single } from '#test/support/events/options.ts'
import { priceFrom, priceVaries } from './offered-options.ts'
import { choose } from './options.ts'

const all = [shared, single, kit]

describe('the lowest price of an event (R37.2)', () => {
  test('includes the cheapest lodging that is left', () => {
    expect(priceFrom(90_000, [])).toBe(90_000)
    expect(priceFrom(90_000, all)).toBe(90_000)
    expect(priceFrom(90_000, [{ ...shared, stock: 1, booked: 1 }, single])).toBe(110_000)
    expect(priceFrom(90_000, [{ ...shared, closed: true }, single])).toBe(110_000)
  })

  test('includes the cheapest of all lodgings once none is left, and includes no lodging if the price is hidden', () => {
    expect(priceFrom(90_000, [{ ...single, booked: 3 }])).toBe(110_000)
    expect(priceFrom(-1, all)).toBe(-1)
  })

  test('is shown as "from" only if lodging has several prices, whatever extras cost', () => {
    expect([priceVaries(90_000, all), priceVaries(90_000, [single, kit])]).toEqual([true, false])
  })
})

describe('the options that a guest chooses (R37.3)', () => {
  const pick = (chosenIds: number[], options = all) => choose({ options, chosenIds })

  test('can be one lodging and any extras; an extra that is sent twice counts once', () => {
    expect(pick([2, 3, 3])).toEqual([
      { id: 2, kind: 'lodging', name: 'A room of your own', price: 20_000 },
      { id: 3, kind: 'extra', name: 'Leather kit', price: 4_000 },
    ])
    expect(choose({ options: [kit], chosenIds: [] })).toEqual([])
  })

  test.each([
    ['no lodging', [3], all, 'lodging_missing'],
    ['two lodgings', [1, 2], all, 'lodging_twice'],
    ['an unknown option', [1, 9], all, 'option_unknown'],
    ['a closed option', [1], [{ ...shared, closed: true }, single], 'option_closed'],
  ] as const)('are refused with %s', (_, picked, options, code) => {
    expect(pick([...picked], [...options])).toMatchObject({ code })
  })

  test('are refused with a message that names the sold-out option and asks the guest to choose another', () => {
    expect(pick([2], [shared, { ...single, booked: 3 }])).toEqual({
      code: 'option_sold_out',
      message: '“A room of your own” is sold out. Please choose another.',
    })
  })

  test('keep their original price if they are sold out or closed later', () => {
    const now = [{ ...single, booked: 3, closed: true, price: 30_000 }]
    const own = [{ ...single, price: 20_000 }]
    expect(choose({ options: now, chosenIds: [2], own })).toMatchObject([{ price: 20_000 }])
  })

  test('can lack lodging or be sold out if an admin chooses for the guest', () => {
    const byAdmin = { allowOverbooking: true }
    expect(choose({ options: all, chosenIds: [], byAdmin })).toEqual([])
    expect(choose({ options: [{ ...single, booked: 3 }], chosenIds: [2], byAdmin })).toMatchObject([
      { id: 2 },
    ])
  })
})
