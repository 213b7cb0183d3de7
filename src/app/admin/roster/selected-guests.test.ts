import { expect, test } from 'vitest'
import { guestOf } from '#test/support/guests/roster.ts'
import { lackingDetails } from './selected-guests.tsx'

const incomplete = { additionalInformationProvided: false }
const party = { payer: 1, names: [] }
const payer = guestOf({ id: 1, customerName: 'Ruth Vance', email: 'ruth@example.test', party })
const ben = guestOf({ id: 2, customerName: 'Ben Hale', email: '', party, ...incomplete })
const cy = guestOf({ id: 3, customerName: 'Cy Young', email: 'cy@example.test', ...incomplete })

const shown = (...guests: Parameters<typeof lackingDetails>[0]) =>
  lackingDetails(guests).map(({ reservationId, missing, hasEmail }) => [reservationId, missing, hasEmail])

test('reminds the guests whose details are missing, and says who has no address', () => {
  expect(shown(ben, cy)).toEqual([
    [2, 'own', false],
    [3, 'own', true],
  ])
})

test('reminds a payer only of companions whom no e-mail reaches (R39.4)', () => {
  expect(shown(payer, cy)).toEqual([[3, 'own', true]])
  expect(shown(payer, ben)).toEqual([
    [1, 'companions', true],
    [2, 'own', false],
  ])
  expect(shown(payer)).toEqual([])
})

test('reminds nobody who no longer comes or whose data was deleted', () => {
  expect(shown({ ...cy, status: 'cancelled' }, { ...cy, purgedAt: '2027-01-02T10:00:00.000Z' })).toEqual([])
})
