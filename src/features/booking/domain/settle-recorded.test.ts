/** What `settle` makes of news about a payment that is in the books. */
import { expect, test } from 'vitest'
import {
  booking,
  inState,
  minutes,
  NOW,
  recorded,
  settledRefunds,
  succeeded,
} from '../testing/settle-facts.ts'
import { type Booking, type RecordedRefund, settle } from './settle.ts'

test('a recorded payment follows disputes, the fee and refunds', () => {
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
    // On its way from the dashboard: nobody may refund that money again.
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
  ['the fee is told', { fee: null }, {}, [MOVED]],
  ['the fee is told to be nothing', { fee: null }, { fee: 0 }, [{ ...MOVED, fee: 0 }]],
  ['the fee is not told any more', {}, { fee: null }, []],
  ['a bank takes a cent', {}, { withdrawn: 1 }, [{ ...MOVED, withdrawn: 1 }]],
  ['a bank gives it back', { withdrawn: 1 }, {}, [MOVED]],
  ['a bank keeps it', { withdrawn: 1 }, { withdrawn: 1 }, []],
  ['another charge is named', {}, { chargeId: 'ch_2', paidAt: minutes(-5) }, []],
  [
    'a bank takes some, and another time is named',
    {},
    { chargeId: 'ch_2', paidAt: minutes(-5), withdrawn: 1 },
    [{ ...MOVED, withdrawn: 1 }],
  ],
  [
    'a bank takes some while the charge is not told',
    { chargeId: null, fee: null, card: null },
    { chargeId: null, fee: null, card: null, paidAt: minutes(-5), withdrawn: 1 },
    [{ ...MOVED, chargeId: null, fee: null, card: null, withdrawn: 1 }],
  ],
  ['the card is told again after it was forgotten', { card: null }, {}, []],
  [
    'a bank takes some after the card was forgotten',
    { card: null },
    { withdrawn: 1 },
    [{ ...MOVED, card: null, withdrawn: 1 }],
  ],
  [
    'the charge is told, not yet its fee',
    { chargeId: null, fee: null, card: null },
    { fee: null },
    [{ ...MOVED, fee: null }],
  ],
])('a recorded payment, of which %s', (_name, before, said, wanted) => {
  expect(settle(booking({ payment: recorded(before) }), succeeded(said), NOW)).toEqual(wanted)
})

const ROW: RecordedRefund = { key: 'admin:1', status: 'requested', providerRefundId: null }
const SAID = { id: 're_1', amount: 500, status: 'succeeded', key: 'admin:1' }
test.each<[string, RecordedRefund[], object, string | null]>([
  ['is made', [ROW], SAID, 'admin:1'],
  ['has failed', [ROW], { ...SAID, status: 'failed' }, 'admin:1'],
  ['is on its way', [ROW], { ...SAID, status: 'pending' }, null],
  ['is on its way again', [{ ...ROW, status: 'failed' }], { ...SAID, status: 'pending' }, null],
  ['is made as the books show', [{ ...ROW, status: 'succeeded' }], SAID, null],
  ['is made after it had failed', [{ ...ROW, status: 'failed' }], SAID, 'admin:1'],
  [
    "is known by the provider's id alone",
    [{ ...ROW, status: 'succeeded', providerRefundId: 're_1' }],
    { ...SAID, key: null },
    null,
  ],
  ['is made at the dashboard', [{ ...ROW, status: 'owed' }], { ...SAID, key: null }, 'provider:re_1'],
  ['has failed at the dashboard', [], { ...SAID, key: null, status: 'failed' }, null],
  ['is of a row that is not there', [], SAID, 'admin:1'],
])('a refund that %s', (_name, rows, refund, key) => {
  expect(settledRefunds(rows, { refunds: [refund] })).toEqual(
    key === null ? [] : [{ do: 'book-refund', key, refund }],
  )
})

test('a charge that was not told at first is filled in by the next look, with the time of the payment', () => {
  const unknown = { chargeId: null, fee: null, card: null, paidAt: minutes(-20) }
  const before = booking({ payment: recorded(unknown), ...inState('confirmed') })
  expect(settle(before, succeeded(unknown), NOW)).toEqual([])
  expect(settle(before, succeeded(), NOW)).toEqual([MOVED])
  // Once told it stays, whatever a later answer leaves out.
  const told = booking({ payment: recorded(), ...inState('confirmed') })
  expect(settle(told, succeeded(unknown), NOW)).toEqual([])
})

test('a refund that fails after it had succeeded is booked so, and nothing is asked for again', () => {
  const given: RecordedRefund = { key: 'late:pi', status: 'succeeded', providerRefundId: 're_1' }
  const failed = { id: 're_1', amount: 45_000, status: 'failed', key: 'late:pi' }
  expect(settledRefunds([given], { refunds: [failed] })).toEqual([
    { do: 'book-refund', key: 'late:pi', refund: failed },
  ])
  expect(settledRefunds([{ ...given, status: 'failed' }], { refunds: [failed] })).toEqual([])
})
