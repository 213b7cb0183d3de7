import { assert, array, integer, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/days.ts'
import { monthClashes, monthEntries, dayEntries, describeDay, layOutWeeks } from './bars.ts'

const event = (id: number, start: string, end = start) => ({
  id,
  title: `E${id}`,
  start,
  end,
  color: '#662255',
})

/**
 * Returns the bars of each week as texts such as `"E1 lane 0: 4-6"`. The numbers are weekdays. `<` and `>`
 * mean that the event continues in another week.
 */
function drawn(month: string, events: ReturnType<typeof event>[]) {
  return layOutWeeks(month, monthEntries(month, events, [])).map(({ bars }) =>
    bars.map(
      ({ entry, lane, column, days, before, after }) =>
        `${entry.name} lane ${lane}: ${before ? '<' : ''}${column}-${column + days - 1}${after ? '>' : ''}`,
    ),
  )
}

/** Returns the first week of August 2027 with `count` events on its Wednesday. */
function weekOf(count: number) {
  const events = Array.from({ length: count }, (_, at) => event(at, '2027-08-04'))
  return layOutWeeks('2027-08', monthEntries('2027-08', events, []))[0]
}

describe('the layout of events as bars in a month of the family calendar', () => {
  test('ends a bar on Saturday and continues it in the next week', () => {
    expect(drawn('2027-08', [event(1, '2027-08-06', '2027-08-08')])).toEqual([
      ['E1 lane 0: 5-6>'],
      ['E1 lane 0: <0-0'],
      [],
      [],
      [],
    ])
  })

  test("fills the whole middle month of an event over three months, and only the event's days in the other two", () => {
    const long = [event(1, '2027-04-20', '2027-06-02')]
    expect(drawn('2027-05', long)).toEqual([
      ['E1 lane 0: <6-6>'],
      ...Array.from({ length: 4 }, () => ['E1 lane 0: <0-6>']),
      ['E1 lane 0: <0-1>'],
    ])
    expect(drawn('2027-06', long)[0]).toEqual(['E1 lane 0: <2-3'])
    expect(drawn('2027-07', long).flat()).toEqual([])
  })

  test("draws a bar across a year's end, a leap day or a clock change", () => {
    expect(drawn('2027-12', [event(1, '2027-12-31', '2028-01-01')]).at(-1)).toEqual(['E1 lane 0: 5-5>'])
    expect(drawn('2028-01', [event(1, '2027-12-31', '2028-01-01')])[0]).toEqual(['E1 lane 0: <6-6'])
    expect(drawn('2028-02', [event(1, '2028-02-28', '2028-03-01')]).at(-1)).toEqual(['E1 lane 0: 1-2>'])
    expect(drawn('2027-03', [event(1, '2027-03-13', '2027-03-15')]).slice(1, 3)).toEqual([
      ['E1 lane 0: 6-6>'],
      ['E1 lane 0: <0-1'],
    ])
    expect(drawn('2027-11', [event(1, '2027-11-07')])[1]).toEqual(['E1 lane 0: 0-0'])
  })

  test('keeps a bar in the same row over several weeks, even when the row above becomes free', () => {
    const weeks = drawn('2027-08', [
      event(1, '2027-08-02', '2027-08-07'),
      event(2, '2027-08-03', '2027-08-17'),
      event(3, '2027-08-09', '2027-08-10'),
    ])
    expect(weeks[0]).toEqual(['E1 lane 0: 1-6', 'E2 lane 1: 2-6>'])
    expect(weeks[1]).toEqual(['E2 lane 1: <0-6>', 'E3 lane 0: 1-2'])
    expect(weeks[2]).toEqual(['E2 lane 1: <0-2'])
  })

  test('draws up to four bars on a day, but only three and the number of hidden bars if there are five', () => {
    expect(weekOf(4)).toMatchObject({ lanes: 4, more: [0, 0, 0, 0, 0, 0, 0] })
    expect(weekOf(5)).toMatchObject({ lanes: 3, more: [0, 0, 0, 2, 0, 0, 0] })
  })

  test('never draws two bars over each other, and draws every event once on each of its days', () => {
    const span = tuple(integer({ min: -40, max: 70 }), integer({ min: 0, max: 60 }))
    assert(
      property(array(span, { maxLength: 20 }), (spans) => {
        const events = spans.map(([from, length], id) => {
          const start = addDays('2028-02-01', from)
          return event(id, start, addDays(start, length))
        })
        const entries = monthEntries('2028-02', events, [])
        for (const { days, bars } of layOutWeeks('2028-02', entries)) {
          for (const [column, day] of days.entries()) {
            const there = bars.filter((bar) => bar.column <= column && column < bar.column + bar.days)
            const expected = day.startsWith('2028-02') ? dayEntries(entries, day) : []
            expect(there.map(({ entry }) => entry)).toEqual(expected)
            expect(new Set(there.map(({ lane }) => lane)).size).toBe(there.length)
          }
        }
      }),
    )
  })
})

test("lists a month's entries by first day, then the longest first, and hides the names of private retreats", () => {
  const retreat = { name: null, urlName: null, start: '2027-05-06', end: '2027-05-10' }
  const entries = monthEntries(
    '2027-05',
    [
      event(1, '2027-05-06'),
      event(2, '2027-05-06', '2027-05-10'),
      event(3, '2027-04-30'),
      event(4, '2027-06-01'),
    ],
    [retreat],
  )
  expect(entries.map(({ name }) => name)).toEqual(['Private retreat', 'E2', 'E1'])
  expect(dayEntries(entries, '2027-05-07').map(({ name }) => name)).toEqual(['Private retreat', 'E2'])
  expect(dayEntries(entries, '2027-05-11')).toEqual([])
})

test('finds all overlaps of a family event in a month, even with two private retreats on the same days', () => {
  const quiet = { name: null, urlName: null, start: '2027-05-06', end: '2027-05-10' }
  const april = { name: 'April', urlName: 'april', start: '2027-04-28', end: '2027-04-30' }
  const entries = monthEntries(
    '2027-05',
    [event(1, '2027-04-29', '2027-05-07')],
    [april, quiet, { ...quiet }],
  )
  const clashes = monthClashes('2027-05', entries)
  expect(clashes.map(({ start, end }) => `${start} ${end}`)).toEqual([
    '2027-05-06 2027-05-07',
    '2027-05-06 2027-05-07',
  ])
  expect(new Set(clashes.map(({ retreat }) => retreat.key)).size).toBe(2)
})

test('marks a retreat that only staff can see on its bar and in the text of its days', () => {
  const days = { start: '2027-08-04', end: '2027-08-06' }
  const hidden = (urlName: string, publishAt: string | null) => {
    return { ...days, name: 'Star Week', urlName, unpublished: { publishAt } }
  }
  const entries = monthEntries(
    '2027-08',
    [],
    [
      hidden('draft', null),
      hidden('later', '2027-03-03T16:00:00Z'),
      { ...days, name: 'Star Week', urlName: 'public' },
    ],
  )
  expect(describeDay('2027-08-04', entries, { today: '2027-01-01', overlap: false })).toBe(
    'Wed, Aug 4, 2027. Draft: Star Week. Publishes Mar 3: Star Week. Retreat: Star Week.',
  )
})
