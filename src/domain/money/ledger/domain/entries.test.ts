import { describe, expect, test } from 'vitest'
import { ACCOUNTS, type Account } from '#platform/database/schema/ledger.ts'
import { formatMoney } from '#shared/money.ts'
import {
  CARD,
  guestOf,
  HAND,
  held,
  HOME,
  LATER,
  linesOf,
  noon,
  NOW,
  PAID_AT,
  paymentOf,
  posting,
  refundEntries,
  refundOf,
  stayEntries,
  stayOf,
  taxesIn,
  transactionOf,
} from '#test/support/money/ledger-facts.ts'
import {
  accountOf,
  balancesOf,
  type BookedGuest,
  depositedParts,
  entriesOfAdjustment,
  entriesOfPayment,
  entriesOfReturn,
  entriesOfSlip,
  entriesOfTransaction,
  entriesOfUndoneSlip,
  type Entry,
  ENTRY_KINDS,
  type GuestAmount,
  type GuestPart,
  heldIn,
  type Line,
  overpaidIn,
  paidParts,
  type PaymentFact,
  type PostedEntry,
  refundAccountOf,
  type RefundFact,
  type RefundPart,
  refundParts,
  RESTS,
  standing,
  type TransactionFact,
} from './entries.ts'

const [ANN, BOB, CAT] = [guestOf(1), guestOf(2), guestOf(3)]

function ownerOf({ reservationId, eventId }: Line): string {
  const name = reservationId === null ? 'nobody' : `guest ${reservationId}`
  return eventId === HOME || (eventId === null && reservationId === null) ? name : `${name} at ${eventId}`
}

/** Returns entries in words: `2027-05-03 payment, guest 1: bank $450.00, guest_deposits -$450.00`. */
const inWords = (entries: readonly (Entry | PostedEntry)[]): string[] =>
  entries.map(({ day, kind, lines }) => {
    const words = lines.map((line, index) => {
      const before = lines[index - 1]
      const owner = before && ownerOf(before) === ownerOf(line) ? '' : `${ownerOf(line)}: `
      const tax = line.taxId ? ` (tax ${line.taxId})` : ''
      return `${owner}${line.account}${tax} ${formatMoney(line.amount)}`
    })
    return `${day} ${kind}, ${words.join(', ')}`
  })

const checkOf = (changes: Partial<PaymentFact> = {}) => paymentOf({ method: 'check', ...changes })

const partsOf = (...amounts: number[]): GuestPart[] =>
  amounts.map((amount, index) => ({ guest: guestOf(index + 1), amount }))

/** A payment of $900.00 for Ann ($500.00) and Bob ($400.00). */
const PARTY = paymentOf({ amount: 90_000, parts: partsOf(50_000, 40_000) })

describe('a payment', () => {
  test('by card is received in the provider’s balance, less the fee (R49.2)', () => {
    const entries = entriesOfPayment(CARD, paymentOf({ fee: 1_335 }), [], NOW)
    expect(inWords(entries)).toEqual([
      '2027-05-03 payment, guest 1: stripe_balance $450.00, guest_deposits -$450.00',
      '2027-05-03 fee, guest 1: fees $13.35, stripe_balance -$13.35',
    ])
    expect(entries).toMatchObject([
      { source: 'payment', sourceId: '5', step: 1, occurredAt: PAID_AT },
      { source: 'payment', sourceId: '5', step: 2, occurredAt: PAID_AT },
    ])
  })

  test.each<[string, Account, Account]>([
    ['card', 'stripe_balance', 'bank'],
    ['transfer', 'bank', 'bank'],
    ['check', 'undeposited', 'bank'],
    ['cash', 'undeposited', 'undeposited'],
    ['other', 'undeposited', 'undeposited'],
  ])('by %s is received in %s, and refunded by hand from %s', (method, received, refunded) => {
    expect([accountOf(method), refundAccountOf(method)]).toEqual([received, refunded])
  })

  test('is posted where the money of each guest rests: deposits, income, or what was kept (R49.2)', () => {
    const parts = [
      { guest: ANN, amount: 10_000 },
      { guest: guestOf(2, { rest: 'retreat_income', taxesIn }), amount: 10_700 },
      { guest: guestOf(3, { rest: 'cancellation_income', taxesIn }), amount: 10_000 },
      { guest: guestOf(4), amount: 0 },
      { guest: guestOf(null, { rest: 'retreat_income' }), amount: 5 },
    ]
    expect(inWords(entriesOfPayment(HAND, checkOf({ amount: 30_705, parts }), [], NOW))).toEqual([
      '2027-05-03 payment, ' +
        'guest 1: undeposited $100.00, guest_deposits -$100.00, ' +
        'guest 2: undeposited $107.00, retreat_income -$100.00, tax_payable (tax 1) -$5.00, tax_payable (tax 2) -$2.00, ' +
        'guest 3: undeposited $100.00, cancellation_income -$100.00, ' +
        'nobody: undeposited $0.05, retreat_income -$0.05',
    ])
  })

  test('of nothing is not posted', () => {
    expect(entriesOfPayment(HAND, checkOf({ amount: 0 }), [], NOW)).toEqual([])
  })

  test('posts a fee that arrives late, shared by the guests, and then only what changes', () => {
    const received = posting(entriesOfPayment(CARD, PARTY, [], NOW))
    const told = entriesOfPayment(CARD, { ...PARTY, fee: 90 }, received, LATER)
    expect(inWords(told)).toEqual([
      '2027-05-03 fee, guest 1: fees $0.50, stripe_balance -$0.50, guest 2: fees $0.40, stripe_balance -$0.40',
    ])
    expect(told[0]?.step).toBe(2)
    const changed = entriesOfPayment(CARD, { ...PARTY, fee: 72 }, posting(told, received), LATER)
    expect(inWords(changed)).toEqual([
      '2027-05-03 fee, guest 1: fees -$0.10, stripe_balance $0.10, guest 2: fees -$0.08, stripe_balance $0.08',
    ])
  })

  test('posts what banks withdraw and return, as entries of their own', () => {
    const received = posting(entriesOfPayment(CARD, PARTY, [], NOW))
    const opened = entriesOfPayment(CARD, { ...PARTY, withdrawn: 90_000 }, received, NOW)
    expect(inWords(opened)).toEqual([
      '2027-05-06 dispute, guest 1: disputes $500.00, stripe_balance -$500.00, guest 2: disputes $400.00, stripe_balance -$400.00',
    ])
    expect(opened).toMatchObject([{ source: 'dispute', sourceId: '5', step: 1, occurredAt: NOW }])
    const won = entriesOfPayment(
      CARD,
      { ...PARTY, withdrawn: 1, withdrawnAt: LATER },
      posting(opened, received),
      LATER,
    )
    expect(inWords(won)).toEqual([
      '2027-05-09 dispute_returned, guest 1: disputes -$499.99, stripe_balance $499.99, guest 2: disputes -$400.00, stripe_balance $400.00',
    ])
    expect(won).toMatchObject([{ source: 'dispute', step: 2 }])
    const posted = posting(won, posting(opened, received))
    const told = entriesOfPayment(CARD, { ...PARTY, withdrawn: 1, fee: 90 }, posted, LATER)
    expect(told).toMatchObject([{ source: 'payment', kind: 'fee', step: 2 }])
  })

  test('gives all of the fee to the only guest for whom nothing was paid', () => {
    const fact = paymentOf({ amount: 0, fee: 5 })
    expect(inWords(entriesOfPayment(CARD, fact, [], NOW))).toEqual([
      '2027-05-03 fee, guest 1: fees $0.05, stripe_balance -$0.05',
    ])
  })
})

