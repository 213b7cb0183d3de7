import { array, assert, integer, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/days.ts'
import { MOST_DAYS, type Retreat } from '#features/calendar/contract.ts'
import { joined, type Known, missingIn, nextAsk, onlyOf, type Stretch, withMore } from './stretches.ts'

/** `'05-01 05-31'`, of 2027. */
const of = (text: string): Stretch => {
  const [start = '', end = ''] = text.split(' ').map((day) => `2027-${day}`)
  return { start, end }
}
const MAY = of('05-01 05-31')

test('stretches that touch or follow each other are one', () => {
  const given = ['05-10 05-12', '05-01 05-03', '05-04 05-05', '05-11 05-11', '05-14 05-14'].map(of)
  expect(joined(given)).toEqual(['05-01 05-05', '05-10 05-12', '05-14 05-14'].map(of))
})

test.each([
  ['nothing', [], '05-01 05-31'],
  ['all of it', ['04-01 06-30'], null],
  ['days elsewhere', ['04-01 04-30', '06-01 06-30'], '05-01 05-31'],
  ['the beginning', ['04-01 05-10'], '05-11 05-31'],
  ['the end', ['05-20 06-30'], '05-01 05-19'],
  ['the middle', ['05-10 05-20'], '05-01 05-09'],
  ['all but the middle', ['05-01 05-09', '05-20 05-31'], '05-10 05-19'],
])('of May, with %s known, is missing: %j %j', (_, days, missing) => {
  expect(missingIn(days.map(of), MAY)).toEqual(missing === null ? null : of(missing))
})

describe('what is asked for', () => {
  test('is the first that is missing, and half a year around it', () => {
    expect(nextAsk([], [MAY, of('01-01 01-02')])).toEqual({ start: '2026-11-02', end: '2027-11-27' })
    expect(nextAsk([MAY], [MAY])).toBeNull()
  })

  test('is nothing that is known beside it', () => {
    const known = ['02-01 04-30', '07-01 07-31'].map(of)
    expect(nextAsk(known, [of('04-15 05-31')])).toEqual(of('05-01 06-30'))
  })

  test('is never more than a call gives', () => {
    const ask = nextAsk([], [{ start: '1900-01-01', end: '2999-12-31' }])
    expect(ask).toEqual({ start: '1899-07-05', end: addDays('1899-07-05', MOST_DAYS - 1) })
  })
})

const retreat = (text: string): Retreat => ({ name: null, urlName: null, ...of(text) })
const NOTHING: Known = { days: [], list: [] }

test('a retreat over a border is there once, and two that look the same are two', () => {
  const same = retreat('05-30 06-02')
  const may = withMore(NOTHING, MAY, [same, same])
  const both = withMore(may, of('06-01 06-30'), [same, same, retreat('06-05 06-06')])
  expect(both).toEqual({ days: [of('05-01 06-30')], list: [same, same, retreat('06-05 06-06')] })
})

test('what is left for a page is what it wants, where that is at hand as a whole', () => {
  const known = withMore(NOTHING, MAY, [retreat('05-02 05-03'), retreat('05-10 05-12')])
  expect(onlyOf(known, ['05-12 05-14', '05-31 06-01'].map(of))).toEqual({
    days: [of('05-12 05-14')],
    list: [retreat('05-10 05-12')],
  })
})

/** A site that has these retreats. */
const site = (all: readonly Retreat[]) => (asked: Stretch) =>
  all.filter(({ start, end }) => start <= asked.end && asked.start <= end)

const span = (most: number) => tuple(integer({ min: -2000, max: 2000 }), integer({ min: 0, max: most }))
const stretchOf = ([from, length]: [number, number]): Stretch => {
  const start = addDays('2027-05-12', from)
  return { start, end: addDays(start, length) }
}
const daysOf = ({ start, end }: Retreat) => `${start} ${end}`

test('whatever is wanted is there after a few calls, each retreat as often as there are', () => {
  assert(
    property(array(span(60)), array(span(1500), { maxLength: 6 }), (retreats, asked) => {
      const all = retreats.map((each) => ({ name: null, urlName: null, ...stretchOf(each) }))
      const wanted = asked.map(stretchOf)
      let known = NOTHING
      for (let calls = 0; calls < 40; calls += 1) {
        const next = nextAsk(known.days, wanted)
        if (!next) break
        known = withMore(known, next, site(all)(next))
      }
      for (const each of wanted) {
        expect(site(known.list)(each).map(daysOf).toSorted()).toEqual(site(all)(each).map(daysOf).toSorted())
      }
    }),
  )
})
