import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guestChangeProblem, invoiceParts, planDifference, quote, quoteParty } from './choices.ts'

const START = '2027-07-01'
const PAID = new Date('2027-02-01T12:00:00Z')
const BEFORE = new Date('2027-01-01T12:00:00Z')
const AFTER = new Date('2027-03-01T12:00:00Z')

const room = { id: 2, kind: 'lodging' as const, name: 'A room of your own', price: 20_000, chosenAt: BEFORE }
const kit = { id: 3, kind: 'extra' as const, name: 'Leather kit', price: 4_001, chosenAt: BEFORE }
const invoice = (id: number, amount: number, changes = {}) => ({
  id,
  reservationId: 7,
  purpose: id === 1 ? ('deposit' as const) : ('remainder' as const),
  description: null,
  extra: false,
  amount,
  paidAt: null,
  ...changes,
})
const linesOf = (parts: ReturnType<typeof invoiceParts>, id: number) =>
  (parts.get(id) ?? []).map(({ description, amount }) => [description, amount])

describe('the price with choices (R37.5)', () => {
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
  const asked = (cost: number, today = '2027-01-01', picked = [2]) =>
    quote({ cost, startDateDate: START }, { options, picked }, today)

  test('is halved, half a cent up; within 30 days all of it is due', () => {
    expect(asked(90_000)).toMatchObject({ price: 110_001, schedule: { deposit: 55_001, remainder: 55_000 } })
    expect(asked(90_000, '2027-06-20').schedule).toMatchObject({ dueNow: 110_001, wholeNow: true })
  })

  test('makes a free event a paid one, and is none where no price is told', () => {
    expect(asked(0)).toMatchObject({ price: 20_001, schedule: { dueNow: 10_001 } })
    expect(asked(-1)).toMatchObject({ price: -1, chosen: [], refused: null, schedule: { dueNow: 0 } })
  })

  test('has no choices when they are refused', () => {
    expect(asked(90_000, '2027-01-01', [])).toMatchObject({
      price: 90_000,
      refused: { code: 'lodging_missing' },
    })
  })
})

