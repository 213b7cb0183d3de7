import { describe, expect, it } from 'vitest'
import {
  BEA,
  type Changes,
  DEPOSIT,
  factsOf,
  PAID_AT,
  problemOf,
  refundOf,
  UUID,
  write,
} from '#test/support/mail/reservation-rows.ts'

const EVENT_OFF = { cancelledAt: new Date('2027-01-01T12:00:00Z') }

const written = (changes: Changes) =>
  write({ type: 'cancellation', facts: factsOf({ status: 'cancelled', ...changes }) })

/** A cancellation with a full refund. Half of the refund goes to the card, and an admin pays half by hand. */
const HALF_BY_CARD = {
  paid: 90_000,
  fees: 0,
  refundByTerms: 90_000,
  refundToCards: 45_000,
  refundByHand: 45_000,
}

describe('the cancellation e-mail', () => {
  it('states how much the Terms refund, the fees, the amount and the card when the guest cancels', () => {
    const { subject, text } = written({ cancellation: {}, refunds: [refundOf(43_665)] })
    expect(subject).toBe('Your stay is canceled: Leather and Light')
    expect(text).toContain(
      'You canceled 90 days before the start. Under our Terms of Stay, you get a full refund, minus card fees',
    )
    expect(text).toContain('Your refund: $436.65\n')
    expect(text).toContain(
      'Paid: $450.00\nBeing refunded to the card: -$436.65\nKept after the cancellation: $13.35\n– Card fees: $13.35\n',
    )
    expect(text).toContain(
      'It will be refunded to the card you paid with. Banks take 5 to 10 days to show it. You don’t need to do anything.',
    )
    expect(text).toContain('Anything still unpaid is no longer due.')
    expect(text).not.toContain(UUID)
  })

  it('says nothing about money to a companion, except who gets the refund (R39.5)', () => {
    const { text } = written({ party: 'companion', cancellation: {} })
    expect(text).toContain('Any refund for your stay goes to the person who paid for it.')
    expect(text).not.toMatch(/\$|unpaid/)
  })

  it('shows the payer of a canceled party the totals of all guests', () => {
    const facts = factsOf({ party: 'payer', status: 'cancelled', cancellation: {} })
    const [own, other] = facts.party
    if (!own || !other) throw new Error('no party')
    const gone = { ...facts, party: [own, { ...other, cancellation: facts.cancellation }] }
    const { text } = write({ type: 'cancellation', facts: gone })
    expect(text).toContain('Your refund: $873.30')
    // Here the companion canceled at another time, and the site e-mailed that refund then. So the payer's total must
    // not include it.
    const before = facts.cancellation && { ...facts.cancellation, at: new Date(0) }
    const alone = { ...facts, party: [own, { ...other, cancellation: before }] }
    expect(write({ type: 'cancellation', facts: alone }).text).toContain('Your refund: $436.65')
  })

  it('states the rule for the refund but no amount until Stripe’s fee is known', () => {
    const waiting = { awaitsFee: true, fees: 0, refundByTerms: 45_000, refundToCards: 0 }
    const { text } = written({ cancellation: waiting })
    expect(text).toContain(
      'You paid $450.00. You canceled 90 days before the start. Under our Terms of Stay, you get a full refund, minus card fees. We’ll email you the exact amount',
    )
    expect(text).toContain('Paid: $450.00\nRefund not decided yet: $450.00\n')
    expect(text).not.toMatch(/Your refund|nothing goes back/)
    // A bank holds a part of the payment, so the percentage does not explain the amount.
    const disputed = written({ cancellation: { ...waiting, refundByTerms: 30_000 } })
    expect(disputed.text).toContain('under our Terms of Stay, based on the day you canceled, minus card fees')
  })

  it.each([
    [
      { daysBefore: 45, percent: 75, refundByTerms: 32_415, refundToCards: 32_415 },
      '45 days before the start. Under our Terms of Stay, you get a 75% refund, minus card fees',
      'Paid: $450.00\nRefunded: -$324.15\nKept after the cancellation: $125.85\n– Card fees: $13.35\n',
    ],
    [
      {
        daysBefore: 3,
        percent: 90,
        replacementFound: true,
        fees: 0,
        refundByTerms: 40_500,
        refundToCards: 40_500,
      },
      'Someone took your spot 3 days before the start. Under our Terms of Stay, we refund 90% of what they pay for the same stay and choices.',
      'Paid: $450.00\nRefunded: -$405.00\nKept after the cancellation: $45.00\n',
    ],
    [
      // At 30 days before the start, the Terms refund the same whether or not someone takes the spot.
      { daysBefore: 30, percent: 75, replacementFound: true, refundByTerms: 32_415, refundToCards: 32_415 },
      '30 days before the start. Under our Terms of Stay, you get a 75% refund',
      'Your refund: $324.15',
    ],
  ])(
    'explains the refund by the Terms, if the cancellation has these facts: %j',
    (cancellation, words, sums) => {
      const refunds = [refundOf(cancellation.refundToCards, { status: 'succeeded' })]
      const { text } = written({ cancellation, refunds })
      expect(text).toContain(words)
      expect(text).toContain(sums)
      expect(text).toContain('It has gone back to the card')
    },
  )

  it.each([
    [
      { refundByTerms: 13_500, refundToCards: 13_500, awaitsTaker: true },
      'When they pay more, we refund more and email you.',
      'Your refund so far: $135.00',
    ],
    [
      { refundByTerms: 0, refundToCards: 0, awaitsTaker: true },
      'When they pay, we refund your share and email you.',
      'Your refund so far: $0.00',
    ],
    [
      { refundByTerms: 0, refundToCards: 0 },
      'They paid nothing for it, so there is nothing to refund.',
      'Your refund: $0.00',
    ],
  ])(
    'explains the refund by what the taker of the spot paid, if the cancellation has these facts: %j (R45.6)',
    (more, words, total) => {
      const replaced = { daysBefore: 3, percent: 90, replacementFound: true, fees: 0, ...more }
      const refunds = more.refundToCards > 0 ? [refundOf(more.refundToCards, { status: 'succeeded' })] : []
      const { text } = written({ cancellation: replaced, refunds })
      expect(text).toContain(`90% of what they pay for the same stay and choices. ${words}`)
      expect(text).toContain(total)
    },
  )

  it.each([
    [1, 'You canceled the day before the start.', 'Your refund so far'],
    [0, 'You canceled on the day of the start.', 'Your refund'],
    [-1, 'You canceled after the start.', 'Your refund'],
  ])(
    'states that nothing is refunded %i days before the start, without mentioning cards',
    (daysBefore, words, label) => {
      const nothing = { percent: 0, fees: 0, refundByTerms: 0, refundToCards: 0 }
      const { text } = written({ cancellation: { ...nothing, daysBefore } })
      expect(text).toContain(
        `${words} Our Terms of Stay give no refund fewer than 30 days before the start, unless someone takes`,
      )
      expect(text).toContain(`${label}: $0.00\n`)
      expect(text).toContain('Paid: $450.00\nKept after the cancellation: $450.00\n')
      expect(text).not.toMatch(/card|will be refunded/)
    },
  )

  it('states that nothing is refunded when nothing was paid', () => {
    const cancellation = { paid: 0, fees: 0, refundByTerms: 0, refundToCards: 0 }
    const { text } = written({ cancellation })
    expect(text).toContain('You had not paid anything, so there is nothing to refund.')
    expect(text).not.toMatch(/\$|Terms of Stay, we|card/)
  })

  it('states only the amount of the refund if it differs from the amount by the Terms', () => {
    const less = { daysBefore: 10, percent: 0, fees: 0, refundByTerms: 0, refundToCards: 20_000 }
    const { text } = written({ cancellation: less, refunds: [refundOf(20_000)] })
    expect(text).toContain('You paid $450.00. We’re refunding $200.00.')
    expect(text).toContain('Your refund: $200.00\n')
    expect(text).not.toMatch(/nothing back|Fees|30 days/)
    const none = written({ cancellation: { refundToCards: 0 } })
    expect(none.text).toContain('You paid $450.00. Nothing is refunded.')
  })

  it('says that Stripe has not sent a held refund yet, and that the guest need not do anything', () => {
    const { text } = written({ cancellation: {}, refunds: [refundOf(43_665, { waitsForBalance: true })] })
    expect(text).toContain(
      'We have requested the refund of $436.65 to the card you paid with. The card company has not sent it yet. Once it has, banks take 5 to 10 days to show it. You don’t need to do anything.',
    )
    expect(text).not.toContain('will be refunded')
  })

  it('separates manual refunds from refunds that Stripe refused', () => {
    const { text } = written({
      cancellation: HALF_BY_CARD,
      refunds: [refundOf(45_000, { status: 'failed' }), refundOf(45_000, { byHand: true, status: 'owed' })],
    })
    expect(text).toContain('$450.00 was not paid by card, so we can’t refund it to one.')
    expect(text).toContain('$450.00 could not be refunded to your card, because the card company refused it.')
    expect(text).toContain('Just reply to this email and tell us how you would like to receive it.')
    expect(text).not.toContain('will be refunded')
  })

  it('states only for card refunds how long banks take', () => {
    const { text } = written({
      cancellation: HALF_BY_CARD,
      refunds: [refundOf(45_000), refundOf(45_000, { byHand: true, status: 'owed' })],
    })
    expect(text).toContain(
      '$450.00 will be refunded to the card you paid with. Banks take 5 to 10 days to show a refund to a card. $450.00 was not paid by card, so we can’t refund it to one. Just reply',
    )
  })

  it('does not mention a refund that Stripe refused and an admin has paid by hand since', () => {
    const { text } = written({
      cancellation: { fees: 0, refundByTerms: 45_000, refundToCards: 45_000 },
      refunds: [
        refundOf(45_000, { status: 'failed' }),
        refundOf(25_000, { byHand: true, status: 'succeeded' }),
        refundOf(20_000, { reason: 'provider', status: 'succeeded' }),
        // This refund is from long before the cancellation, so the e-mail must not count it.
        refundOf(1_000, { reason: 'provider', status: 'succeeded', createdAt: new Date(0) }),
      ],
    })
    expect(text).toContain(
      '$200.00 has gone back to the card you paid with. Banks take 5 to 10 days to show a refund to a card. $250.00 has been refunded to you without a card, for example in cash or by check.',
    )
    expect(text).not.toContain('refused')
  })

  it('apologizes, and says that everything is refunded, when the venue cancels', () => {
    const all = { fees: 0, refundByTerms: 45_000, refundToCards: 45_000 }
    const cancellation = { ...all, cancelledBy: 'retreat', daysBefore: 5 } as const
    const refunds = [refundOf(45_000, { reason: 'retreat-cancelled' })]
    const alone = written({ cancellation, refunds })
    expect(alone.subject).toBe('We had to cancel your stay: Leather and Light')
    expect(alone.text).toContain('We’re sorry: we had to cancel your stay.')
    expect(alone.text).toContain('We’re refunding every cent you paid.')
    const event = written({ cancellation, refunds, event: EVENT_OFF })
    expect(event.subject).toBe('We had to cancel: Leather and Light')
    expect(event.text).toContain('we had to cancel this retreat. Please don’t set out.')
  })

  it('is dropped while the reservation is confirmed or there is no cancellation', () => {
    const type = 'cancellation'
    expect(problemOf({ type, facts: factsOf({ cancellation: {} }) })).toBe('not_cancelled')
    expect(problemOf({ type, facts: factsOf({ status: 'cancelled' }) })).toBe('not_cancelled')
  })
})

