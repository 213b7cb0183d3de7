import { describe, expect, test } from 'vitest'
import {
  booking,
  deeds,
  inState,
  minutes,
  NOW,
  recorded,
  succeeded,
} from '#test/support/booking/settle-facts.ts'
import { settleTable } from '#test/support/booking/settle-table.ts'
import { type Booking, mayStillPay, type ProviderFacts, settle } from './settle.ts'

const held = (until: number) => ({
  reservation: { id: 3, status: 'pending' as const, holdExpiresAt: minutes(until) },
})
const taken = (facts: Partial<Booking>, said: object) => settle(booking(facts), succeeded(said), NOW)
describe('the function settle (R2.1)', () => {
  type Row = [string, Partial<Booking>, ProviderFacts, string[]]
  const endless = { reservation: { id: 3, status: 'pending' as const, holdExpiresAt: null } }
  const noted = { intent: { id: 'pi', status: 'canceled' as const, createdAt: minutes(-20) } }
  const TABLE: Row[] = [
    ['a payment of a held spot', {}, succeeded(), ['record-payment', 'confirm']],
    [
      'a payment after the deadline, before the hold is expired',
      held(-5),
      succeeded(),
      ['record-payment', 'confirm'],
    ],
    ['no card yet', {}, { status: 'open' }, []],
    ['the deadline without a card', held(0), { status: 'open' }, ['cancel-intent']],
    ['the deadline with a canceled intent', held(0), { status: 'canceled' }, ['close-intent', 'expire']],
    ['an intent canceled elsewhere before the deadline', {}, { status: 'canceled' }, ['close-intent']],
    ['a processing payment at the deadline', held(-59), { status: 'processing' }, []],
    [
      'a payment still processing an hour after the deadline',
      held(-60),
      { status: 'processing' },
      ['expire'],
    ],
    ['no answer of Stripe at the deadline', held(-59), { status: 'unknown' }, []],
    ['no answer of Stripe an hour after the deadline', held(-60), { status: 'unknown' }, ['expire']],
    [
      'a hold without an intent, past its deadline',
      { ...held(-1), intent: null, invoice: null },
      { status: 'none' },
      ['expire'],
    ],
    [
      'a hold without an intent, before its deadline',
      { intent: null, invoice: null },
      { status: 'none' },
      [],
    ],
    [
      'a late payment while a spot is free',
      { ...inState('expired'), spotFree: true },
      succeeded(),
      ['record-payment', 'confirm'],
    ],
    [
      'a late payment while no spot is free',
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
      'a payment after a cancellation',
      inState('cancelled'),
      succeeded(),
      ['record-payment', 'refund late:pi', 'mail late-refund:pi', 'mail late-refund-admin:pi'],
    ],
    [
      'another payment after a late refund',
      inState('refunded'),
      succeeded(),
      ['record-payment', 'refund late:pi', 'mail late-refund:pi', 'mail late-refund-admin:pi'],
    ],
    ['a payment of the remainder while more is due', inState('confirmed'), succeeded(), ['record-payment']],
    [
      'a payment of the last invoice',
      { ...inState('confirmed'), invoice: { id: 7, paid: false, paysAll: true } },
      succeeded(),
      ['record-payment', 'mail fully-paid:pi'],
    ],
    [
      'a second payment of an invoice',
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
      'a payment without an invoice, 14 minutes old',
      { invoice: null, reservation: null },
      succeeded({ paidAt: minutes(-14) }),
      [],
    ],
    [
      'a payment without an invoice, 15 minutes old',
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
      'an outdated status after the payment is recorded',
      {
        ...inState('confirmed'),
        intent: { id: 'pi', status: 'succeeded', createdAt: minutes(-20) },
        payment: recorded({ fee: 1 }),
        invoice: { id: 7, paid: true, paysAll: false },
      },
      { status: 'processing' },
      [],
    ],
    ['a hold without a deadline', endless, { status: 'none' }, ['expire']],
    ['a card form of a hold without a deadline', endless, { status: 'open' }, ['cancel-intent']],
    [
      'a hold without an intent, exactly at its deadline',
      { ...held(0), intent: null },
      { status: 'none' },
      ['expire'],
    ],
    [
      'an intent recorded as canceled, at the deadline',
      { ...held(0), ...noted },
      { status: 'canceled' },
      ['expire'],
    ],
    ['an intent recorded as canceled, before the deadline', noted, { status: 'canceled' }, []],
    ['an intent without a row', { ...held(0), intent: null }, { status: 'canceled' }, ['expire']],
    [
      'a confirmed stay whose intent is canceled',
      inState('confirmed'),
      { status: 'canceled' },
      ['close-intent'],
    ],
    ['a confirmed stay without an intent', inState('confirmed'), { status: 'none' }, []],
    [
      'a confirmed stay whose card is processing for a long time',
      inState('confirmed'),
      { status: 'processing' },
      [],
    ],
    [
      'a payment of a hold whose invoice is already paid',
      { invoice: { id: 7, paid: true, paysAll: true } },
      succeeded(),
      ['record-payment', 'refund duplicate:pi'],
    ],
    [
      'a late second payment, although a spot is free',
      { ...inState('expired'), spotFree: true, invoice: { id: 7, paid: true, paysAll: false } },
      succeeded(),
      ['record-payment', 'refund duplicate:pi'],
    ],
    ...(['cancelled', 'refunded'] as const).map((status): Row => [
      `a payment of a reservation that is ${status}, although a spot is free`,
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
      `a payment 15 minutes old with ${what}`,
      facts,
      succeeded({ paidAt: minutes(-15) }),
      ['record-payment', 'refund orphan:pi'],
    ]),
  ]
  test.each(TABLE)(
    'returns the changes to reservation, payment and refunds for %s',
    (_name, facts, said, wanted) => {
      expect(deeds(settle(booking(facts), said, NOW))).toEqual(wanted)
    },
  )

  describe('for card payments', () => {
    const savedCard = { customer: 'cus_1', paymentMethod: 'pm_1', card: 'Visa 4242', expires: null }
    const intent = { id: 'pi', status: 'open' as const, createdAt: minutes(-20), customer: 'cus_1' }

    test.each([
      ['a held spot', {}],
      ['an expired spot that is still free', { ...inState('expired'), spotFree: true }],
    ])('saves the card if the guest agreed and the deposit pays for %s', (_name, facts) => {
      const changes = taken({ intent, ...facts }, { savedCard })
      expect(deeds(changes)).toEqual(['record-payment', 'confirm', 'keep-card'])
      expect(changes.at(-1)).toEqual({ do: 'keep-card', savedCard })
    })

    test.each<[string, Partial<Booking>, object]>([
      ['the guest did not agree', { intent: { ...intent, customer: null } }, { savedCard }],
      ['Stripe saved it to another customer', { intent: { ...intent, customer: 'cus_2' } }, { savedCard }],
      ['the intent has no row', { intent: null }, { savedCard }],
      ['Stripe could not save it', { intent }, { savedCard: null }],
      ['the payment is disputed', { intent }, { savedCard, disputed: true }],
    ])('does not save the card that paid the deposit if %s', (_name, facts, said) => {
      expect(deeds(taken(facts, said))).toEqual(['record-payment', 'confirm'])
    })

    test('deletes a saved card when the guest disputes the payment that saved it', () => {
      const paid = { payment: recorded(), cardKept: true }
      expect(taken(paid, {})).toEqual([])
      expect(deeds(taken(paid, { disputed: true }))).toEqual(['drop-card'])
      expect(taken({ ...paid, cardKept: false }, { disputed: true })).toEqual([])
    })

    test('notifies the admins once that a bank suspects fraud, if the payment belongs to a reservation', () => {
      const warned = { payment: recorded(), cardKept: true, hasNewWarning: true }
      expect(deeds(taken(warned, { disputed: true }))).toEqual(['drop-card', 'pass-on-warning'])
      expect(taken({ ...warned, cardKept: false, hasNewWarning: false }, { disputed: true })).toEqual([])
      expect(taken({ ...warned, invoice: null, reservation: null, cardKept: false }, {})).toEqual([])
    })
  })

  test('records a payment together with the invoice that it pays, or with no invoice if that invoice was already paid', () => {
    const [onInvoice] = settle(booking(), succeeded(), NOW)
    const [duplicate] = settle(booking({ invoice: { id: 7, paid: true, paysAll: false } }), succeeded(), NOW)
    expect(onInvoice).toMatchObject({ do: 'record-payment', invoiceId: 7 })
    expect(duplicate).toMatchObject({ do: 'record-payment', invoiceId: null })
  })

  test('does not refund a payment without an invoice while the time of payment is unknown', () => {
    const nothing = { invoice: null, reservation: null }
    const said = { chargeId: null, paidAt: minutes(-55) }
    expect(settle(booking(nothing), succeeded(said), NOW)).toEqual([])
    expect(deeds(settle(booking(nothing), succeeded({ paidAt: minutes(-55) }), NOW))).toContain(
      'refund orphan:pi',
    )
  })
})