test('a code takes of each stay at most what it costs, never of a choice (R41.2)', () => {
  const cents = fc.integer({ min: 0, max: 200_000 })
  fc.assert(
    fc.property(
      fc.constantFrom(-1, 0, 100, 48_001),
      fc.array(fc.tuple(cents, fc.boolean()), { minLength: 1, maxLength: 6 }),
      (cost, wanted) => {
        const own = {
          ...room,
          stock: null,
          booked: 0,
          closed: false,
          everBooked: false,
          kind: 'extra' as const,
        }
        const guests = wanted.map(([, chooses]) => ({ picked: chooses ? [own.id] : [] }))
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

describe('the lines of an invoice (R37.5)', () => {
  test('say what a code took off the stay (R41.7)', () => {
    const stay = { price: 90_000, choices: [room], discount: { code: 'SPRING', amount: 20_000 } }
    const [deposit] = [linesOf(invoiceParts(stay, [invoice(1, 45_000), invoice(2, 45_000)]), 1)]
    expect(deposit).toEqual([
      ['Stay, $200.00 less in all (code SPRING)', 35_000],
      ['A room of your own', 10_000],
    ])
  })

  test('are one of the stay without choices', () => {
    const parts = invoiceParts({ price: 90_000, choices: [] }, [invoice(1, 45_000), invoice(4, 45_000)])
    expect(parts.get(1)).toEqual([{ reservationId: 7, description: 'Stay', amount: 45_000 }])
  })

  test('are the stay and each choice, all invoices together once', () => {
    const parts = invoiceParts({ price: 114_001, choices: [room, kit] }, [
      invoice(1, 57_001),
      invoice(4, 57_000),
    ])
    expect(linesOf(parts, 1)).toEqual([
      ['Stay', 45_000],
      ['A room of your own', 10_000],
      ['Leather kit', 2_001],
    ])
    expect(linesOf(parts, 4)).toEqual([
      ['Stay', 45_000],
      ['A room of your own', 10_000],
      ['Leather kit', 2_000],
    ])
  })

  test('leave what was paid before a choice as it was', () => {
    const later = { ...room, chosenAt: AFTER }
    const invoices = [invoice(1, 45_000, { paidAt: PAID }), invoice(4, 65_000)]
    const parts = invoiceParts({ price: 110_000, choices: [later] }, invoices)
    expect(linesOf(parts, 1)).toEqual([['Stay', 45_000]])
    expect(linesOf(parts, 4)).toEqual([
      ['Stay', 45_000],
      ['A room of your own', 20_000],
    ])
  })

  test('are one for what an admin named, or asked for beyond the price', () => {
    const named = invoice(5, 30_000, { purpose: 'other', description: 'Second part' })
    const extra = invoice(6, 1_500, { purpose: 'other', extra: true })
    const parts = invoiceParts({ price: 90_000, choices: [] }, [named, extra])
    expect([linesOf(parts, 5), linesOf(parts, 6)]).toEqual([
      [['Second part', 30_000]],
      [['Extra charge', 1_500]],
    ])
  })

  test('sum to each invoice exactly, and to each choice where the invoices ask for the price', () => {
    const cents = fc.integer({ min: 100, max: 300_000 })
    const choice = fc.record({ price: fc.oneof(fc.constant(0), cents), late: fc.boolean() })
    const asks = fc.array(fc.record({ amount: cents, paid: fc.boolean(), extra: fc.boolean() }), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 5 }), asks, cents, (some, asked, price) => {
        const choices = some.map(({ price: ofIt, late }, index) => {
          return { ...kit, id: index, name: `Choice ${index}`, price: ofIt, chosenAt: late ? AFTER : BEFORE }
        })
        const invoices = asked.map(({ amount, paid, extra }, index) =>
          invoice(index, amount, { extra, paidAt: paid ? PAID : null }),
        )
        const parts = invoiceParts({ price, choices }, invoices)
        for (const { id, amount } of invoices) {
          const lines = parts.get(id) ?? []
          expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount)
          expect(lines.every((line) => line.amount > 0)).toBe(true)
        }
        const whole = price + choices.reduce((sum, one) => sum + one.price, 0)
        const first = Math.ceil(whole / 2)
        const halves = invoiceParts({ price: whole, choices }, [invoice(1, first), invoice(2, whole - first)])
        const all = [...halves.values()].flat()
        for (const { name, price: ofIt } of [...choices, { name: 'Stay', price }])
          expect(all.reduce((sum, line) => sum + (line.description === name ? line.amount : 0), 0)).toBe(ofIt)
      }),
    )
  })
})

describe('a difference of the price (R37.7)', () => {
  const deposit = { id: 1, purpose: 'deposit' as const, amount: 45_000, due: '2027-01-01' }
  const remainder = { id: 2, purpose: 'remainder' as const, amount: 45_000, due: '2027-06-01' }
  const rest = { id: 3, purpose: 'other' as const, amount: 10_000, due: '2027-06-20' }

  test.each([
    [
      'more joins the remainder',
      20_000,
      [deposit, remainder, rest],
      { changed: [{ id: 2, amount: 65_000 }], added: 0 },
    ],
    [
      'else the last that is open',
      20_000,
      [deposit, rest],
      { changed: [{ id: 3, amount: 30_000 }], added: 0 },
    ],
    ['else it is asked for at once', 20_000, [], { changed: [], added: 20_000 }],
    ['but never what no card could pay', 49, [], { changed: [], added: 0 }],
    ['the same changes nothing', 0, [remainder], { changed: [], added: 0 }],
    ['less comes off the remainder', -5_000, [remainder], { changed: [{ id: 2, amount: 40_000 }], added: 0 }],
    [
      'and then off the others, the last first',
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
    ['less than is open is a credit', -20_000, [rest], { changed: [{ id: 3, amount: 0 }], added: 0 }],
  ])('%s', (_, difference, unpaid, plan) => {
    expect(planDifference(difference, unpaid)).toEqual(plan)
  })
})

test('a guest changes choices until 7 days before, for as much or more (R37.7)', () => {
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
  expect(problem({ event: { ...event, cancelledAt: BEFORE } })).toBe('event_cancelled')
})
