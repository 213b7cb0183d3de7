import { describe, expect, test } from 'vitest'
import type { AdminReservation } from '../../../../capabilities/booking/admin/contract.ts'
import { missingOf, paidMore, paidWords, stateOf } from './standing-words.ts'

const told = {
  status: 'confirmed',
  purgedAt: null,
  phone: '1',
  address: '1 Mesa Road',
  emergencyContactName: 'Kin',
  emergencyContactPhone: '2',
  foodAllergies: 'None',
  medicalConditions: 'None',
  safetyConsent: true,
  additionalInformationProvided: true,
  totalDue: 90_000,
  totalPaid: 90_000,
  invoices: [],
  directionsViewedAt: '2027-05-06T18:00:00Z',
} as unknown as AdminReservation

const missing = (changes: object) =>
  missingOf({ ...told, ...changes }).map(({ label, words }) => `${label}: ${words}`)

test.each([
  [{ status: 'confirmed' }, 'good', 'Confirmed'],
  [
    { status: 'pending', holdExpiresAt: '2027-05-06T20:15:00Z' },
    'warn',
    'On hold until 2:15 PM on Thu, May 6, 2027',
  ],
  [{ status: 'cancelled' }, 'bad', 'Cancelled'],
  [{ status: 'expired' }, 'soft', 'Expired: the hold ran out unpaid'],
  [{ status: 'refunded' }, 'soft', 'Refunded: paid after the last spot had gone'],
] as const)('%o', (stay, tone, mark) => {
  expect(stateOf({ holdExpiresAt: null, ...stay })).toEqual({ tone, mark })
})

test.each([
  [90_000, 45_000, '$450.00 of $900.00 paid', null],
  [90_000, 90_000, '$900.00 of $900.00 paid', 'Paid in full'],
  [90_000, 95_000, '$950.00 of $900.00 paid', '$50.00 more than is due'],
  [0, 0, 'Nothing to pay', null],
  [0, 5_000, '$50.00 of $0.00 paid', '$50.00 more than is due'],
])('due %i, paid %i: %s', (totalDue, totalPaid, words, more) => {
  expect(paidWords({ totalDue, totalPaid, status: 'confirmed' })).toBe(words)
  expect(paidMore({ totalDue, totalPaid, status: 'confirmed' })).toBe(more)
})

test('of a stay that does not stand any more what of its money is still here', () => {
  const ended = { totalDue: 90_000, status: 'cancelled' } as const
  expect(paidWords({ ...ended, totalPaid: 11_250 })).toBe('$112.50 not given back')
  expect(paidWords({ ...ended, totalPaid: 0 })).toBe('No money kept')
  expect(paidMore({ ...ended, totalPaid: 95_000 })).toBeNull()
})

describe('what is missing', () => {
  test('is nothing when all is told, paid and seen', () => {
    expect(missing({})).toEqual([])
  })

  test('names the details, the sum with its next due day, and the directions, in this order', () => {
    expect(
      missing({
        phone: null,
        safetyConsent: false,
        additionalInformationProvided: false,
        totalPaid: 45_000,
        invoices: [
          { paid: false, due: '2027-07-01' },
          { paid: false, due: '2027-06-01' },
          { paid: true, due: '2027-05-01' },
        ],
        directionsViewedAt: null,
      }),
    ).toEqual([
      'Details: phone and Terms of Stay not agreed to',
      'Money: $450.00, due Tue, Jun 1, 2027',
      'Directions: not looked at yet',
    ])
  })

  test('says so when nothing at all is told', () => {
    const nothing = {
      phone: null,
      address: null,
      emergencyContactName: null,
      emergencyContactPhone: null,
      foodAllergies: null,
      medicalConditions: null,
      safetyConsent: false,
      additionalInformationProvided: false,
    }
    expect(missing(nothing)).toEqual(['Details: nothing told yet and Terms of Stay not agreed to'])
  })

  test.each([{ status: 'cancelled' }, { status: 'expired' }, { purgedAt: '2027-08-01T00:00:00Z' }])(
    'is nothing of somebody who does not come (%o)',
    (stay) => {
      expect(missing({ ...stay, totalPaid: 0, directionsViewedAt: null })).toEqual([])
    },
  )
})
