import { expect, test } from 'vitest'
import { countLacking, inArrivalOrder, monthsFrom, whatIsMissing } from './rules.ts'

test('months in a row cross the new year', () => {
  expect(monthsFrom('2026-11', 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
})

const ready = { detailsGiven: true, sawDirections: true, stillToPay: 0 }

test.each([
  ['ready', {}, [], 0],
  ['without details', { detailsGiven: false }, ['details'], 0],
  ['who paid the deposit', { stillToPay: 45_000 }, ['money'], 45_000],
  ['who has not seen the road', { sawDirections: false }, ['directions'], 0],
  [
    'who only signed up',
    { detailsGiven: false, sawDirections: false, stillToPay: 90_000 },
    ['details', 'money', 'directions'],
    90_000,
  ],
])('a guest %s', (_guest, changes, missing, owes) => {
  expect(whatIsMissing({ ...ready, ...changes })).toEqual({ missing, owes })
})

test('who lacks what is counted by thing and by head', () => {
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

test('those who lack most come first, then names, then forgotten ones', () => {
  const order = inArrivalOrder([guest(1, null), guest(2, 'Wes'), guest(3, 'Ana'), guest(4, 'Zoe', ['money'])])
  expect(order.map(({ reservationId }) => reservationId)).toEqual([4, 3, 2, 1])
})