const admin = (amount: number, day: string) =>
  refundOf(amount, { reason: 'admin', createdAt: new Date(`${day}T18:00:00Z`) })

describe('the refund e-mail', () => {
  const about = { type: 'refund', invoiceId: DEPOSIT } as const

  it('states the amount for one invoice, and that the guest keeps the spot', () => {
    const { subject, text } = write({ ...about, facts: factsOf({ refunds: [admin(12_000, '2026-12-01')] }) })
    expect(subject).toBe('Your refund: Leather and Light')
    expect(text).toContain(
      'We’re refunding $120.00 of what you paid. We’ve lowered the price of your stay by that amount, so you don’t owe it again. Your spot is still yours.',
    )
    expect(text).toContain('Refund: $120.00')
    expect(text).toContain(
      'Your stay now costs $780.00. After the refund, this is what’s paid and what’s left to pay:',
    )
    expect(text).toContain(
      'Your stay: $900.00\nReduced by refunds: -$120.00\nTotal: $780.00\nPaid: $450.00\nRefunded: -$120.00\nStill to pay: $450.00\n– Remainder, due by Wed, Jan 20, 2027: $450.00\n',
    )
    expect(text).toContain('It will be refunded to the card')
    expect(text).toContain(`https://ranch.example/complete-reservation/${UUID}`)
  })

  it('states that nothing is left to pay after a refund of a fully paid stay', () => {
    const facts = factsOf({ allPaid: true, refunds: [admin(8_001, '2026-12-01')] })
    expect(write({ ...about, facts }).text).toContain('now costs $819.99. You have nothing left to pay.')
  })

  it('says that an overpaid amount comes back, which does not lower the price', () => {
    const overpaid = { ...admin(12_000, '2026-12-01'), overpayment: 12_000 }
    const facts = factsOf({ allPaid: true, refunds: [overpaid] })
    facts.reservation.price = 78_000
    const { text } = write({ ...about, facts })
    expect(text).toContain('Before that, you had paid $120.00 more than your stay cost. Your spot')
    expect(text).toContain('Your stay now costs $780.00. You have nothing left to pay.')
    expect(text).not.toContain('lowered')
    const both = factsOf({ allPaid: true, refunds: [{ ...overpaid, overpayment: 5_000 }] })
    both.reservation.price = 85_000
    expect(write({ ...about, facts: both }).text).toContain(
      'Before that, you had paid $50.00 more than your stay cost. We’ve lowered the price of your stay by $70.00, so you don’t owe it again.',
    )
  })

  it('lists several refunds, each with its day', () => {
    const refunds = [admin(12_000, '2026-12-01'), admin(3_000, '2026-12-05')]
    const { text } = write({ ...about, facts: factsOf({ refunds }) })
    expect(text).toContain('We’re refunding some of what you paid: $150.00 in total so far.')
    expect(text).toContain('On Tue, Dec 1, 2026: $120.00\nOn Sat, Dec 5, 2026: $30.00\nRefund: $150.00')
  })

  it('names the guest who paid the refunded money if another guest is the payer now (R39.5)', () => {
    const facts = factsOf({ party: 'payer', refunds: [admin(12_000, '2026-12-01')], paidBy: BEA.id })
    const { text } = write({ ...about, facts })
    expect(text).toContain('We’re refunding $120.00 of what Bea Byron paid.')
    expect(text).toContain('$120.00 will be refunded to the card that paid.')
    expect(text).toContain('We’ve lowered the total for all of you by that amount, so nobody owes it again.')
    expect(text).toContain('$450.00 is still due from you. The refund doesn’t change that.')
    expect(text).toContain('Total: $780.00\nPaid: $450.00\nRefunded: -$120.00\nStill to pay: $450.00\n')
  })

  it('says of a held refund to another guest that the card company has not sent it yet', () => {
    const refunds = [{ ...admin(12_000, '2026-12-01'), waitsForBalance: true }]
    const { text } = write({ ...about, facts: factsOf({ party: 'payer', refunds, paidBy: BEA.id }) })
    expect(text).toContain(
      'We have requested the refund of $120.00 to the card that paid. The card company has not sent it yet.',
    )
  })

  it('asks the recipient how to receive a cash refund only if the recipient may have paid (R39.5)', () => {
    const refunds = [{ ...admin(12_000, '2026-12-01'), byHand: true, status: 'owed' as const }]
    const other = write({ ...about, facts: factsOf({ party: 'payer', refunds, paidBy: BEA.id }) }).text
    expect(other).toContain('so we refund it directly to the person who paid it.')
    expect(other).not.toContain('tell us how you would like to receive it')
    const own = write({ ...about, facts: factsOf({ refunds }) }).text
    expect(own).toContain('tell us how you would like to receive it')
  })

  it('is dropped if Stripe refused the refund, but not if the stay was canceled after the refund', () => {
    const refused = factsOf({ refunds: [{ ...admin(12_000, '2026-12-01'), status: 'failed' }] })
    expect(problemOf({ ...about, facts: refused })).toBe('not_refunded')
    const gone = factsOf({ status: 'cancelled', refunds: [admin(12_000, '2026-12-01')] })
    const { text } = write({ ...about, facts: gone })
    expect(text).toContain('what you paid for your canceled stay.')
    expect(text).not.toMatch(/spot is yours|See your stay|lowered/)
  })
})

