/**
 * Tests of `settle` with refunds: of payments that arrive too late or twice, and after Stripe refused a refund.
 */
import { describe, expect, test } from 'vitest'
import type { ProviderRefund } from '#domain/money/card-provider/port.ts'
import {
  booking,
  deeds,
  inState,
  NOW,
  settledRefunds,
  succeeded,
} from '#test/support/booking/settle-facts.ts'
import { type Booking, type RecordedRefund, restKey, settle } from './settle.ts'

/** Returns a refund as Stripe reports it. */
const one = (amount: number, more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  id: 're_1',
  amount,
  status: 'succeeded',
  key: null,
  createdAt: NOW,
  ...more,
})

describe('for a new payment of which Stripe has already refunded a part, the function settle', () => {
  const elsewhere = { id: 're_1', amount: 5_000, status: 'succeeded', key: null }
  test.each<[string, Partial<Booking>, string[]]>([
    ['a held spot', {}, ['confirm']],
    [
      'the last invoice',
      { ...inState('confirmed'), invoice: { id: 7, paid: false, paysAll: true } },
      ['mail fully-paid:pi'],
    ],
    ['one of several invoices', inState('confirmed'), []],
    ['a duplicate', { invoice: { id: 7, paid: true, paysAll: false } }, ['refund duplicate:pi']],
    [
      'a payment that came too late',
      inState('cancelled'),
      ['refund late:pi', 'mail late-refund:pi', 'mail late-refund-admin:pi'],
    ],
  ])('records the payment, then its refund, before any other change: %s', (_name, facts, then) => {
    const changes = settle(booking(facts), succeeded({ refunds: [elsewhere] }), NOW)
    expect(deeds(changes)).toEqual(['record-payment', 'book-refund provider:re_1', ...then])
    expect(changes[1]).toEqual({ do: 'book-refund', key: 'provider:re_1', refund: elsewhere })
  })
})

describe('for a payment that arrives after the stay was canceled, the function settle', () => {
  test.each<[string, ProviderRefund[], number | null]>([
    ['everything', [], 45_000],
    ['the rest, to the last cent', [one(44_999)], 1],
    ['nothing if everything was refunded', [one(45_000)], null],
    ['nothing if more was refunded', [one(45_001)], null],
    ['the rest of several refunds', [one(5_000), one(7_000, { id: 're_2' })], 33_000],
    ['what a pending refund leaves', [one(5_000, { status: 'pending' })], 40_000],
    ['everything if a refund has failed', [one(5_000, { status: 'failed' })], 45_000],
    ['nothing if it was requested before', [one(5_000, { key: 'late:pi' })], null],
    ['nothing if that request has failed', [one(45_000, { key: 'late:pi', status: 'failed' })], null],
    [
      'everything if a refund for another cause has failed',
      [one(45_000, { key: 'late:other', status: 'failed' })],
      45_000,
    ],
  ])('refunds the part of the payment that is not refunded yet: %s', (_name, refunds, amount) => {
    const changes = settle(booking(inState('cancelled')), succeeded({ refunds }), NOW)
    const booked = refunds
      .filter(({ status }) => status !== 'failed')
      .map((refund) => ({ do: 'book-refund', key: refund.key ?? `provider:${refund.id}`, refund }))
    const asked = amount === null ? [] : [{ do: 'refund', key: 'late:pi', amount, reason: 'late' }]
    const [record, ...then] = changes
    expect(record?.do).toBe('record-payment')
    expect(then.slice(0, -2)).toEqual([...booked, ...asked])
    expect(deeds(then.slice(-2))).toEqual(['mail late-refund:pi', 'mail late-refund-admin:pi'])
  })
})

test('refunds only the part of a late payment that Stripe has not refunded yet', () => {
  const partly = succeeded({ refunds: [{ id: 're_1', amount: 5_000, status: 'succeeded', key: null }] })
  const changes = settle(booking(inState('expired')), partly, NOW)
  expect(changes).toContainEqual({ do: 'refund', key: 'late:pi', amount: 40_000, reason: 'late' })
  expect(deeds(changes)).toContain('book-refund provider:re_1')
})

