import { describe, expect, test } from 'vitest'
import { booking, deeds, inState, minutes, NOW, recorded, succeeded } from '../testing/settle-facts.ts'
import { settleTable } from '../testing/settle-table.ts'
import { type Booking, mayStillPay, type ProviderFacts, settle } from './settle.ts'

const held = (until: number) => ({
  reservation: { id: 3, status: 'pending' as const, holdExpiresAt: minutes(until) },
})
const taken = (facts: Partial<Booking>, said: object) => settle(booking(facts), succeeded(said), NOW)
describe('settle (R2.1)', () => {
  type Row = [string, Partial<Booking>, ProviderFacts, string[]]
  const endless = { reservation: { id: 3, status: 'pending' as const, holdExpiresAt: null } }
  const noted = { intent: { id: 'pi', status: 'canceled' as const, createdAt: minutes(-20) } }
  const TABLE: Row[] = [
    ['a held spot is paid', {}, succeeded(), ['record-payment', 'confirm']],
    ['paid after the hold, before it was ended', held(-5), succeeded(), ['record-payment', 'confirm']],
    ['no card yet', {}, { status: 'open' }, []],
    ['the hold ends without a card', held(0), { status: 'open' }, ['cancel-intent']],
    ['the hold ends, the intent is canceled', held(0), { status: 'canceled' }, ['close-intent', 'expire']],
    ['the intent is canceled elsewhere while held', {}, { status: 'canceled' }, ['close-intent']],
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
      ['record-payment', 'confirm'],
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
      ['record-payment', 'mail fully-paid:pi'],
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
      'a confirmed stay whose intent is canceled',
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
    ...(['cancelled', 'refunded'] as const).map((status): Row => [
      `paid after all, although a spot is free: ${status}`,
      { ...inState(status), spotFree: true },
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

  describe('the card with which it is paid', () => {
    const kept = { customer: 'cus_1', paymentMethod: 'pm_1', card: 'Visa 4242', expires: null }
    const intent = { id: 'pi', status: 'open' as const, createdAt: minutes(-20), customer: 'cus_1' }

    test.each([
      ['a held spot', {}],
      ['one paid late that is free', { ...inState('expired'), spotFree: true }],
    ])('is kept as the guest wanted, with %s', (_name, facts) => {
      const changes = taken({ intent, ...facts }, { kept })
      expect(deeds(changes)).toEqual(['record-payment', 'confirm', 'keep-card'])
      expect(changes.at(-1)).toEqual({ do: 'keep-card', kept })
    })

    test.each<[string, Partial<Booking>, object]>([
      ['the guest did not want it', { intent: { ...intent, customer: null } }, { kept }],
      ['it is kept with somebody else', { intent: { ...intent, customer: 'cus_2' } }, { kept }],
      ['nobody knows who wanted it', { intent: null }, { kept }],
      ['the provider could not keep it', { intent }, { kept: null }],
      ['the payment is disputed', { intent }, { kept, disputed: true }],
    ])('is not kept where %s', (_name, facts, said) => {
      expect(deeds(taken(facts, said))).toEqual(['record-payment', 'confirm'])
    })

    test('is dropped with a dispute, where one is kept', () => {
      const paid = { payment: recorded(), cardKept: true }
      expect(taken(paid, {})).toEqual([])
      expect(deeds(taken(paid, { disputed: true }))).toEqual(['drop-card'])
      expect(taken({ ...paid, cardKept: false }, { disputed: true })).toEqual([])
    })
  })

  test('records money on its invoice, and money without one on none', () => {
    const [onInvoice] = settle(booking(), succeeded(), NOW)
    const [duplicate] = settle(booking({ invoice: { id: 7, paid: true, paysAll: false } }), succeeded(), NOW)
    expect(onInvoice).toMatchObject({ do: 'record-payment', invoiceId: 7 })
    expect(duplicate).toMatchObject({ do: 'record-payment', invoiceId: null })
  })

  test('money for nothing does not go back while nobody knows since when it is paid', () => {
    const nothing = { invoice: null, reservation: null }
    const said = { chargeId: null, paidAt: minutes(-55) }
    expect(settle(booking(nothing), succeeded(said), NOW)).toEqual([])
    expect(deeds(settle(booking(nothing), succeeded({ paidAt: minutes(-55) }), NOW))).toContain(
      'refund orphan:pi',
    )
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
  ['a canceled stay', inState('cancelled'), false],
  ['an expired hold', inState('expired'), false],
  ['a stay whose money went back', inState('refunded'), false],
  ['an invoice without a stay', { reservation: null }, true],
  ['nobody knows what', { invoice: null, reservation: null, intent: null }, false],
])('may an intent stay open: %s', (_name, facts, may) => {
  expect(mayStillPay(booking(facts), NOW)).toBe(may)
})

test('docs/settle.md is what the code does (R2.6)', async () => {
  await expect(settleTable()).toMatchFileSnapshot('../../../../docs/settle.md')
})