describe('the e-mails about a payment that came too late', () => {
  const about = { invoiceId: DEPOSIT, today: '2026-11-21' }
  const late = refundOf(45_000, { reason: 'late', createdAt: PAID_AT })

  it('name the canceled event, and do not mention the waitlist', () => {
    const event = { ...EVENT_OFF, showWaitlist: true }
    const facts = factsOf({ status: 'refunded', event, refunds: [late] })
    const { text } = write({ ...about, type: 'late-refund', facts })
    expect(text).toContain('reached us after we had to cancel this retreat')
    expect(text).not.toMatch(/waitlist|last spot/)
  })

  it('say that a held refund was requested, and tell the admin that the Stripe balance is too low', () => {
    const facts = factsOf({ status: 'refunded', refunds: [{ ...late, waitsForBalance: true }] })
    const { subject, text } = write({ ...about, type: 'late-refund', facts })
    expect(subject).toBe('We’re refunding your payment: Leather and Light')
    expect(text).toContain('The card company has not sent it yet.')
    const toAdmin = write({ ...about, type: 'late-refund-admin', facts })
    expect(toAdmin.subject).toBe('Paid too late, refund waits: Leather and… (reservation 17)')
    expect(toAdmin.text).toContain(
      'The full refund of $450.00 waits for money in your Stripe balance. Add money to it in the Stripe dashboard, under Balances, or wait for new payments.',
    )
  })

  it('tell the admin where to refund if Stripe refused to, and are not sent to the guest', () => {
    const facts = factsOf({ status: 'refunded', refunds: [{ ...late, status: 'failed' }] })
    expect(problemOf({ ...about, type: 'late-refund', facts })).toBe('not_refunded')
    const { subject, text } = write({ ...about, type: 'late-refund-admin', facts })
    expect(subject).toBe('Paid too late, refund FAILED: Leather and… (reservation 17)')
    expect(text).toContain(
      'Stripe could not refund the full $450.00. Please refund it in the Stripe dashboard: the site notices that. Or give the money to the guest in another way, and press “Refunded by hand” on the reservation. We don’t email guests about a refund that failed, so please write to them.',
    )
  })
})