describe('a hand payment that was recorded wrong', () => {
  const received = posting(entriesOfPayment(HAND, checkOf(), [], NOW))
  const RECEIPT = '2027-05-03 payment, guest 1: undeposited $450.00, guest_deposits -$450.00'
  const REVERSAL = '2027-05-03 reversal, guest 1: undeposited -$450.00, guest_deposits $450.00'

  test.each<[string, Partial<PaymentFact>, string[]]>([
    ['nothing', {}, []],
    ['check to cash, which is in the same drawer', { method: 'cash' }, []],
    ['a later hour of the same day', { paidAt: new Date('2027-05-04T05:59:00Z') }, []],
    [
      'the amount',
      { amount: 40_000, parts: partsOf(40_000) },
      [REVERSAL, '2027-05-03 payment, guest 1: undeposited $400.00, guest_deposits -$400.00'],
    ],
    [
      'the method',
      { method: 'transfer' },
      [REVERSAL, '2027-05-03 payment, guest 1: bank $450.00, guest_deposits -$450.00'],
    ],
    ['the day', { paidAt: new Date('2027-05-04T06:00:00Z') }, [REVERSAL, RECEIPT.replace('-03', '-04')]],
    ['the amount to zero', { amount: 0, parts: partsOf(0) }, [REVERSAL]],
  ])('is reversed on its own day and posted again: %s (R49.1)', (_, changes, words) => {
    expect(inWords(received)).toEqual([RECEIPT])
    const entries = entriesOfPayment(HAND, checkOf(changes), received, NOW)
    expect(inWords(entries)).toEqual(words)
    if (words.length > 0)
      expect(entries[0]).toMatchObject({ source: 'hand', step: 2, reverses: 1, occurredAt: NOW })
  })

  test('is reversed if an admin deletes it', () => {
    expect(inWords(entriesOfPayment(HAND, null, received, NOW))).toEqual([REVERSAL])
  })

  test('is not a card payment: a card payment keeps the day on which it was received', () => {
    const card = posting(entriesOfPayment(CARD, paymentOf({ fee: 5 }), [], NOW))
    expect(entriesOfPayment(CARD, paymentOf({ fee: 5, paidAt: LATER }), card, NOW)).toEqual([])
  })

  test('is reversed together with what counts for another guest since', () => {
    const moved = checkOf({ parts: [{ guest: BOB, amount: 45_000 }, ...partsOf(0)] })
    const posted = posting(entriesOfPayment(HAND, moved, received, NOW), received)
    expect(inWords(entriesOfPayment(HAND, null, posted, LATER))).toEqual([
      REVERSAL,
      '2027-05-06 reversal, guest 2: undeposited -$450.00, guest_deposits $450.00, guest 1: undeposited $450.00, guest_deposits -$450.00',
    ])
  })
})

