import { describe, expect, test } from 'vitest'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { reservationMoney } from '#test/support/shared/sum-rows.ts'
import { isActive } from '#shared/reservation-status.ts'
import { describeArrival, missingItems, paidMore, describePaid, statusMark } from './reservation-status.tsx'

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
  money: { stillToPay: 0 },
  invoices: [],
  directionsViewedAt: '2027-05-06T18:00:00Z',
} as unknown as AdminReservation

const missing = (changes: object) =>
  missingItems({ ...told, ...changes }).map(({ label, words }) => `${label}: ${words}`)

const PAYER = { id: 1, customerName: 'Ann Lee', status: 'pending', payer: true } as const
const OF_COMPANION = {
  payer: false,
  members: [
    {
      ...PAYER,
      waitsForMailbox: true,
      detailsGiven: null,
      hasEmail: null,
      uuid: null,
      price: null,
      kept: null,
    },
  ],
}

test.each([
  [{ status: 'confirmed' }, 'good', 'Confirmed'],
  [
    { status: 'pending', holdExpiresAt: '2027-05-06T20:15:00Z' },
    'warn',
    'On hold until 2:15 PM on Thu, May 6, 2027',
  ],
  [
    { status: 'pending', holdExpiresAt: '2027-05-06T20:15:00Z', waitsForMailbox: true },
    'warn',
    'On hold until 2:15 PM on Thu, May 6, 2027: waiting for the guest to confirm by email',
  ],
  [
    { status: 'pending', holdExpiresAt: '2027-05-06T20:15:00Z', waitsForMailbox: true, party: OF_COMPANION },
    'warn',
    'On hold until 2:15 PM on Thu, May 6, 2027: waiting for the payer to confirm by email',
  ],
  [{ status: 'cancelled' }, 'bad', 'Canceled'],
  [{ status: 'expired' }, 'soft', 'Expired: the hold ran out'],
  [{ status: 'expired', otherSpot: 3 }, 'soft', 'Not needed: this guest has a spot already'],
  [{ status: 'refunded' }, 'soft', 'Refunded: paid after the last spot was taken'],
] as const)('shows for a reservation with %o the right status and color', (stay, tone, mark) => {
  expect(statusMark({ holdExpiresAt: null, waitsForMailbox: false, party: null, ...stay })).toEqual({
    tone,
    mark,
  })
})

/** Returns a stay that costs $900.00, with the given payments, extra charges and unpaid invoices. */
function stayOf(
  paid: number[],
  changes: {
    extra?: number
    unpaid?: number
    refund?: number
    withdrawn?: number
    status?: 'confirmed' | 'cancelled'
  } = {},
) {
  const { extra = 0, unpaid = 0, refund = 0, withdrawn = 0 } = changes
  const status: AdminReservation['status'] = changes.status ?? 'confirmed'
  const payment = (amount: number) => {
    const refunded = { late: 0, cancellation: 0, overpayment: 0, goodwill: refund }
    return { amount, refunded, withdrawn }
  }
  const { totalDue, totalPaid, ...money } = reservationMoney({
    standing: isActive(status),
    price: 90_000,
    today: '2027-05-06',
    invoices: [
      ...paid.map((amount) => ({ amount, extra: false, due: null, payment: payment(amount) })),
      ...(unpaid > 0 ? [{ amount: unpaid, extra: false, due: null, payment: null }] : []),
      ...(extra > 0 ? [{ amount: extra, extra: true, due: null, payment: null }] : []),
    ],
  })
  return { status, totalDue, totalPaid, money, party: null } as const
}

/** Returns a canceled stay with these amounts in cents. */
function endedWith(changes: Partial<NonNullable<AdminReservation['ended']>>) {
  const none = { paid: 0, refunded: 0, toRefundByHand: 0, toRefundToCards: 0, kept: 0, undecided: false }
  return { ...stayOf([], { status: 'cancelled' }), ended: { ...none, ...changes } }
}

