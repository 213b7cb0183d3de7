import { describe, expect, it, test } from 'vitest'
import { DEPOSIT, factsOf, problemOf, REST, UUID, write } from '#test/support/mail/reservation-rows.ts'

const page = `https://ranch.example/complete-reservation/${UUID}`
const about = { invoiceId: REST, today: '2027-01-17' }

/** Returns the text of the `card-charge-soon` e-mail for a card whose last valid month is `expires`. */
const soon = (expires: string, today = about.today) =>
  write({ ...about, today, type: 'card-charge-soon', facts: factsOf({ charges: ['planned'], expires }) }).text

/** Returns facts in which the guest paid $150 in cash after the bank declined the card. */
function partPaid(facts: ReturnType<typeof factsOf>) {
  const invoices = facts.invoices.map((one) => (one.id === REST ? { ...one, amount: 30_000 } : one))
  return { ...facts, invoices }
}

/** Returns facts of a guest with a charge planned for 2027-01-20 and a remainder that is due on `due`. */
function dueOn(due: string | null) {
  const facts = factsOf({ charges: ['planned'] })
  return { ...facts, invoices: facts.invoices.map((one) => (one.id === REST ? { ...one, due } : one)) }
}

describe('the card-charge-soon e-mail', () => {
  const type = 'card-charge-soon'

  it('announces amount, card and day of the charge, and says how to stop it (R42.3)', () => {
    const { subject, text } = write({ ...about, type, facts: factsOf({ charges: ['planned'] }) })
    expect(subject).toBe('Your card will be charged in 3 days: Leather and Light')
    for (const words of [
      'we’ll charge $450.00 on Wed, Jan 20, 2027 to your Visa 4242',
      'Stop the charge on your page',
      page,
    ])
      expect(text).toContain(words)
  })

  it('warns of a card that expires before the charge, and says how to pay with another card (R42.3)', () => {
    expect(soon('2026-12')).toContain('this card expired at the end of December 2026')
    expect(soon('2026-12', '2026-12-31')).toContain('this card expires at the end of December 2026')
    expect(soon('2026-12')).toContain('pay on your page with your new card')
    expect(soon('2026-12')).not.toContain('You don’t need to do anything')
    expect(soon('2034-12')).toContain('You don’t need to do anything')
    // A card is valid until the end of its last month, so the e-mail must not warn of this card.
    expect(soon('2027-01')).not.toMatch(/expire[sd] at/)
  })

  test.each([
    ['no charge is planned', factsOf({ charges: ['stopped', 'declined'] }), 'no_charge'],
    ['no card is saved anymore', { ...factsOf({ charges: ['planned'] }), keptCard: null }, 'no_charge'],
    ['the amount has changed', partPaid(factsOf({ charges: ['planned'] })), 'no_charge'],
    ['the due day moved past the announced day', dueOn('2027-01-21'), 'no_charge'],
    ['the remainder has no due day anymore', dueOn(null), 'no_charge'],
    ['it is paid', factsOf({ charges: ['planned'], allPaid: true }), 'already_paid'],
    ['the reservation was canceled', factsOf({ charges: ['planned'], status: 'cancelled' }), 'not_confirmed'],
  ])('is dropped when %s', (_, facts, reason) => {
    expect(problemOf({ ...about, type, facts })).toBe(reason)
  })
})

describe('the card-declined e-mail', () => {
  const type = 'card-declined'

  it('states when the site will try the card again, and that the guest can pay with any card before that (R42.5)', () => {
    const { text } = write({ ...about, type, facts: factsOf({ charges: ['planned', 'declined'] }) })
    expect(text).toContain('The bank declined $450.00 on your Visa 4242.')
    expect(text).toContain('We’ll try it again on')
    expect(text).toContain(page)
  })

  it("asks the guest to pay if the bank wants the cardholder to authenticate, and says that the site won't try again", () => {
    const { subject, text } = write({ ...about, type, facts: factsOf({ charges: ['needs_guest'] }) })
    expect(subject).toBe('Please confirm your payment: Leather and Light')
    expect(text).toContain('We won’t try it again.')
  })

  it('asks only for the open amount if the guest paid a part in cash after the bank declined the card (R3.11)', () => {
    const { text } = write({ ...about, type, facts: partPaid(factsOf({ charges: ['declined'] })) })
    for (const words of [
      'The bank declined $450.00 on your Visa 4242.',
      'Remainder, still due: $300.00',
      'Pay $300.00',
    ])
      expect(text).toContain(words)
    expect(text.match(/\$450/g)).toHaveLength(1)
  })
})