describe('a payment that counts for another guest since', () => {
  const received = posting(entriesOfPayment(CARD, { ...PARTY, fee: 90 }, [], NOW))
  const after = (...parts: GuestPart[]) =>
    inWords(entriesOfPayment(CARD, { ...PARTY, fee: 90, parts }, received, LATER))

  test('moves from one guest to the other, to where the money of each rests (R49.1)', () => {
    const income = guestOf(2, { rest: 'retreat_income', taxesIn })
    expect(after({ guest: ANN, amount: 39_300 }, { guest: income, amount: 50_700 })).toEqual([
      '2027-05-09 hand_over, guest 1: stripe_balance -$107.00, guest_deposits $107.00, ' +
        'guest 2: stripe_balance $107.00, retreat_income -$100.00, tax_payable (tax 1) -$5.00, tax_payable (tax 2) -$2.00',
    ])
    expect(after({ guest: ANN, amount: 60_700 }, { guest: income, amount: 29_300 })).toEqual([
      '2027-05-09 hand_over, guest 1: stripe_balance $107.00, guest_deposits -$107.00, ' +
        'guest 2: stripe_balance -$107.00, retreat_income $100.00, tax_payable (tax 1) $5.00, tax_payable (tax 2) $2.00',
    ])
  })

  test('stays under the number of a guest who was deleted, and counts for nobody else (R49.1)', () => {
    // The site adds the line of a deleted companion to the payer's line.
    expect(after({ guest: ANN, amount: 90_000 })).toEqual([])
    expect(after({ guest: CAT, amount: 90_000 })).toEqual([])
  })

  test('keeps for a companion what was paid for them after another companion was deleted (R49.1)', () => {
    const paid = paymentOf({ amount: 90_000, parts: partsOf(30_000, 30_000, 30_000) })
    const posted = posting(entriesOfPayment(CARD, paid, [], NOW))
    const later = { ...paid, fee: 0, parts: partsOf(60_000, 30_000) }
    expect(inWords(entriesOfPayment(CARD, later, posted, LATER))).toEqual([])
    const moved = { ...paid, parts: [...partsOf(50_000, 10_000), { guest: guestOf(4), amount: 30_000 }] }
    expect(inWords(entriesOfPayment(CARD, moved, posted, LATER))).toEqual([
      '2027-05-09 hand_over, guest 1: stripe_balance $80.00, guest_deposits -$80.00, ' +
        'guest 2: stripe_balance -$200.00, guest_deposits $200.00, ' +
        'guest 4: stripe_balance $120.00, guest_deposits -$120.00',
    ])
  })
})

const amountsOf = (posted: PostedEntry[]) => paidParts(posted, []).map(({ amount }) => amount)

/** Returns all entries after a refund was decided and made, in addition to those `before`. */
const decide = (fact: Partial<RefundFact>, parts: RefundPart[], before: readonly PostedEntry[]) =>
  posting(
    refundEntries(refundOf({ status: 'succeeded', ...fact }), {
      parts,
      balances: [],
    }),
    before,
  )

describe('the parts of a payment', () => {
  const nothing = { late: 0, cancellation: 0, overpayment: 0, goodwill: 0 }
  const received = posting(entriesOfPayment(CARD, { ...PARTY, fee: 90 }, [], NOW))

  test('are what it is for each guest, wherever the money rests, and without the fee', () => {
    const income = guestOf(2, { rest: 'retreat_income', taxesIn })
    const parts = [...partsOf(50_000), { guest: income, amount: 40_000 }]
    const paid = posting(entriesOfPayment(CARD, { ...PARTY, fee: 90, withdrawn: 500, parts }, [], NOW))
    const expected = [
      { reservationId: 1, amount: 50_000, refunded: nothing },
      { reservationId: 2, amount: 40_000, refunded: nothing },
    ]
    expect(paidParts(received, [])).toEqual(expected)
    expect(
      paidParts(
        paid.filter(({ source }) => source === 'payment'),
        [],
      ),
    ).toEqual(expected)
    expect(paidParts([], [])).toEqual([])
  })

  test('follow the lines of the invoice, and corrections of a hand payment', () => {
    const moved = entriesOfPayment(
      CARD,
      { ...PARTY, fee: 90, parts: partsOf(20_000, 70_000) },
      received,
      LATER,
    )
    expect(amountsOf(posting(moved, received))).toEqual([20_000, 70_000])
    const check = posting(entriesOfPayment(HAND, checkOf({ amount: 90_000, parts: PARTY.parts }), [], NOW))
    const corrected = checkOf({
      amount: 60_000,
      parts: partsOf(10_000, 50_000),
    })
    expect(amountsOf(posting(entriesOfPayment(HAND, corrected, check, LATER), check))).toEqual([
      10_000, 50_000,
    ])
  })

  test('tell what was refunded for each guest by cause, and leave out refunds that failed', () => {
    const first = decide(
      { amount: 3_000, overpayment: 1_000 },
      [restOf(ANN, 1_500, 1_000), restOf(BOB, 500)],
      [],
    )
    const second = decide({ amount: 700, cause: 'cancellation' }, [restOf(BOB, 700)], first)
    const all = decide({ amount: 60, cause: 'late' }, [restOf(ANN, 60)], second)
    expect(paidParts(received, all)).toEqual([
      {
        reservationId: 1,
        amount: 50_000,
        refunded: { ...nothing, overpayment: 1_000, goodwill: 1_500, late: 60 },
      },
      {
        reservationId: 2,
        amount: 40_000,
        refunded: { ...nothing, goodwill: 500, cancellation: 700 },
      },
    ])
    expect([...overpaidIn(all)]).toEqual([[1, 1_000]])
    const failed = posting(refundEntries(refundOf({ status: 'failed' }), { posted: first }), first)
    expect(paidParts(received, failed).map(({ refunded }) => refunded)).toEqual([nothing, nothing])
    expect([...overpaidIn(failed)]).toEqual([])
  })
})

const restOf = (guest: BookedGuest, rest: number, overpayment = 0): RefundPart => ({
  guest,
  overpayment,
  rest,
})

