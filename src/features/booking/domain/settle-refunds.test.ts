/** What `settle` makes of refunds: those of money that has no use, and those that were refused. */
import { describe, expect, test } from 'vitest'
import type { ProviderRefund } from '#features/card-provider/port.ts'
import { booking, deeds, inState, NOW, settledRefunds, succeeded } from '../testing/settle-facts.ts'
import { type Booking, type RecordedRefund, restKey, settle } from './settle.ts'

/** What the provider says of a refund. */
const one = (amount: number, more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  id: 're_1',
  amount,
  status: 'succeeded',
  key: null,
  ...more,
})

describe('money of which the provider has refunded a part is recorded, then that, then all else', () => {
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
      'too late',
      inState('cancelled'),
      ['refund late:pi', 'mail late-refund:pi', 'mail late-refund-admin:pi'],
    ],
  ])('%s', (_name, facts, then) => {
    const changes = settle(booking(facts), succeeded({ refunds: [elsewhere] }), NOW)
    expect(deeds(changes)).toEqual(['record-payment', 'book-refund provider:re_1', ...then])
    expect(changes[1]).toEqual({ do: 'book-refund', key: 'provider:re_1', refund: elsewhere })
  })
})

describe('of money that has no use goes back', () => {
  test.each<[string, ProviderRefund[], number | null]>([
    ['all', [], 45_000],
    ['the rest, to the last cent', [one(44_999)], 1],
    ['nothing when all went back', [one(45_000)], null],
    ['nothing when more went back', [one(45_001)], null],
    ['the rest of several refunds', [one(5_000), one(7_000, { id: 're_2' })], 33_000],
    ['what no refund on its way gives', [one(5_000, { status: 'pending' })], 40_000],
    ['all when a refund has failed', [one(5_000, { status: 'failed' })], 45_000],
    ['nothing when it was asked for', [one(5_000, { key: 'late:pi' })], null],
    ['nothing when that has failed', [one(45_000, { key: 'late:pi', status: 'failed' })], null],
    ['all when it failed for another cause', [one(45_000, { key: 'late:other', status: 'failed' })], 45_000],
  ])('%s', (_name, refunds, amount) => {
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

test('gives back only what the provider has not already given back', () => {
  const partly = succeeded({ refunds: [{ id: 're_1', amount: 5_000, status: 'succeeded', key: null }] })
  const changes = settle(booking(inState('expired')), partly, NOW)
  expect(changes).toContainEqual({ do: 'refund', key: 'late:pi', amount: 40_000, reason: 'late' })
  expect(deeds(changes)).toContain('book-refund provider:re_1')
})

describe('a refund of ours that was refused', () => {
  const refused = { key: 'orphan:pi', status: 'failed', providerRefundId: null } as const
  const elsewhere = { id: 're_1', amount: 5_000, status: 'succeeded', key: null } as const
  const bookedElsewhere = { key: 'provider:re_1', status: 'succeeded', providerRefundId: 're_1' } as const
  const rest = { do: 'refund', key: 'orphan:pi:rest', amount: 40_000, reason: 'orphan' }

  test('since the dashboard gave back a part: the rest is asked for', () => {
    expect(settledRefunds([refused, bookedElsewhere], { refunds: [elsewhere] })).toEqual([rest])
    expect(settledRefunds([refused], { refunds: [elsewhere] })).toContainEqual(rest)
  })

  test.each(['late', 'duplicate', 'orphan'])('for the same reason as the whole: %s', (reason) => {
    const whole = { ...refused, key: `${reason}:pi` }
    expect(restKey(whole.key)).toBe(`${reason}:pi:rest`)
    expect(settledRefunds([whole, bookedElsewhere], { refunds: [elsewhere] })).toEqual([
      { do: 'refund', key: `${reason}:pi:rest`, amount: 40_000, reason },
    ])
  })

  const pending = { id: 're_2', amount: 3_000, status: 'pending', key: 'admin:1' } as const
  test.each<[string, RecordedRefund[], object, number]>([
    ['a dispute holds a part', [refused], { withdrawn: 20_000 }, 25_000],
    [
      'one holds a part of what is left',
      [refused, bookedElsewhere],
      { refunds: [elsewhere], withdrawn: 10_000 },
      30_000,
    ],
    ['one holds all but a cent', [refused, bookedElsewhere], { refunds: [elsewhere], withdrawn: 39_999 }, 1],
    [
      'another refund is on its way, known by its key',
      [refused, bookedElsewhere, { key: 'admin:1', status: 'requested', providerRefundId: null }],
      { refunds: [elsewhere, pending] },
      37_000,
    ],
    [
      'another refund is on its way, known by its id',
      [refused, bookedElsewhere, { key: 'admin:2', status: 'requested', providerRefundId: 're_2' }],
      { refunds: [elsewhere, { ...pending, key: null }] },
      37_000,
    ],
    [
      'another refund has failed at the provider',
      [refused, bookedElsewhere, { key: 'admin:1', status: 'failed', providerRefundId: 're_2' }],
      { refunds: [elsewhere, { ...pending, status: 'failed' }] },
      40_000,
    ],
    [
      'another refund of an admin was refused too',
      [{ ...refused, key: 'admin:1' }, refused, bookedElsewhere],
      { refunds: [elsewhere] },
      40_000,
    ],
  ])('and %s: what is left is asked for', (_why, rows, said, amount) => {
    const asked = settledRefunds(rows, { withdrawn: 0, ...said }).filter((change) => change.do === 'refund')
    expect(asked).toEqual([{ ...rest, amount }])
  })

  test.each<[string, RecordedRefund[], object]>([
    ['for another reason', [refused], {}],
    [
      'and a dispute holds all that is left',
      [refused, bookedElsewhere],
      { refunds: [elsewhere], withdrawn: 40_000 },
    ],
    [
      'after it had been taken up',
      [{ ...refused, providerRefundId: 're_9' }, bookedElsewhere],
      { refunds: [elsewhere] },
    ],
    ['not yet', [{ ...refused, status: 'requested' }, bookedElsewhere], { refunds: [elsewhere] }],
    [
      'after all, and is on its way',
      [{ ...refused, status: 'requested' }],
      { refunds: [{ ...elsewhere, amount: 40_000, status: 'pending', key: 'orphan:pi' }] },
    ],
    [
      'and was a rest itself',
      [{ ...refused, key: 'orphan:pi:rest' }, bookedElsewhere],
      { refunds: [elsewhere] },
    ],
    [
      'and whose key only ends alike',
      [{ ...refused, key: 'admin:orphan:pi' }, bookedElsewhere],
      { refunds: [elsewhere] },
    ],
    [
      'while another is asked for that the provider does not know',
      [refused, bookedElsewhere, { key: 'admin:1', status: 'requested', providerRefundId: null }],
      { refunds: [elsewhere] },
    ],
    ['and is disputed', [refused, bookedElsewhere], { refunds: [elsewhere], withdrawn: 45_000 }],
    ['since all was given back', [refused], { refunds: [{ ...elsewhere, amount: 45_000 }] }],
    ['since a dispute holds all of it', [refused], { withdrawn: 45_000 }],
    [
      'and whose rest was refused too',
      [refused, bookedElsewhere, { ...refused, key: 'orphan:pi:rest' }],
      { refunds: [elsewhere] },
    ],
    [
      'and that the admin has given by hand',
      [refused, bookedElsewhere, { key: 'by-hand:1', status: 'succeeded', providerRefundId: null }],
      { refunds: [elsewhere] },
    ],
    [
      'and that the admin had decided',
      [{ ...refused, key: 'admin:1' }, bookedElsewhere],
      { refunds: [elsewhere] },
    ],
  ])('%s: nothing is asked for anew', (_why, rows, said) => {
    expect(deeds(settledRefunds(rows, said)).filter((deed) => deed.startsWith('refund '))).toEqual([])
  })
})
