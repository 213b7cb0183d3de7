/** Tests of `settle` with a payment that is already recorded. */
import { expect, test } from 'vitest'
import {
  booking,
  inState,
  minutes,
  NOW,
  recorded,
  settledRefunds,
  succeeded,
} from '#test/support/booking/settle-facts.ts'
import { type Booking, type RecordedRefund, settle } from './settle.ts'

test('records disputes, the fee and refunds of a payment that the database already has', () => {
  const before = { payment: recorded({ fee: null }), ...inState('confirmed') }
  const said = succeeded({
    withdrawn: 20_000,
    refunds: [
      { id: 're_1', amount: 5, status: 'succeeded', key: 'late:pi' },
      { id: 're_2', amount: 5, status: 'pending', key: null },
    ],
  })
  expect(settle(booking(before), said, NOW)).toMatchObject([
    { do: 'update-payment', chargeId: 'ch_1', paidAt: minutes(-1), fee: 1_335, withdrawn: 20_000 },
    { do: 'book-refund', key: 'late:pi' },
    // The refund made in Stripe's dashboard already takes this money, so nobody may refund it again.
    { do: 'book-refund', key: 'provider:re_2', refund: { status: 'pending' } },
  ])
})

const MOVED = {
  do: 'update-payment',
  chargeId: 'ch_1',
  paidAt: minutes(-1),
  fee: 1_335,
  card: 'Visa 4242',
  withdrawn: 0,
}
test.each<[string, Partial<NonNullable<Booking['payment']>>, object, object[]]>([
  ['nothing is new', {}, {}, []],
  ['the fee is reported', { fee: null }, {}, [MOVED]],
  ['a fee of zero is reported', { fee: null }, { fee: 0 }, [{ ...MOVED, fee: 0 }]],
  ['the fee is no longer reported', {}, { fee: null }, []],
  ['a bank withdraws a cent', {}, { withdrawn: 1 }, [{ ...MOVED, withdrawn: 1 }]],
  ['a bank returns the money', { withdrawn: 1 }, {}, [MOVED]],
  ['a bank keeps the money', { withdrawn: 1 }, { withdrawn: 1 }, []],
  ['another charge is named', {}, { chargeId: 'ch_2', paidAt: minutes(-5) }, []],
  [
    'a bank withdraws money, and another time is named',
    {},
    { chargeId: 'ch_2', paidAt: minutes(-5), withdrawn: 1 },
    [{ ...MOVED, withdrawn: 1 }],
  ],
  [
    'a bank withdraws money before the charge is reported',
    { chargeId: null, fee: null, card: null },
    { chargeId: null, fee: null, card: null, paidAt: minutes(-5), withdrawn: 1 },
    [{ ...MOVED, chargeId: null, fee: null, card: null, withdrawn: 1 }],
  ],
  ['the card is reported after it was deleted here', { card: null }, {}, []],
  [
    'a bank withdraws money after the card was deleted here',
    { card: null },
    { withdrawn: 1 },
    [{ ...MOVED, card: null, withdrawn: 1 }],
  ],
  [
    'the charge is reported, but not its fee',
    { chargeId: null, fee: null, card: null },
    { fee: null },
    [{ ...MOVED, fee: null }],
  ],
])(
  'changes the row of a recorded payment only if Stripe reports something new: %s',
  (_name, before, said, wanted) => {
    expect(settle(booking({ payment: recorded(before) }), succeeded(said), NOW)).toEqual(wanted)
  },
)

const ROW: RecordedRefund = { key: 'admin:1', status: 'requested', providerRefundId: null }
const SAID = { id: 're_1', amount: 500, status: 'succeeded', key: 'admin:1' }
test.each<[string, RecordedRefund[], object, string | null]>([
  ['has succeeded', [ROW], SAID, 'admin:1'],
  ['has failed', [ROW], { ...SAID, status: 'failed' }, 'admin:1'],
  ['is pending', [ROW], { ...SAID, status: 'pending' }, null],
  ['is pending again', [{ ...ROW, status: 'failed' }], { ...SAID, status: 'pending' }, null],
  ['has succeeded as recorded', [{ ...ROW, status: 'succeeded' }], SAID, null],
  ['has succeeded after a failure', [{ ...ROW, status: 'failed' }], SAID, 'admin:1'],
  [
    'is known by Stripe’s id only',
    [{ ...ROW, status: 'succeeded', providerRefundId: 're_1' }],
    { ...SAID, key: null },
    null,
  ],
  ['was made at the dashboard', [{ ...ROW, status: 'owed' }], { ...SAID, key: null }, 'provider:re_1'],
  ['failed at the dashboard', [], { ...SAID, key: null, status: 'failed' }, null],
  ['has no row', [], SAID, 'admin:1'],
])(
  "writes a refund's status at Stripe to its row, if the status is new, for a refund that %s",
  (_name, rows, refund, key) => {
    expect(settledRefunds(rows, { refunds: [refund] })).toEqual(
      key === null ? [] : [{ do: 'book-refund', key, refund }],
    )
  },
)

test('adds the charge and the time of payment to a recorded payment when Stripe reports them later', () => {
  const unknown = { chargeId: null, fee: null, card: null, paidAt: minutes(-20) }
  const before = booking({ payment: recorded(unknown), ...inState('confirmed') })
  expect(settle(before, succeeded(unknown), NOW)).toEqual([])
  expect(settle(before, succeeded(), NOW)).toEqual([MOVED])
  // A recorded charge stays in the row, even if a later answer of Stripe omits the charge.
  const told = booking({ payment: recorded(), ...inState('confirmed') })
  expect(settle(told, succeeded(unknown), NOW)).toEqual([])
})

test('records that a refund failed after it had succeeded, and does not request it again', () => {
  const given: RecordedRefund = { key: 'late:pi', status: 'succeeded', providerRefundId: 're_1' }
  const failed = { id: 're_1', amount: 45_000, status: 'failed', key: 'late:pi' }
  expect(settledRefunds([given], { refunds: [failed] })).toEqual([
    { do: 'book-refund', key: 'late:pi', refund: failed },
  ])
  expect(settledRefunds([{ ...given, status: 'failed' }], { refunds: [failed] })).toEqual([])
})