describe('the card-charge-failed-admin e-mail', () => {
  const type = 'card-charge-failed-admin'

  it('is sent only if no further attempt is planned (R42.5)', () => {
    const { subject, text } = write({ ...about, type, facts: factsOf({ charges: ['declined'] }) })
    expect(subject).toContain('Card not charged')
    expect(text).toContain('Ada Lovelace')
    const unknown = write({ ...about, type, facts: factsOf({ charges: ['stopped'] }) })
    expect(unknown.text).toContain('dashboard')
    expect(`${unknown.subject} ${unknown.text}`).not.toMatch(/not charged|unpaid/)
    expect(problemOf({ ...about, type, facts: factsOf({ charges: ['planned', 'declined'] }) })).toBe(
      'no_charge',
    )
  })

  it('states only the open amount if the guest paid a part in cash after the bank declined the card', () => {
    const { text } = write({ ...about, type, facts: partPaid(factsOf({ charges: ['declined'] })) })
    expect(text).toContain('Remainder: $300.00')
    expect(text).not.toContain('$450')
  })
})

/** Returns an unpaid invoice for something that is not part of the stay's price. */
const extra = (id: number) => ({
  id,
  purpose: 'other' as const,
  description: `Lesson ${id}`,
  extra: true,
  amount: 4_000,
  due: null,
  lines: [],
})

describe('e-mails about money while a card is saved for the remainder (R42.9)', () => {
  const kept = factsOf({ charges: [] })

  it('say that the saved card will be charged for the remainder, and do not ask the guest to pay it (R42.2)', () => {
    const { text } = write({ type: 'invoice-success', invoiceId: DEPOSIT, facts: kept })
    for (const words of [
      'Remainder, charged to your Visa 4242 on Wed, Jan 20, 2027',
      'Nothing to do for the remainder',
      `Complete your details:\n${page}`,
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/Pay what’s left|due by|and pay/)
  })

  it('ask for nothing but missing details if an admin sends the sign-up confirmation', () => {
    const type = 'signup-success-simple'
    const { text } = write({ type, facts: kept })
    expect(text).toContain('There’s one thing left to do, on your own page: tell us about yourself.')
    expect(text).not.toMatch(/pay the (rest|remainder)/i)
    const given = write({ type, facts: { ...kept, detailsMissing: false } }).text
    expect(given).not.toContain('one thing left')
  })

  it('ask the guest to pay other open invoices, but not the one that the saved card pays', () => {
    const facts = { ...kept, invoices: [...kept.invoices, extra(91), extra(92)] }
    const { text } = write({ type: 'invoice-success', invoiceId: DEPOSIT, facts })
    expect(text).toContain('Nothing to do for the remainder')
    expect(text).not.toContain('The first is Remainder')
  })

  it('state the announced day of the charge if it differs from the due day', () => {
    const facts = factsOf({ charges: ['planned'] })
    facts.charges = facts.charges.map((charge) => ({ ...charge, on: '2027-01-23' }))
    const { text } = write({ type: 'welcome-info', facts, today: '2027-01-21' })
    expect(text).toContain('charged to your Visa 4242 on Sat, Jan 23, 2027')
  })

  it('ask the guest to pay the remainder once no card is saved anymore', () => {
    const { text } = write({ type: 'invoice-success', invoiceId: DEPOSIT, facts: factsOf() })
    expect(text).toContain('Pay what’s left by Wed, Jan 20, 2027')
  })

  it('mention the saved card in an admin’s payment reminder, and how to pay in another way', () => {
    const { subject, text } = write({ ...about, type: 'invoice-remind', facts: kept })
    expect(subject).toBe('Your card will be charged in 3 days: Leather and Light')
    expect(text).toContain('$450.00 will be charged to your Visa 4242 on Wed, Jan 20, 2027')
    expect(text).toContain('pay another way')
    expect(text).not.toContain('Pay $450.00')
  })

  it('say that the card is no longer saved after a cancellation was undone', () => {
    const type = 'stay-reinstated'
    const gone = 'please pay the remainder on your page'
    expect(write({ type, facts: factsOf({ cardForgotten: true }) }).text).toContain(gone)
    for (const facts of [factsOf(), kept, factsOf({ cardForgotten: true, allPaid: true })])
      expect(write({ type, facts }).text).not.toContain(gone)
  })
})
