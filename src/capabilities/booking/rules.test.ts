import { describe, expect, test } from 'vitest'
import {
  mayStillPay,
  restKey,
  settle,
  type Booking,
  type ProviderFacts,
  type RecordedRefund,
} from './rules.ts'
import { settleTable } from './settle-table.ts'
import { booking, deeds, minutes, NOW, succeeded } from './testing/settle-facts.ts'

const held = (until: number) => ({
  reservation: { id: 3, status: 'pending' as const, holdExpiresAt: minutes(until) },
})
const inState = (status: 'confirmed' | 'cancelled' | 'expired' | 'refunded') => ({
  reservation: { id: 3, status, holdExpiresAt: null },
})

const recorded = (more: Partial<NonNullable<Booking['payment']>> = {}) => {
  return { chargeId: 'ch_1', paidAt: minutes(-1), fee: 1_335, withdrawn: 0, refunds: [], ...more }
}

/** A recorded payment with these refunds of ours, and what the provider says of it. */
const settledRefunds = (rows: RecordedRefund[], said: object) =>
  settle(booking({ payment: recorded({ refunds: rows }) }), succeeded(said), NOW)

describe('settle', () => {
  type Row = [string, Partial<Booking>, ProviderFacts, string[]]
  const endless = { reservation: { id: 3, status: 'pending' as const, holdExpiresAt: null } }
  const noted = { intent: { id: 'pi', status: 'canceled' as const, createdAt: minutes(-20) } }
  const TABLE: Row[] = [
    ['a held spot is paid', {}, succeeded(), ['record-payment', 'confirm', 'mail invoice-success:3']],
    [
      'paid after the hold, before it was ended',
      held(-5),
      succeeded(),
      ['record-payment', 'confirm', 'mail invoice-success:3'],
    ],
    [
      'a held spot is paid, and was the spot of a stay that stands',
      { replaces: 2 },
      succeeded(),
      ['record-payment', 'replace', 'confirm', 'mail invoice-success:3'],
    ],
    ['no card yet', {}, { status: 'open' }, []],
    ['the hold ends without a card', held(0), { status: 'open' }, ['cancel-intent']],
    ['the hold ends, the intent is cancelled', held(0), { status: 'canceled' }, ['close-intent', 'expire']],
    ['the intent is cancelled elsewhere while held', {}, { status: 'canceled' }, ['close-intent']],
    ['processing at the end of the hold', held(-59), { status: 'processing' }, []],
    ['processing for an hour more', held(-60), { status: 'processing' }, ['expire']],
    ['no answer at the end of the hold', held(-59), { status: 'unknown' }, []],
    ['no answer for an hour more', held(-60), { status: 'unknown' }, ['expire']],
    [
      'a hold whose intent is gone',
      { ...held(-1), intent: null, invoice: null },
      { status: 'none' },
      ['expire'],
    ],
    ['a hold whose intent is gone, still in time', { intent: null, invoice: null }, { status: 'none' }, []],
    [
      'paid late, a spot is free',
      { ...inState('expired'), spotFree: true },
      succeeded(),
      ['record-payment', 'confirm', 'mail invoice-success:3'],
    ],
    [
      'paid late, no spot is free',
      inState('expired'),
      succeeded(),
      [
        'record-payment',
        'mark-refunded',
        'refund late:pi',
        'mail late-refund:pi',
        'mail late-refund-admin:pi',
      ],
    ],
    [
      'paid after a cancellation',
      inState('cancelled'),
      succeeded(),
      ['record-payment', 'refund late:pi', 'mail late-refund:pi', 'mail late-refund-admin:pi'],
    ],
    [
      'paid again after a late refund',
      inState('refunded'),
      succeeded(),
      ['record-payment', 'refund late:pi', 'mail late-refund:pi', 'mail late-refund-admin:pi'],
    ],
    ['a remainder is paid, more is due', inState('confirmed'), succeeded(), ['record-payment']],
    [
      'the last invoice is paid',
      { ...inState('confirmed'), invoice: { id: 7, paid: false, paysAll: true } },
      succeeded(),
      ['record-payment', 'mail fully-paid:7'],
    ],
    [
      'paid twice',
      { ...inState('confirmed'), invoice: { id: 7, paid: true, paysAll: false } },
      succeeded(),
      ['record-payment', 'refund duplicate:pi'],
    ],
    [
      'an open intent of a paid invoice',
      { ...inState('confirmed'), invoice: { id: 7, paid: true, paysAll: false } },
      { status: 'open' },
      ['cancel-intent'],
    ],
    ['an open intent of an expired hold', inState('expired'), { status: 'open' }, ['cancel-intent']],
    [
      'money without an invoice, just now',
      { invoice: null, reservation: null },
      succeeded({ paidAt: minutes(-14) }),
      [],
    ],
    [
      'money without an invoice, a while ago',
      { invoice: null, reservation: null },
      succeeded({ paidAt: minutes(-15) }),
      ['record-payment', 'refund orphan:pi'],
    ],
    ['an unused intent, 20 minutes old', { invoice: null, reservation: null }, { status: 'open' }, []],
    [
      'an unused intent, an hour old',
      { invoice: null, reservation: null, intent: { id: 'pi', status: 'open', createdAt: minutes(-60) } },
      { status: 'open' },
      ['cancel-intent'],
    ],
    [
      'a late word of an older state',
      {
        ...inState('confirmed'),
        intent: { id: 'pi', status: 'succeeded', createdAt: minutes(-20) },
        payment: recorded({ fee: 1 }),
        invoice: { id: 7, paid: true, paysAll: false },
      },
      { status: 'processing' },
      [],
    ],
    ['a hold without an end is over', endless, { status: 'none' }, ['expire']],
    ['a card form of a hold without an end', endless, { status: 'open' }, ['cancel-intent']],
    [
      'a hold whose intent is gone, at its very end',
      { ...held(0), intent: null },
      { status: 'none' },
      ['expire'],
    ],
    [
      'an intent whose end is noted, the hold is over',
      { ...held(0), ...noted },
      { status: 'canceled' },
      ['expire'],
    ],
    ['an intent whose end is noted, still in time', noted, { status: 'canceled' }, []],
    ['an intent that is no more ours', { ...held(0), intent: null }, { status: 'canceled' }, ['expire']],
    [
      'a confirmed stay whose intent is cancelled',
      inState('confirmed'),
      { status: 'canceled' },
      ['close-intent'],
    ],
    ['a confirmed stay without an intent', inState('confirmed'), { status: 'none' }, []],
    [
      'a confirmed stay whose card is processing for long',
      inState('confirmed'),
      { status: 'processing' },
      [],
    ],
    [
      'a held spot whose invoice is paid already',
      { invoice: { id: 7, paid: true, paysAll: true } },
      succeeded(),
      ['record-payment', 'refund duplicate:pi'],
    ],
    [
      'paid late and twice, although a spot is free',
      { ...inState('expired'), spotFree: true, invoice: { id: 7, paid: true, paysAll: false } },
      succeeded(),
      ['record-payment', 'refund duplicate:pi'],
    ],
    [
      'paid late, a spot is free, which was the spot of a stay that stands',
      { ...inState('expired'), spotFree: true, replaces: 2 },
      succeeded(),
      ['record-payment', 'replace', 'confirm', 'mail invoice-success:3'],
    ],
    ...(['cancelled', 'refunded'] as const).map((status): Row => [
      `paid after all, although a spot is free: ${status}`,
      { ...inState(status), spotFree: true, replaces: 2 },
      succeeded(),
      ['record-payment', 'refund late:pi', 'mail late-refund:pi', 'mail late-refund-admin:pi'],
    ]),
    ...(
      [
        ['no invoice', { invoice: null, ...inState('confirmed') }],
        ['no reservation', { reservation: null }],
      ] as const
    ).map(([what, facts]): Row => [
      `money of a while ago with ${what}`,
      facts,
      succeeded({ paidAt: minutes(-15) }),
      ['record-payment', 'refund orphan:pi'],
    ]),
  ]
  test.each(TABLE)('%s', (_name, facts, said, wanted) => {
    expect(deeds(settle(booking(facts), said, NOW))).toEqual(wanted)
  })

  test('records money on its invoice, and money without one on none', () => {
    const [onInvoice] = settle(booking(), succeeded(), NOW)
    const [duplicate] = settle(booking({ invoice: { id: 7, paid: true, paysAll: false } }), succeeded(), NOW)
    expect(onInvoice).toMatchObject({ do: 'record-payment', invoiceId: 7 })
    expect(duplicate).toMatchObject({ do: 'record-payment', invoiceId: null })
  })

  describe('money of which the provider has refunded a part is recorded, then that, then all else', () => {
    const desk = { id: 're_1', amount: 5_000, status: 'succeeded', key: null }
    test.each<[string, Partial<Booking>, string[]]>([
      ['a held spot', { replaces: 2 }, ['replace', 'confirm', 'mail invoice-success:3']],
      [
        'the last invoice',
        { ...inState('confirmed'), invoice: { id: 7, paid: false, paysAll: true } },
        ['mail fully-paid:7'],
      ],
      ['one of several invoices', inState('confirmed'), []],
      ['a duplicate', { invoice: { id: 7, paid: true, paysAll: false } }, ['refund duplicate:pi']],
      [
        'too late',
        inState('cancelled'),
        ['refund late:pi', 'mail late-refund:pi', 'mail late-refund-admin:pi'],
      ],
    ])('%s', (_name, facts, then) => {
      const changes = settle(booking(facts), succeeded({ refunds: [desk] }), NOW)
      expect(deeds(changes)).toEqual(['record-payment', 'book-refund provider:re_1', ...then])
      expect(changes[1]).toEqual({ do: 'book-refund', key: 'provider:re_1', refund: desk })
    })
  })

  describe('of money that has no use goes back', () => {
    const one = (amount: number, more: object = {}) => ({
      id: 're_1',
      amount,
      status: 'succeeded',
      key: null,
      ...more,
    })
    test.each<[string, object[], number | null]>([
      ['all', [], 45_000],
      ['the rest, to the last cent', [one(44_999)], 1],
      ['nothing when all went back', [one(45_000)], null],
      ['nothing when more went back', [one(45_001)], null],
      ['the rest of several refunds', [one(5_000), one(7_000, { id: 're_2' })], 33_000],
      ['what no refund on its way gives', [one(5_000, { status: 'pending' })], 40_000],
      ['all when a refund has failed', [one(5_000, { status: 'failed' })], 45_000],
      ['nothing when it was asked for', [one(5_000, { key: 'late:pi' })], null],
      ['nothing when that has failed', [one(45_000, { key: 'late:pi', status: 'failed' })], null],
      [
        'all when it failed for another cause',
        [one(45_000, { key: 'late:other', status: 'failed' })],
        45_000,
      ],
    ])('%s', (_name, refunds, amount) => {
      const changes = settle(booking(inState('cancelled')), succeeded({ refunds }), NOW)
      const asked = changes.filter((change) => change.do === 'refund')
      expect(asked).toEqual(amount === null ? [] : [{ do: 'refund', key: 'late:pi', amount, reason: 'late' }])
      const booked = refunds.filter((refund) => !('status' in refund && refund.status === 'failed'))
      expect(changes.filter((change) => change.do === 'book-refund')).toHaveLength(booked.length)
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
    const desk = { id: 're_1', amount: 5_000, status: 'succeeded', key: null } as const
    const atDesk = { key: 'provider:re_1', status: 'succeeded', providerRefundId: 're_1' } as const
    const rest = { do: 'refund', key: 'orphan:pi:rest', amount: 40_000, reason: 'orphan' }

    test('since the desk gave back a part: the rest is asked for', () => {
      expect(settledRefunds([refused, atDesk], { refunds: [desk] })).toEqual([rest])
      expect(settledRefunds([refused], { refunds: [desk] })).toContainEqual(rest)
    })

    test.each(['late', 'duplicate', 'orphan'])('for the same reason as the whole: %s', (reason) => {
      const whole = { ...refused, key: `${reason}:pi` }
      expect(restKey(whole.key)).toBe(`${reason}:pi:rest`)
      expect(settledRefunds([whole, atDesk], { refunds: [desk] })).toEqual([
        { do: 'refund', key: `${reason}:pi:rest`, amount: 40_000, reason },
      ])
    })

    const pending = { id: 're_2', amount: 3_000, status: 'pending', key: 'admin:1' } as const
    test.each<[string, RecordedRefund[], object, number]>([
      ['a dispute holds a part', [refused], { withdrawn: 20_000 }, 25_000],
      ['one holds a part of what is left', [refused, atDesk], { refunds: [desk], withdrawn: 10_000 }, 30_000],
      ['one holds all but a cent', [refused, atDesk], { refunds: [desk], withdrawn: 39_999 }, 1],
      [
        'another refund is on its way, known by its key',
        [refused, atDesk, { key: 'admin:1', status: 'requested', providerRefundId: null }],
        { refunds: [desk, pending] },
        37_000,
      ],
      [
        'another refund is on its way, known by its id',
        [refused, atDesk, { key: 'admin:2', status: 'requested', providerRefundId: 're_2' }],
        { refunds: [desk, { ...pending, key: null }] },
        37_000,
      ],
      [
        'another refund has failed at the provider',
        [refused, atDesk, { key: 'admin:1', status: 'failed', providerRefundId: 're_2' }],
        { refunds: [desk, { ...pending, status: 'failed' }] },
        40_000,
      ],
      [
        'another refund of an admin was refused too',
        [{ ...refused, key: 'admin:1' }, refused, atDesk],
        { refunds: [desk] },
        40_000,
      ],
    ])('and %s: what is left is asked for', (_why, rows, said, amount) => {
      const asked = settledRefunds(rows, { withdrawn: 0, ...said }).filter((change) => change.do === 'refund')
      expect(asked).toEqual([{ ...rest, amount }])
    })

    test.each<[string, RecordedRefund[], object]>([
      ['for another reason', [refused], {}],
      ['and a dispute holds all that is left', [refused, atDesk], { refunds: [desk], withdrawn: 40_000 }],
      ['after it had been taken up', [{ ...refused, providerRefundId: 're_9' }, atDesk], { refunds: [desk] }],
      ['not yet', [{ ...refused, status: 'requested' }, atDesk], { refunds: [desk] }],
      ['and was a rest itself', [{ ...refused, key: 'orphan:pi:rest' }, atDesk], { refunds: [desk] }],
      [
        'and whose key only ends alike',
        [{ ...refused, key: 'admin:orphan:pi' }, atDesk],
        { refunds: [desk] },
      ],
      [
        'while another is asked for that the provider does not know',
        [refused, atDesk, { key: 'admin:1', status: 'requested', providerRefundId: null }],
        { refunds: [desk] },
      ],
      ['and is disputed', [refused, atDesk], { refunds: [desk], withdrawn: 45_000 }],
      ['since all was given back', [refused], { refunds: [{ ...desk, amount: 45_000 }] }],
      ['since a dispute holds all of it', [refused], { withdrawn: 45_000 }],
      [
        'and whose rest was refused too',
        [refused, atDesk, { ...refused, key: 'orphan:pi:rest' }],
        { refunds: [desk] },
      ],
      [
        'and that the admin has given by hand',
        [refused, atDesk, { key: 'by-hand:1', status: 'succeeded', providerRefundId: null }],
        { refunds: [desk] },
      ],
      ['and that the admin had decided', [{ ...refused, key: 'admin:1' }, atDesk], { refunds: [desk] }],
    ])('%s: nothing is asked for anew', (_why, rows, said) => {
      expect(deeds(settledRefunds(rows, said)).filter((deed) => deed.startsWith('refund '))).toEqual([])
    })
  })

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
    ])
  })

  const MOVED = { do: 'update-payment', chargeId: 'ch_1', paidAt: minutes(-1), fee: 1_335, withdrawn: 0 }
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
      { chargeId: null, fee: null },
      { chargeId: null, fee: null, paidAt: minutes(-5), withdrawn: 1 },
      [{ ...MOVED, chargeId: null, fee: null, withdrawn: 1 }],
    ],
    [
      'the charge is told, not yet its fee',
      { chargeId: null, fee: null },
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
    ['is made at the desk', [{ ...ROW, status: 'owed' }], { ...SAID, key: null }, 'provider:re_1'],
    ['has failed at the desk', [], { ...SAID, key: null, status: 'failed' }, null],
    ['is of a row that is not there', [], SAID, 'admin:1'],
  ])('a refund that %s', (_name, rows, refund, key) => {
    expect(settledRefunds(rows, { refunds: [refund] })).toEqual(
      key === null ? [] : [{ do: 'book-refund', key, refund }],
    )
  })

  test('a charge that was not told at first is filled in by the next look, with the time of the payment', () => {
    const unknown = { chargeId: null, fee: null, paidAt: minutes(-20) }
    const before = booking({ payment: recorded(unknown), ...inState('confirmed') })
    expect(settle(before, succeeded(unknown), NOW)).toEqual([])
    expect(settle(before, succeeded(), NOW)).toEqual([
      { do: 'update-payment', chargeId: 'ch_1', paidAt: minutes(-1), fee: 1_335, withdrawn: 0 },
    ])
    // Once told it stays, whatever a later answer leaves out.
    const told = booking({ payment: recorded(), ...inState('confirmed') })
    expect(settle(told, succeeded(unknown), NOW)).toEqual([])
  })

  test('money for nothing does not go back while nobody knows since when it is paid', () => {
    const nothing = { invoice: null, reservation: null }
    const said = { chargeId: null, paidAt: minutes(-55) }
    expect(settle(booking(nothing), succeeded(said), NOW)).toEqual([])
    expect(deeds(settle(booking(nothing), succeeded({ paidAt: minutes(-55) }), NOW))).toContain(
      'refund orphan:pi',
    )
  })

  test('a refund that fails after it had succeeded is booked so, and nothing is asked for again', () => {
    const given: RecordedRefund = { key: 'late:pi', status: 'succeeded', providerRefundId: 're_1' }
    const failed = { id: 're_1', amount: 45_000, status: 'failed', key: 'late:pi' }
    expect(settledRefunds([given], { refunds: [failed] })).toEqual([
      { do: 'book-refund', key: 'late:pi', refund: failed },
    ])
    expect(settledRefunds([{ ...given, status: 'failed' }], { refunds: [failed] })).toEqual([])
  })
})