describe('the companion-cancelled e-mail', () => {
  const type = 'companion-cancelled'
  const told = (cancellation: Changes['cancellation'], party?: []) => {
    const facts = factsOf({
      party: 'companion',
      status: 'cancelled',
      cancellation,
    })
    return write({ type, facts, ...(party && { party }) })
  }

  it('tells the payer which companion is not coming, and what is refunded (R39.5)', () => {
    const { subject, text } = told({
      refundToCards: 30_000,
      refundByHand: 3_750,
    })
    expect(subject).toBe('Someone in your party isn’t coming: Leather and Light')
    for (const words of [
      'Bea Byron’s stay is canceled. Anything still unpaid for it is no longer due.',
      '$450.00 was paid for Bea Byron’s stay. We’re refunding $337.50.',
      'Refund: $337.50',
      '$300.00 will be refunded to the card that paid.',
      '$37.50 was not paid by card, so we refund it directly to the person who paid it.',
      `complete-reservation/${UUID}`,
    ])
      expect(text).toContain(words)
    // The refund may go to the card of another guest, so the e-mail must not say "you paid" (R39.9).
    expect(text).not.toMatch(/you (had )?paid/)
  })

  it('tells the payer that the card company has not sent a held refund yet', () => {
    const { text } = told({ refundToCards: 30_000, held: 30_000 })
    expect(text).toContain(
      'We have requested the refund of $300.00 to the card that paid. The card company has not sent it yet.',
    )
    expect(text).not.toContain('will be refunded')
  })

  it('states no amount of the refund while Stripe’s fee is unknown, or if nothing was paid or refunded', () => {
    const none = { refundToCards: 0 }
    expect(told({ ...none, awaitsFee: true }).text).toMatch(/^(?!.*Refund:).*minus card fees/s)
    expect(told({ ...none, paid: 0 }).text).toContain('Nothing was paid for Bea Byron’s stay')
    expect(told(none).text).toContain('Nothing is refunded')
  })

  it('names the Terms of Stay only if they explain the refund', () => {
    const late = { percent: 0, fees: 0, refundByTerms: 0, refundToCards: 0 }
    expect(told(late).text).toContain(
      '$450.00 was paid for Bea Byron’s stay. Under our Terms of Stay, nothing is refunded.',
    )
    const partly = told({ refundToCards: 43_665 }).text
    expect(partly).toContain('Under our Terms of Stay, we’re refunding $436.65.')
    for (const other of [{ refundToCards: 45_000 }, { ...late, cancelledBy: 'retreat' as const }])
      expect(told(other).text).not.toContain('Under our Terms')
  })

  it('is dropped if the companion is still confirmed, or if the guest is in no party', () => {
    const standing = factsOf({ party: 'companion', cancellation: {} })
    expect(problemOf({ type, facts: standing })).toBe('not_cancelled')
    const alone = factsOf({ status: 'cancelled', cancellation: {} })
    expect(problemOf({ type, facts: alone })).toBe('no_companion')
  })
})
