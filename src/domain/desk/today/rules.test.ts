import { expect, test } from 'vitest'
import { countLacking, depositsByMonth, sortByLack, monthsFrom, whatIsMissing } from './rules.ts'

test('continues a list of months into the next year', () => {
  expect(monthsFrom('2026-11', 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
})

const ready = { detailsGiven: true, sawDirections: true, stillToPay: 0 }

test.each([
  ['nothing for a guest who is ready', {}, [], 0],
  ['details for a guest without them', { detailsGiven: false }, ['details'], 0],
  ['money for a guest who paid only the deposit', { stillToPay: 45_000 }, ['money'], 45_000],
  ['directions for a guest who has not viewed them', { sawDirections: false }, ['directions'], 0],
  [
    'everything for a guest who only signed up',
    { detailsGiven: false, sawDirections: false, stillToPay: 90_000 },
    ['details', 'money', 'directions'],
    90_000,
  ],
])('lists what an arriving guest still has to do: %s', (_guest, changes, missing, owes) => {
  expect(whatIsMissing({ ...ready, ...changes })).toEqual({ missing, owes })
})

test('counts the arriving guests who lack details, money or directions, and those who lack anything', () => {
  const guests = [
    { missing: [] },
    { missing: ['details', 'money'] as const },
    { missing: ['money'] as const },
    { missing: ['directions'] as const },
  ]
  expect(countLacking(guests)).toEqual({ any: 3, details: 1, money: 2, directions: 1 })
})

const guest = (reservationId: number, name: string | null, missing: 'money'[] = []) => {
  return { reservationId, guest: name, missing }
}

test('sorts guests by how much they lack, then by name, with deleted names last', () => {
  const order = sortByLack([guest(1, null), guest(2, 'Wes'), guest(3, 'Ana'), guest(4, 'Zoe', ['money'])])
  expect(order.map(({ reservationId }) => reservationId)).toEqual([4, 3, 2, 1])
})

test('adds up deposits by the month in which the retreat begins, and all of them', () => {
  const deposits = [
    { startDateDate: '2027-05-20', amount: 100 },
    { startDateDate: '2027-05-31', amount: 20 },
    { startDateDate: '2027-07-01', amount: 3 },
    { startDateDate: '2029-01-01', amount: 4_000 },
  ]
  expect(depositsByMonth(deposits, ['2027-05', '2027-06', '2027-07'])).toEqual({
    total: 4_123,
    months: [
      { month: '2027-05', cents: 120 },
      { month: '2027-06', cents: 0 },
      { month: '2027-07', cents: 3 },
    ],
  })
})