test('keeps an unused payment intent open for an hour', () => {
  const unused = { invoice: null, reservation: null }
  expect(
    mayStillPay(booking({ ...unused, intent: { id: 'pi', status: 'open', createdAt: minutes(-59) } }), NOW),
  ).toBe(true)
  expect(
    mayStillPay(booking({ ...unused, intent: { id: 'pi', status: 'open', createdAt: minutes(-60) } }), NOW),
  ).toBe(false)
})

test.each<[string, Partial<Booking>, boolean]>([
  ['a hold just before its deadline', held(0.001), true],
  ['a hold at its deadline', held(0), false],
  ['a hold without a deadline', { reservation: { id: 3, status: 'pending', holdExpiresAt: null } }, false],
  ['a hold whose invoice is paid', { invoice: { id: 7, paid: true, paysAll: false } }, false],
  ['a hold that the intent does not belong to', { invoice: null }, false],
  ['a confirmed stay', inState('confirmed'), true],
  ['a canceled stay', inState('cancelled'), false],
  ['an expired hold', inState('expired'), false],
  ['a stay that was refunded', inState('refunded'), false],
  ['an invoice without a stay', { reservation: null }, true],
  ['nothing is known', { invoice: null, reservation: null, intent: null }, false],
])('decides whether a payment intent may stay open: %s', (_name, facts, may) => {
  expect(mayStillPay(booking(facts), NOW)).toBe(may)
})

test('makes the changes that the table in settle.md lists (R2.6)', async () => {
  await expect(settleTable()).toMatchFileSnapshot('./settle.md')
})