describe('a refund', () => {
  const DECIDED = '2027-05-06 refund_goodwill, guest 1: guest_deposits $300.00, refunds_payable -$300.00'
  const MADE = '2027-05-07 refund_made, guest 1: refunds_payable $300.00, stripe_balance -$300.00'
  const finishedAt = noon('2027-05-07')

  test('is owed when it is decided, and paid when the money leaves (R49.2)', () => {
    const decided = refundEntries(refundOf())
    expect(inWords(decided)).toEqual([DECIDED])
    expect(decided).toMatchObject([{ source: 'refund', sourceId: '9', step: 1, occurredAt: NOW }])
    const made = refundEntries(refundOf({ status: 'succeeded', finishedAt }), { posted: posting(decided) })
    expect(inWords(made)).toEqual([MADE])
    expect(made).toMatchObject([{ source: 'refund', sourceId: '9', step: 2, occurredAt: finishedAt }])
  })

  test('that an admin has already given is owed and paid, from the account that paid it', () => {
    const fact = refundOf({ status: 'succeeded', cause: 'late', from: 'bank' })
    expect(inWords(refundEntries(fact))).toEqual([
      '2027-05-06 refund_late, guest 1: guest_deposits $300.00, refunds_payable -$300.00',
      '2027-05-09 refund_made, guest 1: refunds_payable $300.00, bank -$300.00',
    ])
  })

  test('is posted by what it returns: first an overpayment, then the rest, which has less to draw on', () => {
    const fact = refundOf({ overpayment: 10_000, cause: 'cancellation', status: 'owed' })
    const balances = [held('guest_deposits', 15_000), held('cancellation_income', 20_000)]
    expect(inWords(refundEntries(fact, { parts: [restOf(ANN, 20_000, 10_000)], balances }))).toEqual([
      '2027-05-06 refund_overpayment, guest 1: guest_deposits $100.00, refunds_payable -$100.00',
      '2027-05-06 refund_cancellation, guest 1: guest_deposits $50.00, cancellation_income $150.00, refunds_payable -$200.00',
    ])
  })

  test('draws on income and its taxes in proportion, after deposits and what was kept (R50.2)', () => {
    const balances = [
      held('tax_payable', 200, { taxId: 2 }),
      held('tax_payable', 500, { taxId: 1 }),
      held('retreat_income', 10_000),
      held('cancellation_income', 100, { eventId: 8 }),
      held('guest_deposits', 30, { eventId: 8 }),
      held('guest_deposits', 90),
      // Money of another guest, and a debt.
      held('guest_deposits', 1_000_000, { reservationId: 2 }),
      held('cancellation_income', -1_000_000),
      held('refunds_payable', 1_000_000),
    ]
    expect(inWords(refundEntries(refundOf({ amount: 5_570 }), { balances }))).toEqual([
      '2027-05-06 refund_goodwill, guest 1 at 8: guest_deposits $0.30, guest 1: guest_deposits $0.90, ' +
        'guest 1 at 8: cancellation_income $1.00, ' +
        'guest 1: tax_payable (tax 2) $1.00, tax_payable (tax 1) $2.50, retreat_income $50.00, refunds_payable -$55.70',
    ])
  })

  test('overdraws the deposits of a guest for whom nothing is left', () => {
    expect(inWords(refundEntries(refundOf(), { balances: [held('retreat_income', 10_000)] }))).toEqual([
      '2027-05-06 refund_goodwill, guest 1: retreat_income $100.00, guest_deposits $200.00, refunds_payable -$300.00',
    ])
  })

  test('of money that belongs to no reservation is drawn from that money', () => {
    const nobody = { reservationId: null, eventId: null }
    const balances = [held('retreat_income', 30_000, nobody), held('guest_deposits', 90_000)]
    expect(inWords(refundEntries(refundOf(), { parts: [restOf(guestOf(null), 30_000)], balances }))).toEqual([
      '2027-05-06 refund_goodwill, nobody: retreat_income $300.00, refunds_payable -$300.00',
    ])
  })

  test('for a party is owed to each guest, and to none whose part is zero', () => {
    const parts = [restOf(ANN, 20_000), restOf(BOB, 0), restOf(CAT, 10_000)]
    const balances = [1, 2, 3].map((reservationId) => held('guest_deposits', 30_000, { reservationId }))
    expect(
      inWords(refundEntries(refundOf({ status: 'succeeded', finishedAt }), { parts, balances })),
    ).toEqual([
      '2027-05-06 refund_goodwill, guest 1: guest_deposits $200.00, refunds_payable -$200.00, guest 3: guest_deposits $100.00, refunds_payable -$100.00',
      '2027-05-07 refund_made, guest 1: refunds_payable $200.00, stripe_balance -$200.00, guest 3: refunds_payable $100.00, stripe_balance -$100.00',
    ])
  })

  test('that fails is owed no more since then, and can be decided again (R49.1)', () => {
    const made = posting(refundEntries(refundOf({ status: 'succeeded', finishedAt })))
    const failed = refundEntries(refundOf({ status: 'failed', finishedAt: LATER }), { posted: made })
    expect(inWords(failed)).toEqual([
      '2027-05-09 reversal, guest 1: refunds_payable -$300.00, stripe_balance $300.00',
      '2027-05-09 reversal, guest 1: guest_deposits -$300.00, refunds_payable $300.00',
    ])
    expect(failed).toMatchObject([
      { step: 3, reverses: 2, occurredAt: LATER },
      { step: 4, reverses: 1 },
    ])
    const again = refundEntries(refundOf({ status: 'succeeded', finishedAt }), {
      posted: posting(failed, made),
    })
    expect(inWords(again)).toEqual([DECIDED, MADE])
    expect(again.map(({ step }) => step)).toEqual([5, 6])
  })

  test('that is withdrawn before it was made is owed no more', () => {
    const decided = posting(refundEntries(refundOf({ status: 'owed' })))
    expect(inWords(refundEntries(null, { parts: [], balances: [], posted: decided }))).toEqual([
      '2027-05-09 reversal, guest 1: guest_deposits -$300.00, refunds_payable $300.00',
    ])
    expect(refundEntries(refundOf({ status: 'failed' }))).toEqual([])
  })

  test('is decided again if it turns out to return an overpayment, from where it was drawn before', () => {
    const decided = posting(refundEntries(refundOf()))
    const entries = refundEntries(refundOf({ overpayment: 20_000 }), {
      parts: [restOf(ANN, 10_000, 20_000)],
      balances: [held('guest_deposits', 15_000)],
      posted: decided,
    })
    expect(inWords(entries)).toEqual([
      '2027-05-06 reversal, guest 1: guest_deposits -$300.00, refunds_payable $300.00',
      '2027-05-06 refund_overpayment, guest 1: guest_deposits $200.00, refunds_payable -$200.00',
      '2027-05-06 refund_goodwill, guest 1: guest_deposits $100.00, refunds_payable -$100.00',
    ])
  })

  test('owes a party nothing after it was made, even if other guests were overpaid than it was thought', () => {
    const balances = [1, 2].map((reservationId) => held('guest_deposits', 45_000, { reservationId }))
    const fact = refundOf({ status: 'succeeded', finishedAt })
    const before = posting(
      refundEntries(fact, { parts: [restOf(ANN, 15_000), restOf(BOB, 15_000)], balances }),
    )
    const over = { ...fact, overpayment: 20_000 }
    const parts = [restOf(ANN, 5_000, 20_000), restOf(BOB, 5_000)]
    const after = posting(refundEntries(over, { parts, balances, posted: before }), before)
    expect(balancesOf(linesOf(after)).filter(({ account }) => !RESTS.includes(account))).toEqual([
      held('stripe_balance', 25_000),
      held('stripe_balance', 5_000, { reservationId: 2 }),
    ])
    expect(refundEntries(over, { parts, balances, posted: after })).toEqual([])
  })
})

