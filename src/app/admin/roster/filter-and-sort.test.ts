import { describe, expect, test } from 'vitest'
import {
  filterAndSort,
  countShown,
  FIRST_VIEW,
  sortedBy,
  filtersOf,
  type Sorting,
  type View,
} from './filter-and-sort.ts'
import { guestOf } from '#test/support/guests/roster.ts'

const ana = guestOf({ id: 1, customerName: 'Ana Ortíz', email: 'zoe@example.test', totalPaid: 500 })
const ben = guestOf({
  id: 2,
  customerName: 'ben Hale',
  nickname: 'Red',
  email: 'ben@example.test',
  fullyPaid: true,
  totalPaid: 90_000,
  money: { stillToPay: 0, credit: 0, withdrawn: 0, paidUp: true },
  notes: 'Brings a dog',
})
const cy = guestOf({
  id: 3,
  customerName: 'Cy Young',
  email: 'cy@example.test',
  status: 'pending',
  additionalInformationProvided: false,
  directionsViewedAt: '2027-01-02T10:00:00.000Z',
})
const dot = guestOf({ id: 4, customerName: 'Dot Adams', email: 'dot@example.test', status: 'cancelled' })
const eve = guestOf({ id: 5, customerName: 'Eve Moss', additionalInformationProvided: false })
const gone = guestOf({
  id: 6,
  customerName: '',
  additionalInformationProvided: false,
  purgedAt: '2027-01-02T10:00:00.000Z',
})
const all = [dot, cy, ben, ana]

const namesOf = (view: Partial<View>) =>
  filterAndSort(all, { ...FIRST_VIEW, ...view }).map(({ customerName }) => customerName.split(' ')[0])

const ascending = (by: Sorting['by']): Sorting => ({ by, direction: 'ascending' })

describe('the roster with filters and a search', () => {
  test.each([
    ['coming', ['Ana', 'ben']],
    ['held', ['Cy']],
    ['paid', ['ben']],
    ['unpaid', ['Ana']],
    ['info', []],
    ['cancelled', ['Dot']],
    ['all', ['Ana', 'ben', 'Cy', 'Dot']],
  ] as const)('shows for the filter "%s" the guests %j and counts them', (shown, names) => {
    expect(namesOf({ shown })).toEqual(names)
    expect(countShown(all)[shown]).toBe(names.length)
  })

  test('omits a companion from the filters "paid" and "unpaid", because another guest pays for the companion (R39.3)', () => {
    const money = { stillToPay: 0, credit: 0, withdrawn: 0, paidUp: true }
    const companion = guestOf({ id: 9, money, party: { payer: 1, names: ['Ana Ortíz'] } })
    const payer = { ...ana, party: { payer: 1, names: ['Guest 9'] } }
    expect(countShown([companion, payer])).toMatchObject({ coming: 2, paid: 0, unpaid: 1 })
  })

  test('selects for the filter "info missing" guests with missing details, but not guests whose data is deleted', () => {
    expect(filterAndSort([eve, gone, cy], { ...FIRST_VIEW, shown: 'info' })).toEqual([eve])
    expect(countShown([eve, gone, cy])).toMatchObject({ coming: 2, held: 1, info: 1 })
  })

  test('offers the filter "Held" only if guests hold spots, and renames "Coming" to "Stayed" after the event', () => {
    const labels = (guests: typeof all, ended: boolean) =>
      filtersOf(countShown(guests), { shown: 'coming', ended }).map(({ label }) => label)
    expect(labels(all, false)).toEqual([
      'Coming',
      'Held',
      'Paid',
      'Unpaid',
      'Info missing',
      'Canceled',
      'All',
    ])
    expect(labels([ana], true)).toEqual(['Stayed', 'Paid', 'Unpaid', 'Info missing', 'Canceled', 'All'])
  })

  test.each([
    ['ortiz', ['Ana']],
    ['ORTÍZ', ['Ana']],
    ['red', ['ben']],
    ['dog', ['ben']],
    ['hale ben', ['ben']],
    ['ben young', []],
    ['example.test', ['Ana', 'ben']],
    ['  ', ['Ana', 'ben']],
  ])('finds by the search words %j the guests %j', (text, names) => {
    expect(namesOf({ text })).toEqual(names)
  })
})

describe('the function that sorts the roster', () => {
  test.each([
    ['name', ['Ana', 'ben', 'Cy', 'Dot']],
    ['paid', ['Cy', 'Dot', 'Ana', 'ben']],
    ['info', ['Cy', 'Ana', 'ben', 'Dot']],
    ['email', ['ben', 'Cy', 'Dot', 'Ana']],
    ['notes', ['Ana', 'Cy', 'Dot', 'ben']],
    ['directions', ['Ana', 'ben', 'Dot', 'Cy']],
  ] as const)(
    'sorts guests by %s as %j, and keeps guests with equal values in order of their names',
    (by, names) => {
      expect(namesOf({ shown: 'all', sorting: ascending(by) })).toEqual(names)
      const down = namesOf({ shown: 'all', sorting: { by, direction: 'descending' } })
      expect(new Set(down)).toEqual(new Set(names))
      expect(down[0]).not.toBe(names[0])
    },
  )

  test('sorts by the actual arrival, otherwise by the estimated or announced arrival, and puts unknown arrivals last', () => {
    const day = '2027-05-06'
    const nothing = { told: null, leftPavementAt: null, hereAt: null, hereBy: null, overdueAt: null }
    const at = (time: string, overdueAt: string | null = null) =>
      ({ ...nothing, told: { day, time, by: 'car' }, overdueAt }) as const
    const coming = [
      { ...ana, arrival: null },
      { ...ben, arrival: at('15:30') },
      // A guest is overdue 90 minutes after the expected arrival. This guest announced 6 PM, but is overdue
      // from 4:30 PM ranch time on, and so is expected at 3 PM.
      { ...cy, arrival: at('18:00', '2027-05-06T22:30:00.000Z') },
      { ...dot, arrival: { ...at('19:00'), hereAt: '2027-05-06T20:15:00.000Z', hereBy: 'host' as const } },
    ]
    const sorted = filterAndSort(coming, { ...FIRST_VIEW, shown: 'all', sorting: ascending('arrival') })
    expect(sorted.map(({ id }) => id)).toEqual([4, 3, 2, 1])
  })

  test('returns a sorted copy of the guests and leaves the given list unchanged', () => {
    namesOf({ sorting: ascending('email') })
    expect(all).toEqual([dot, cy, ben, ana])
  })

  test("sorts in ascending order at the first press on a column's heading, then descending, then ascending again", () => {
    const first = sortedBy('paid', FIRST_VIEW.sorting)
    const second = sortedBy('paid', first)
    expect([first, second, sortedBy('paid', second)]).toEqual([
      { by: 'paid', direction: 'ascending' },
      { by: 'paid', direction: 'descending' },
      { by: 'paid', direction: 'ascending' },
    ])
  })
})

test("finds a guest by name, whichever apostrophes and accents a phone's keyboard produces", () => {
  for (const [customerName, text] of [
    ['Sean O’Brien', "o'brien"],
    ["Sean O'Brien", 'O’Brien'],
    ['Anne‑Marie Lee', 'anne-marie'],
    ['Jan Łuk', 'luk'],
    ['Søren Weiß', 'soren weiss'],
  ] as const)
    expect(
      filterAndSort([guestOf({ id: 9, customerName })], { ...FIRST_VIEW, text }),
      customerName,
    ).toHaveLength(1)
})
