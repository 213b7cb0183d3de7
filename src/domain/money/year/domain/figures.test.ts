import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/days.ts'
import { monthOf } from '#shared/months.ts'
import {
  type BegunEvent,
  type EventMoney,
  eventLabel,
  type Figures,
  yearReport,
  type YearFacts,
} from './figures.ts'

const NAMES = { name: 'Leather', urlName: 'leather', startDateDate: '2027-05-06' }
const NOTHING = { eventId: null, name: null, urlName: null, startDateDate: null }
const NO_MONEY = { retreatIncome: 0, cancellationIncome: 0, refunds: 0, fees: 0, tax: 0 }

const money = (changes: Partial<EventMoney>): EventMoney => ({
  month: '2027-05',
  eventId: 1,
  ...NAMES,
  ...NO_MONEY,
  ...changes,
})
const begun = (changes: Partial<BegunEvent> = {}): BegunEvent => ({
  eventId: 1,
  ...NAMES,
  endDateDate: '2027-05-10',
  spots: 11,
  guests: 8,
  ...changes,
})
const report = (facts: Partial<YearFacts>) =>
  yearReport('2027', { money: [], discounts: [], begun: [], ...facts })

test('counts all nights of a guest in the month in which the event begins, even if the event ends in the next (R49.8)', () => {
  const { months, events, total } = report({
    begun: [begun({ startDateDate: '2027-05-29', endDateDate: '2027-06-02' })],
  })
  expect(months[4]).toMatchObject({ month: '2027-05', guests: 8, nights: 32, spots: 11, fillRate: 73 })
  expect(months[5]).toMatchObject({ guests: 0, nights: 0, spots: 0, fillRate: null })
  expect(events).toMatchObject([{ eventId: 1, guests: 8, nights: 32, fillRate: 73 }])
  expect(total).toMatchObject({ guests: 8, nights: 32, fillRate: 73 })
})

test('adds up the money of an event over its months, with the discounts for it (R49.8)', () => {
  const { events } = report({
    money: [
      money({ retreatIncome: 90_000, tax: 4_500, fees: 300 }),
      money({ month: '2027-07', refunds: 10_000, retreatIncome: -10_000, cancellationIncome: 700 }),
    ],
    discounts: [{ month: '2027-02', eventId: 1, ...NAMES, discounts: 5_000 }],
    begun: [begun({ guests: 0 })],
  })
  expect(events).toEqual([
    {
      eventId: 1,
      ...NAMES,
      retreatIncome: 80_000,
      cancellationIncome: 700,
      discounts: 5_000,
      refunds: 10_000,
      fees: 300,
      tax: 4_500,
      guests: 0,
      nights: 0,
      spots: 11,
      fillRate: 0,
    },
  ])
})

test('lists events by their start, then deleted events, then what belongs to no event (R49.8)', () => {
  const { events } = report({
    money: [
      money({ ...NOTHING, fees: 100 }),
      money({ ...NOTHING, eventId: 7, retreatIncome: 200 }),
      money({ eventId: 3, startDateDate: '2027-08-01', retreatIncome: 300 }),
      money({ eventId: 4, startDateDate: '2027-03-01', retreatIncome: 400 }),
      // What was posted and reversed leaves nothing to report.
      money({ eventId: 5, month: '2027-01', retreatIncome: 500 }),
      money({ eventId: 5, month: '2027-02', retreatIncome: -500 }),
    ],
    begun: [begun({ eventId: 2, startDateDate: '2027-03-01' })],
  })
  expect(events.map(({ eventId }) => eventId)).toEqual([2, 4, 3, 7, null])
  expect(events.map(eventLabel)).toEqual([
    'Leather',
    'Leather',
    'Leather',
    'Deleted retreat 7',
    'Without a retreat',
  ])
})

const cents = fc.integer({ min: -500_000, max: 500_000 })
const day = fc.integer({ min: 0, max: 364 }).map((count) => addDays('2027-01-01', count))
const anyEvent = fc.constantFrom(
  NOTHING,
  { ...NOTHING, eventId: 9 },
  ...[1, 2, 3].map((eventId) => ({ eventId, ...NAMES })),
)
const anyFacts: fc.Arbitrary<YearFacts> = fc.record({
  money: fc.array(
    fc
      .record({
        of: anyEvent,
        on: day,
        sums: fc.record({
          retreatIncome: cents,
          cancellationIncome: cents,
          refunds: cents,
          fees: cents,
          tax: cents,
        }),
      })
      .map(({ of, on, sums }) => ({ ...of, month: monthOf(on), ...sums })),
  ),
  discounts: fc.array(
    fc
      .record({ of: anyEvent, on: day, discounts: fc.nat(100_000) })
      .map(({ of, on, discounts }) => ({ ...of, month: monthOf(on), discounts })),
  ),
  begun: fc.uniqueArray(
    fc
      .record({ eventId: fc.integer({ min: 1, max: 6 }), on: day, nights: fc.nat(9), guests: fc.nat(12) })
      .map(({ eventId, on, nights, guests }) =>
        begun({ eventId, startDateDate: on, endDateDate: addDays(on, nights), guests, spots: 11 }),
      ),
    { selector: ({ eventId }) => eventId },
  ),
})

const sum = (list: readonly Figures[], what: keyof Figures) =>
  list.reduce((all, row) => all + (row[what] ?? 0), 0)

test('adds up to the same year by month as by event, whatever happened (R49.8)', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { months, events, total } = yearReport('2027', facts)
      expect(months).toHaveLength(12)
      for (const what of Object.keys(total) as (keyof Figures)[]) {
        if (what === 'fillRate') continue
        expect(sum(months, what), `${what} by month`).toBe(total[what])
        expect(sum(events, what), `${what} by event`).toBe(total[what])
      }
      const nights = facts.begun.map(
        ({ startDateDate, endDateDate, guests }) =>
          (guests * (Date.parse(endDateDate) - Date.parse(startDateDate))) / 86_400_000,
      )
      expect(total.nights).toBe(nights.reduce((all, one) => all + one, 0))
      expect(total.fees).toBe(facts.money.reduce((all, { fees }) => all + fees, 0))
      expect(total.discounts).toBe(facts.discounts.reduce((all, { discounts }) => all + discounts, 0))
    }),
  )
})