test('an unused intent may stay open for an hour', () => {
  const unused = { invoice: null, reservation: null }
  expect(
    mayStillPay(booking({ ...unused, intent: { id: 'pi', status: 'open', createdAt: minutes(-59) } }), NOW),
  ).toBe(true)
  expect(
    mayStillPay(booking({ ...unused, intent: { id: 'pi', status: 'open', createdAt: minutes(-60) } }), NOW),
  ).toBe(false)
})

test.each<[string, Partial<Booking>, boolean]>([
  ['a hold, until a moment before its end', held(0.001), true],
  ['a hold at its end', held(0), false],
  ['a hold without an end', { reservation: { id: 3, status: 'pending', holdExpiresAt: null } }, false],
  ['a hold whose invoice is paid', { invoice: { id: 7, paid: true, paysAll: false } }, false],
  ['a hold of which it is not', { invoice: null }, false],
  ['a confirmed stay', inState('confirmed'), true],
  ['a cancelled stay', inState('cancelled'), false],
  ['an expired hold', inState('expired'), false],
  ['a stay whose money went back', inState('refunded'), false],
  ['an invoice without a stay', { reservation: null }, true],
  ['nobody knows what', { invoice: null, reservation: null, intent: null }, false],
])('may an intent stay open: %s', (_name, facts, may) => {
  expect(mayStillPay(booking(facts), NOW)).toBe(may)
})

test('docs/settle.md is what the code does', async () => {
  await expect(settleTable()).toMatchFileSnapshot('../../../docs/settle.md')
})