describe('after Stripe refused a refund that the site had requested, the function settle', () => {
  const refused = { key: 'orphan:pi', status: 'failed', providerRefundId: null } as const
  const elsewhere = { id: 're_1', amount: 5_000, status: 'succeeded', key: null } as const
  const bookedElsewhere = { key: 'provider:re_1', status: 'succeeded', providerRefundId: 're_1' } as const
  const rest = { do: 'refund', key: 'orphan:pi:rest', amount: 40_000, reason: 'orphan' }

  test("requests the rest after a part of the payment was refunded in Stripe's dashboard", () => {
    expect(settledRefunds([refused, bookedElsewhere], { refunds: [elsewhere] })).toEqual([rest])
    expect(settledRefunds([refused], { refunds: [elsewhere] })).toContainEqual(rest)
  })

  test.each(['late', 'duplicate', 'orphan'])(
    'requests the rest with the same cause as the whole refund: %s',
    (reason) => {
      const whole = { ...refused, key: `${reason}:pi` }
      expect(restKey(whole.key)).toBe(`${reason}:pi:rest`)
      expect(settledRefunds([whole, bookedElsewhere], { refunds: [elsewhere] })).toEqual([
        { do: 'refund', key: `${reason}:pi:rest`, amount: 40_000, reason },
      ])
    },
  )

  const pending = { id: 're_2', amount: 3_000, status: 'pending', key: 'admin:1' } as const
  test.each<[string, RecordedRefund[], object, number]>([
    ['a dispute holds a part', [refused], { withdrawn: 20_000 }, 25_000],
    [
      'a dispute holds a part of what is left',
      [refused, bookedElsewhere],
      { refunds: [elsewhere], withdrawn: 10_000 },
      30_000,
    ],
    [
      'a dispute holds all but a cent',
      [refused, bookedElsewhere],
      { refunds: [elsewhere], withdrawn: 39_999 },
      1,
    ],
    [
      'another refund is pending, known by its key',
      [refused, bookedElsewhere, { key: 'admin:1', status: 'requested', providerRefundId: null }],
      { refunds: [elsewhere, pending] },
      37_000,
    ],
    [
      'another refund is pending, known by its id',
      [refused, bookedElsewhere, { key: 'admin:2', status: 'requested', providerRefundId: 're_2' }],
      { refunds: [elsewhere, { ...pending, key: null }] },
      37_000,
    ],
    [
      'another refund has failed at Stripe',
      [refused, bookedElsewhere, { key: 'admin:1', status: 'failed', providerRefundId: 're_2' }],
      { refunds: [elsewhere, { ...pending, status: 'failed' }] },
      40_000,
    ],
    [
      'a refund of an admin was refused too',
      [{ ...refused, key: 'admin:1' }, refused, bookedElsewhere],
      { refunds: [elsewhere] },
      40_000,
    ],
  ])('requests what is left of the refused refund when %s', (_why, rows, said, amount) => {
    const asked = settledRefunds(rows, { withdrawn: 0, ...said }).filter((change) => change.do === 'refund')
    expect(asked).toEqual([{ ...rest, amount }])
  })

  test.each<[string, RecordedRefund[], object]>([
    ['was refused for another reason', [refused], {}],
    [
      'was refused while a dispute holds all that is left',
      [refused, bookedElsewhere],
      { refunds: [elsewhere], withdrawn: 40_000 },
    ],
    [
      'was refused after Stripe had accepted it',
      [{ ...refused, providerRefundId: 're_9' }, bookedElsewhere],
      { refunds: [elsewhere] },
    ],
    [
      'is still only requested',
      [{ ...refused, status: 'requested' }, bookedElsewhere],
      { refunds: [elsewhere] },
    ],
    [
      'is pending after all',
      [{ ...refused, status: 'requested' }],
      { refunds: [{ ...elsewhere, amount: 40_000, status: 'pending', key: 'orphan:pi' }] },
    ],
    [
      'was itself the rest of another',
      [{ ...refused, key: 'orphan:pi:rest' }, bookedElsewhere],
      { refunds: [elsewhere] },
    ],
    [
      'has a key that only looks similar',
      [{ ...refused, key: 'admin:orphan:pi' }, bookedElsewhere],
      { refunds: [elsewhere] },
    ],
    [
      'was refused while another one is requested that Stripe does not know',
      [refused, bookedElsewhere, { key: 'admin:1', status: 'requested', providerRefundId: null }],
      { refunds: [elsewhere] },
    ],
    [
      'was refused while the whole payment is disputed',
      [refused, bookedElsewhere],
      { refunds: [elsewhere], withdrawn: 45_000 },
    ],
    [
      'was refused because everything was refunded',
      [refused],
      { refunds: [{ ...elsewhere, amount: 45_000 }] },
    ],
    ['was refused because a dispute holds everything', [refused], { withdrawn: 45_000 }],
    [
      'was refused like its rest',
      [refused, bookedElsewhere, { ...refused, key: 'orphan:pi:rest' }],
      { refunds: [elsewhere] },
    ],
    [
      'was refused and then made by hand',
      [refused, bookedElsewhere, { key: 'by-hand:1', status: 'succeeded', providerRefundId: null }],
      { refunds: [elsewhere] },
    ],
    [
      'was decided by an admin and refused',
      [{ ...refused, key: 'admin:1' }, bookedElsewhere],
      { refunds: [elsewhere] },
    ],
  ])('requests no further refund in addition to a refund that %s', (_why, rows, said) => {
    expect(deeds(settledRefunds(rows, said)).filter((deed) => deed.startsWith('refund '))).toEqual([])
  })
})