test.each([
  [stayOf([45_000]), '$450.00 of $900.00 paid', ['warn: $450.00 still to pay']],
  [stayOf([90_000]), '$900.00 of $900.00 paid', ['good: Paid in full']],
  [stayOf([95_000]), '$950.00 of $900.00 paid', ['warn: $50.00 paid beyond the total']],
  [
    stayOf([95_000], { unpaid: 20_000 }),
    '$950.00 of $900.00 paid',
    [
      'warn: $200.00 still to pay, $200.00 of it invoiced beyond the total',
      'warn: $50.00 paid beyond the total',
    ],
  ],
  [stayOf([90_000], { extra: 9_500 }), '$900.00 of $995.00 paid', ['warn: $95.00 still to pay']],
  [
    stayOf([90_000], { refund: 8_001 }),
    '$819.99 of $819.99 paid',
    ['good: Paid in full', 'soft: Total lowered by $80.01 in goodwill refunds'],
  ],
  [stayOf([90_000], { withdrawn: 90_000 }), '$900.00 of $900.00 paid', ['bad: $900.00 held by a dispute']],
  [endedWith({ paid: 11_250, kept: 11_250 }), '$112.50 kept', []],
  [endedWith({}), 'No money kept', []],
  [endedWith({ paid: 66_275, refunded: 66_275 }), 'No money kept', []],
  [
    endedWith({ paid: 66_275, toRefundByHand: 66_275 }),
    '$662.75 still to refund',
    ['warn: $662.75 to refund by hand', 'soft: Then no money is kept'],
  ],
  [
    endedWith({ paid: 90_000, toRefundToCards: 10_000, toRefundByHand: 20_000, kept: 60_000 }),
    '$600.00 kept',
    ['warn: $200.00 to refund by hand', 'soft: $100.00 is being refunded to the card'],
  ],
  [
    endedWith({ paid: 45_000, kept: 45_000, undecided: true }),
    '$450.00 paid',
    ['warn: The refund waits for the card fees'],
  ],
])('summarizes on one line the payments of a stay: %o', (stay, words, more) => {
  expect(describePaid(stay)).toBe(words)
  expect(paidMore(stay).map((one) => `${one.tone}: ${one.words}`)).toEqual(more)
})

test('says that a free stay has nothing to pay', () => {
  const free = stayOf([])
  const money = { ...free.money, price: 0, stillToPay: 0 }
  expect(describePaid({ ...free, totalDue: 0, money })).toBe('Nothing to pay')
})

describe('the list of what a guest still has to do', () => {
  test('is empty if the guest has given all details, paid, and viewed the directions', () => {
    expect(missing({})).toEqual([])
  })

  test('names missing details, then the amount due with its day, then directions that the guest has not viewed', () => {
    expect(
      missing({
        phone: null,
        safetyConsent: false,
        additionalInformationProvided: false,
        money: { stillToPay: 45_000 },
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
      'Directions: not viewed yet',
    ])
  })

  test('says that the guest has given no details at all', () => {
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
    expect(missing(nothing)).toEqual(['Details: nothing given yet and Terms of Stay not agreed to'])
  })

  test.each([{ status: 'cancelled' }, { status: 'expired' }, { purgedAt: '2027-08-01T00:00:00Z' }])(
    'lists nothing if the guest is not coming (%o)',
    (stay) => {
      expect(missing({ ...stay, money: { stillToPay: 90_000 }, directionsViewedAt: null })).toEqual([])
    },
  )
})

test("names the payer on a companion's page (R39.3)", () => {
  const ruth = { id: 1, customerName: 'Ruth Vance', payer: true } as NonNullable<
    AdminReservation['party']
  >['members'][0]
  const free = { ...stayOf([]), totalDue: 0 }
  expect(describePaid({ ...free, party: { payer: false, members: [ruth] } })).toBe('Ruth Vance pays')
  expect(describePaid({ ...stayOf([45_000]), party: { payer: true, members: [ruth] } })).toBe(
    '$450.00 of $900.00 paid',
  )
})

const toldArrival = { day: '2027-05-06', time: '15:30', by: 'fetched' } as const
const nobody = { told: null, leftPavementAt: null, hereAt: null, hereBy: null, overdueAt: null }

test.each([
  [null, 'No time given yet'],
  [nobody, 'No time given yet'],
  [{ ...nobody, told: toldArrival }, 'Thu, May 6, 3:30 PM, to be picked up'],
  [
    { ...nobody, told: toldArrival, leftPavementAt: '2027-05-06T20:15:00Z' },
    'Thu, May 6, 3:30 PM, to be picked up. Left the pavement at 2:15 PM on Thu, May 6, 2027',
  ],
  [
    { ...nobody, told: toldArrival, hereAt: '2027-05-06T20:15:00Z' },
    'Here since 2:15 PM on Thu, May 6, 2027',
  ],
])('says of an arrival that is %o', (arrival, words) => {
  expect(describeArrival(arrival, { hasEnded: false })).toBe(words)
})
