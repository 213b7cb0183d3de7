import { describe, expect, test } from 'vitest'
import { mayStillPay, settle, type Booking, type ProviderFacts, type RecordedRefund } from './rules.ts'
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
  const TABLE: [string, Partial<Booking>, ProviderFacts, string[]][] = [
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

    test.each<[string, RecordedRefund[], object]>([
      ['for another reason', [refused], {}],
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

test('docs/settle.md is what the code does', async () => {
  await expect(settleTable()).toMatchFileSnapshot('../../../docs/settle.md')
})