describe('the parts of a refund', () => {
  const left = partsOf(50_000, 40_000, 10_000)
  const split = (
    fact: { amount: number; overpayment?: number },
    {
      named = [],
      guestId = null,
      of = left,
    }: { named?: [number, number][]; guestId?: number | null; of?: GuestPart[] },
  ) => {
    const parts = refundParts({ overpayment: 0, ...fact }, of, { named: new Map(named), guestId })
    expect(parts.map(({ guest }) => guest)).toEqual(of.map(({ guest }) => guest))
    return parts.map(({ overpayment, rest }) => [overpayment, rest])
  }

  test.each<[string, Parameters<typeof split>, number[][]]>([
    [
      'all guests in proportion',
      [{ amount: 10_000 }, {}],
      [
        [0, 5_000],
        [0, 4_000],
        [0, 1_000],
      ],
    ],
    [
      'the canceled guest first, who paid for all',
      [{ amount: 10_000 }, { guestId: 1 }],
      [
        [0, 10_000],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'the canceled guest first',
      [{ amount: 10_000 }, { guestId: 2 }],
      [
        [0, 0],
        [0, 10_000],
        [0, 0],
      ],
    ],
    [
      'the others what the canceled guest has not',
      [{ amount: 46_000 }, { guestId: 2 }],
      [
        [0, 5_000],
        [0, 40_000],
        [0, 1_000],
      ],
    ],
    [
      'all guests if the canceled one is gone',
      [{ amount: 10_000 }, { guestId: 4 }],
      [
        [0, 5_000],
        [0, 4_000],
        [0, 1_000],
      ],
    ],
    [
      'an overpayment to the guests for whom too much was paid',
      [
        { amount: 10_000, overpayment: 10_000 },
        {
          named: [
            [1, 2_000],
            [3, 8_000],
          ],
        },
      ],
      [
        [2_000, 0],
        [0, 0],
        [8_000, 0],
      ],
    ],
    [
      'an overpayment of nobody to all',
      [{ amount: 10_000, overpayment: 10_000 }, {}],
      [
        [5_000, 0],
        [4_000, 0],
        [1_000, 0],
      ],
    ],
    [
      'what is left of a named guest, and the others the rest',
      [{ amount: 19_000, overpayment: 19_000 }, { named: [[3, 19_000]] }],
      [
        [5_000, 0],
        [4_000, 0],
        [10_000, 0],
      ],
    ],
    [
      'the rest by what the overpayment left',
      [{ amount: 20_000, overpayment: 10_000 }, { named: [[3, 10_000]] }],
      [
        [0, 5_556],
        [0, 4_444],
        [10_000, 0],
      ],
    ],
    [
      'more than is left to the first guest',
      [{ amount: 100_001 }, {}],
      [
        [0, 50_001],
        [0, 40_000],
        [0, 10_000],
      ],
    ],
  ])('give %s', (_, args, parts) => {
    expect(split(...args)).toEqual(parts)
  })

  test('give nothing to a guest who got more than was paid for them', () => {
    expect(split({ amount: 100 }, { of: partsOf(-50, 100) })).toEqual([
      [0, 0],
      [0, 100],
    ])
    expect(split({ amount: 100 }, { of: partsOf(-50, 100), guestId: 1 })).toEqual([
      [0, 0],
      [0, 100],
    ])
  })

  test('give money that belongs to no reservation to nobody, not to a canceled guest', () => {
    const nobody = { guest: guestOf(null), amount: 100 }
    expect(split({ amount: 50 }, { of: [nobody, ...partsOf(100)] })).toEqual([
      [0, 25],
      [0, 25],
    ])
    expect(split({ amount: 50, overpayment: 50 }, { of: [nobody], named: [[1, 50]] })).toEqual([[50, 0]])
  })
})

const CANCELED = stayOf({ status: 'cancelled', rest: 'cancellation_income' })
const BEGUN = stayOf({ rest: 'retreat_income' })

describe('a stay', () => {
  test('that has not begun leaves the deposits where they are', () => {
    expect(stayEntries(stayOf(), [held('guest_deposits', 45_000)])).toEqual([])
  })

  test('is income from its first day on, with the taxes in it (R49.2, R50.2)', () => {
    const entries = stayEntries({ ...BEGUN, taxesIn }, [
      held('guest_deposits', 10_700),
      held('guest_deposits', 500, { reservationId: 2 }),
      held('refunds_payable', 500),
    ])
    expect(inWords(entries)).toEqual([
      '2027-05-05 stay, guest 1: guest_deposits $107.00, retreat_income -$100.00, tax_payable (tax 1) -$5.00, tax_payable (tax 2) -$2.00',
    ])
    const midnight = new Date('2027-05-05T06:00:00Z')
    expect(entries).toMatchObject([{ source: 'stay', sourceId: '1', step: 1, occurredAt: midnight }])
  })

  test('leaves out a tax that rounds to nothing', () => {
    expect(inWords(stayEntries({ ...BEGUN, taxesIn }, [held('guest_deposits', 30)]))).toEqual([
      '2027-05-05 stay, guest 1: guest_deposits $0.30, retreat_income -$0.29, tax_payable (tax 1) -$0.01',
    ])
  })

  test('posts on the day itself what is learned after the income was posted', () => {
    const posted = [
      { source: 'stay', step: 2 },
      { source: 'stay', step: 1 },
      { source: 'move', step: 5 },
    ]
    const entries = stayEntries({ ...BEGUN, taxesIn }, [held('guest_deposits', -10_700)], { posted })
    expect(inWords(entries)).toEqual([
      '2027-05-06 stay, guest 1: guest_deposits -$107.00, retreat_income $100.00, tax_payable (tax 1) $5.00, tax_payable (tax 2) $2.00',
    ])
    expect(entries).toMatchObject([{ source: 'stay', step: 3, occurredAt: NOW }])
    expect(
      inWords(stayEntries(BEGUN, [held('guest_deposits', 100)], { posted: [{ source: 'move', step: 1 }] })),
    ).toEqual(['2027-05-05 stay, guest 1: guest_deposits $1.00, retreat_income -$1.00'])
  })

  test('posts nothing after its first day if no deposits are left', () => {
    expect(
      stayEntries(BEGUN, [held('retreat_income', 45_000), held('tax_payable', 500, { taxId: 1 })]),
    ).toEqual([])
  })

  test('that is canceled is kept once its refund is decided, and not before (R49.1)', () => {
    const balances = [held('guest_deposits', 300, { eventId: 8 }), held('guest_deposits', 15_000)]
    expect(stayEntries(CANCELED, balances)).toEqual([])
    const entries = stayEntries(CANCELED, balances, { kept: true })
    expect(inWords(entries)).toEqual([
      '2027-05-06 cancellation, guest 1 at 8: guest_deposits $3.00, guest 1: guest_deposits $150.00, cancellation_income -$153.00',
    ])
    expect(entries).toMatchObject([{ source: 'cancellation', sourceId: '1', step: 1, occurredAt: NOW }])
    expect(stayEntries(CANCELED, [], { kept: true })).toEqual([])
  })

  test('whose cancellation is undone counts as deposits again, and as income if it has begun (R49.1)', () => {
    const balances = [held('cancellation_income', 10_000), held('guest_deposits', 700)]
    const posted = [{ source: 'cancellation', step: 1 }]
    const back = '2027-05-06 reinstated, guest 1: cancellation_income $100.00, guest_deposits -$100.00'
    const undone = stayEntries(stayOf(), balances, { posted })
    expect(inWords(undone)).toEqual([back])
    expect(undone).toMatchObject([{ source: 'cancellation', step: 2 }])
    expect(inWords(stayEntries(BEGUN, balances, { posted }))).toEqual([
      back,
      '2027-05-05 stay, guest 1: guest_deposits $107.00, retreat_income -$107.00',
    ])
  })

  test('takes the deposits to the event to which the guest has moved (R49.1)', () => {
    const balances = [held('guest_deposits', 45_000, { eventId: 8 }), held('guest_deposits', 100)]
    const entries = stayEntries(stayOf(), balances)
    expect(inWords(entries)).toEqual([
      '2027-05-06 move, guest 1 at 8: guest_deposits $450.00, guest 1: guest_deposits -$450.00',
    ])
    expect(entries).toMatchObject([{ source: 'move', sourceId: '1', step: 1, occurredAt: NOW }])
    const begun = stayEntries(BEGUN, balances)
    expect(inWords(begun).slice(1)).toEqual([
      '2027-05-05 stay, guest 1: guest_deposits $451.00, retreat_income -$451.00',
    ])
  })

  test('posts no zeros if two events that the guest left make up for each other', () => {
    const balances = [
      held('guest_deposits', 100, { eventId: 8 }),
      held('guest_deposits', -100, { eventId: 9 }),
    ]
    const words = 'guest 1 at 8: guest_deposits $1.00, guest 1 at 9: guest_deposits -$1.00'
    expect(inWords(stayEntries(stayOf(), balances))).toEqual([`2027-05-06 move, ${words}`])
    expect(inWords(stayEntries(CANCELED, balances, { kept: true }))).toEqual([
      `2027-05-06 cancellation, ${words}`,
    ])
  })

  test.each(['pending', 'expired', 'refunded'])('that is %s only moves its deposits', (status) => {
    const balances = [held('guest_deposits', 100, { eventId: 8 }), held('cancellation_income', 100)]
    expect(stayEntries({ ...BEGUN, status }, balances).map(({ kind }) => kind)).toEqual(['move'])
  })
})

describe('a transaction in the card provider’s balance', () => {
  test.each<[string, Partial<TransactionFact>, string, string[]]>([
    [
      'a payout',
      { kind: 'payout', amount: -9_000, fee: 0 },
      'payout',
      ['2027-05-06 payout, nobody: bank $90.00, stripe_balance -$90.00'],
    ],
    [
      'a payout with a fee',
      { kind: 'payout', amount: -9_000, fee: 25 },
      'payout',
      ['2027-05-06 payout, nobody: bank $90.00, stripe_balance -$90.25, fees $0.25'],
    ],
    [
      'a payout that the bank returned',
      { kind: 'payout', amount: 9_000, fee: 0 },
      'payout',
      ['2027-05-06 payout, nobody: bank -$90.00, stripe_balance $90.00'],
    ],
    [
      'a charge of another business',
      {},
      'adjustment',
      ['2027-05-06 provider, nobody: stripe_balance $96.80, other -$100.00, fees $3.20'],
    ],
    ['a charge of this site, which its payment posts', { isOurs: true }, '', []],
    [
      'a refund of another business',
      { kind: 'refund', amount: -10_000, fee: 0 },
      'adjustment',
      ['2027-05-06 provider, nobody: stripe_balance -$100.00, other $100.00'],
    ],
    ['a refund of this site', { kind: 'refund', amount: -10_000, fee: 0, isOurs: true }, '', []],
    [
      'the fee of a refund of this site',
      { kind: 'refund', amount: -10_000, fee: 20, isOurs: true },
      'adjustment',
      ['2027-05-06 fee, guest 1: stripe_balance -$0.20, fees $0.20'],
    ],
    [
      'a dispute with another business',
      { kind: 'dispute', amount: -10_000, fee: 1_500 },
      'adjustment',
      ['2027-05-06 provider, nobody: stripe_balance -$115.00, other $100.00, fees $15.00'],
    ],
    [
      'the fee of a dispute with this site',
      { kind: 'dispute', amount: -10_000, fee: 1_500, isOurs: true },
      'dispute',
      ['2027-05-06 fee, guest 1: stripe_balance -$15.00, fees $15.00'],
    ],
    [
      'a fee of the provider',
      { kind: 'fee', amount: -700, fee: 0 },
      'adjustment',
      ['2027-05-06 fee, nobody: stripe_balance -$7.00, fees $7.00'],
    ],
    [
      'a fee for a payment of this site',
      { kind: 'fee', amount: -700, fee: 5, isOurs: true },
      'adjustment',
      ['2027-05-06 fee, guest 1: stripe_balance -$7.05, fees $7.05'],
    ],
    [
      'another change of the balance',
      { kind: 'other', amount: 50, fee: 0, isOurs: true },
      'adjustment',
      ['2027-05-06 provider, guest 1: stripe_balance $0.50, other -$0.50'],
    ],
  ])('is posted if nothing else posts it: %s', (_, changes, source, words) => {
    const entries = entriesOfTransaction(transactionOf(changes), [])
    expect(inWords(entries)).toEqual(words)
    for (const entry of entries)
      expect(entry).toMatchObject({ source, sourceId: 'txn_1', step: 1, occurredAt: NOW })
    expect(entriesOfTransaction(transactionOf(changes), posting(entries))).toEqual([])
  })

  test('is reversed once its payment is known, and posts again only what the payment does not', () => {
    const foreign = posting(entriesOfTransaction(transactionOf(), []))
    const known = entriesOfTransaction(transactionOf({ isOurs: true }), foreign)
    expect(inWords(known)).toEqual([
      '2027-05-06 reversal, nobody: stripe_balance -$96.80, other $100.00, fees -$3.20',
    ])
    expect(known).toMatchObject([{ source: 'adjustment', step: 2, reverses: 1 }])
    expect(entriesOfTransaction(transactionOf({ isOurs: true }), posting(known, foreign))).toEqual([])

    const dispute = transactionOf({ kind: 'dispute', amount: -10_000, fee: 1_500 })
    const ours = entriesOfTransaction(
      { ...dispute, isOurs: true },
      posting(entriesOfTransaction(dispute, [])),
    )
    expect(inWords(ours).at(-1)).toBe('2027-05-06 fee, guest 1: stripe_balance -$15.00, fees $15.00')
    expect(ours).toMatchObject([
      { source: 'adjustment', step: 2 },
      { source: 'adjustment', step: 3 },
    ])
  })
})

test('deposits the cash and checks of each guest at the bank', () => {
  const slip = { id: 4, depositedOn: '2027-05-06' }
  const entries = entriesOfSlip(slip, [
    { reservationId: 1, eventId: HOME, amount: 10_000 },
    { reservationId: 1, eventId: HOME, amount: 500 },
    { reservationId: 2, eventId: HOME, amount: 700 },
    { reservationId: 1, eventId: 8, amount: 9 },
  ])
  expect(inWords(entries)).toEqual([
    '2027-05-06 deposit_slip, guest 1: bank $105.00, undeposited -$105.00, ' +
      'guest 2: bank $7.00, undeposited -$7.00, guest 1 at 8: bank $0.09, undeposited -$0.09',
  ])
  expect(entries).toMatchObject([{ source: 'deposit_slip', sourceId: '4', step: 1, day: '2027-05-06' }])
})

const inGuests = (parts: readonly GuestAmount[]) =>
  parts.map(({ reservationId, eventId, amount }) => [reservationId, eventId, amount])

describe('a check in a deposit slip', () => {
  const received = posting(
    entriesOfPayment(HAND, checkOf({ amount: 90_000, parts: partsOf(60_000, 30_000) }), [], NOW),
  )

  test('is deposited for each of its guests', () => {
    expect(inGuests(depositedParts(90_000, received))).toEqual([
      [1, HOME, 60_000],
      [2, HOME, 30_000],
    ])
  })

  test('is split like the payment if only a part is deposited, and names no guest who gets nothing', () => {
    expect(inGuests(depositedParts(30_001, received))).toEqual([
      [1, HOME, 20_001],
      [2, HOME, 10_000],
    ])
    expect(inGuests(depositedParts(1, received))).toEqual([[1, HOME, 1]])
  })

  test('is nobody’s if it has no entries, or none that stand', () => {
    const undone = posting(entriesOfPayment(HAND, null, received, LATER), received)
    for (const posted of [[], undone])
      expect(inGuests(depositedParts(500, posted))).toEqual([[null, null, 500]])
  })

  test('leaves the bank again on the day of its return, and keeps the number of the slip', () => {
    const parts = depositedParts(90_000, received)
    const posted = posting(entriesOfSlip({ id: 4, depositedOn: '2027-05-06' }, parts))
    const returned = entriesOfReturn(4, parts.slice(0, 1), { posted, now: LATER })
    expect(inWords(returned)).toEqual([
      '2027-05-09 deposit_returned, guest 1: bank -$600.00, undeposited $600.00',
    ])
    expect(returned).toMatchObject([{ source: 'deposit_slip', sourceId: '4', step: 2 }])
  })

  test('counts until the day on which it came back from the bank, if its payment is deleted then', () => {
    const deleted = entriesOfPayment({ ...HAND, cameBack: true }, null, received, LATER)
    expect(inWords(deleted)).toEqual([
      '2027-05-09 reversal, guest 1: undeposited -$600.00, guest_deposits $600.00, ' +
        'guest 2: undeposited -$300.00, guest_deposits $300.00',
    ])
  })

  test('is undeposited again if the slip is undone, once', () => {
    const parts = depositedParts(90_000, received)
    const posted = posting(entriesOfSlip({ id: 4, depositedOn: '2027-05-06' }, parts))
    const undone = entriesOfUndoneSlip(4, posted, LATER)
    expect(inWords(undone)).toEqual([
      '2027-05-06 reversal, guest 1: bank -$600.00, undeposited $600.00, ' +
        'guest 2: bank -$300.00, undeposited $300.00',
    ])
    expect(undone).toMatchObject([{ source: 'deposit_slip', sourceId: '4', step: 2, reverses: 1 }])
    expect(entriesOfUndoneSlip(4, posting(undone, posted), LATER)).toEqual([])
  })
})

test('moves an amount from one account to another, with the admin’s reason', () => {
  const entries = entriesOfAdjustment({
    id: 'a1',
    debit: 'guest_deposits',
    credit: 'cancellation_income',
    amount: 5_000,
    reservationId: 1,
    eventId: HOME,
    memo: 'Kept, as agreed by phone',
    now: NOW,
  })
  expect(inWords(entries)).toEqual([
    '2027-05-06 adjustment, guest 1: guest_deposits $50.00, cancellation_income -$50.00',
  ])
  expect(entries).toMatchObject([
    { source: 'adjustment', sourceId: 'a1', step: 1, memo: 'Kept, as agreed by phone', occurredAt: NOW },
  ])
})

describe('balances', () => {
  test('add up lines by account, guest, event and tax, and leave out zeros', () => {
    const lines: Line[] = [
      { account: 'bank', amount: 1, reservationId: 1, eventId: 11 },
      { account: 'bank', amount: 2, reservationId: 11, eventId: 1 },
      { account: 'bank', amount: 4, reservationId: 1, eventId: 11, taxId: null },
      { account: 'bank', amount: 8, reservationId: 1, eventId: 11, taxId: 1 },
      { account: 'fees', amount: 16, reservationId: 1, eventId: 11 },
      { account: 'fees', amount: -16, reservationId: 1, eventId: 11 },
    ]
    expect(balancesOf(lines)).toEqual([
      { account: 'bank', amount: 5, reservationId: 1, eventId: 11, taxId: null },
      { account: 'bank', amount: 2, reservationId: 11, eventId: 1, taxId: null },
      { account: 'bank', amount: 8, reservationId: 1, eventId: 11, taxId: 1 },
    ])
  })

  test('hold what was credited to deposits, income, taxes and what was kept', () => {
    expect(ACCOUNTS.filter((account) => heldIn([held(account, 100)]) === 100)).toEqual([
      'guest_deposits',
      'tax_payable',
      'retreat_income',
      'cancellation_income',
    ])
    expect(ACCOUNTS.filter((account) => heldIn([held(account, 100)]) === 0)).toHaveLength(ACCOUNTS.length - 4)
  })
})

test('counts entries that are neither reversals nor reversed', () => {
  const [entry] = posting(entriesOfPayment(HAND, checkOf(), [], NOW))
  if (!entry) throw new Error('no entry')
  const numbered = (id: number, reverses: number | null) => ({ ...entry, id, reverses })
  const all = [numbered(1, null), numbered(2, null), numbered(3, 1), numbered(4, null)]
  expect(standing(all).map(({ id }) => id)).toEqual([2, 4])
})

test('names every kind of entry differently', () => {
  const names = Object.values(ENTRY_KINDS)
  expect(names.every((name) => name.length > 0)).toBe(true)
  expect(new Set(names).size).toBe(20)
})
