import { describe, expect, it, test } from 'vitest'
import { DEPOSIT, factsOf, problemOf, REST, UUID, write } from '../testing/stay-rows.ts'

const page = `https://ranch.example/complete-reservation/${UUID}`
const about = { invoiceId: REST, today: '2027-01-17' }

/** What is announced of a card whose last month this is. */
const soon = (expires: string) =>
  write({ ...about, type: 'card-charge-soon', facts: factsOf({ charges: ['planned'], expires }) }).text

/** The rest afterwards: $150.00 of it was paid in cash while the e-mail waited. */
function partPaid(facts: ReturnType<typeof factsOf>) {
  const invoices = facts.invoices.map((one) => (one.id === REST ? { ...one, amount: 30_000 } : one))
  return { ...facts, invoices }
}

/** A charge was planned for 2027-01-20; the rest is due on another day now. */
function dueOn(due: string | null) {
  const facts = factsOf({ charges: ['planned'] })
  return { ...facts, invoices: facts.invoices.map((one) => (one.id === REST ? { ...one, due } : one)) }
}

describe('card-charge-soon', () => {
  const type = 'card-charge-soon'

  it('tells what is charged to which card on which day, and where to stop it (R42.3)', () => {
    const { subject, text } = write({ ...about, type, facts: factsOf({ charges: ['planned'] }) })
    expect(subject).toBe('Your card is charged in 3 days: Leather and Light')
    for (const words of [
      'we charge $450.00 to your Visa 4242 on Wed, Jan 20, 2027',
      'Stop it on your page',
      page,
    ])
      expect(text).toContain(words)
  })

  it('says so where the card is expired by that day, and how to pay with the new one (R42.3)', () => {
    expect(soon('2026-12')).toContain('this card is good until the end of December 2026')
    expect(soon('2026-12')).toContain('pay on your page with your new card')
    // It is good until the end of its month.
    expect(soon('2027-01')).not.toContain('good until')
  })

  test.each([
    ['nothing is planned', factsOf({ charges: ['stopped', 'declined'] }), 'no_charge'],
    ['no card is kept any more', { ...factsOf({ charges: ['planned'] }), keptCard: null }, 'no_charge'],
    ['the amount was announced before it changed', partPaid(factsOf({ charges: ['planned'] })), 'no_charge'],
    ['the due day moved past the announced day', dueOn('2027-01-21'), 'no_charge'],
    ['nothing is due on any day now', dueOn(null), 'no_charge'],
    ['it is paid', factsOf({ charges: ['planned'], allPaid: true }), 'already_paid'],
    ['the stay is over', factsOf({ charges: ['planned'], status: 'cancelled' }), 'not_confirmed'],
  ])('is dropped when %s', (_, facts, reason) => {
    expect(problemOf({ ...about, type, facts })).toBe(reason)
  })
})

describe('card-declined', () => {
  const type = 'card-declined'

  it('says when it is tried again, and that the page takes any card before (R42.5)', () => {
    const { text } = write({ ...about, type, facts: factsOf({ charges: ['planned', 'declined'] }) })
    expect(text).toContain('The bank declined $450.00 on your Visa 4242.')
    expect(text).toContain('We will try it again on')
    expect(text).toContain(page)
  })

  it('asks the guest to pay where the bank wants to see them, and promises no other try', () => {
    const { subject, text } = write({ ...about, type, facts: factsOf({ charges: ['needs_guest'] }) })
    expect(subject).toBe('Please confirm your payment: Leather and Light')
    expect(text).toContain('We will not try it again.')
  })

  it('asks for what is still due when a part was paid after the bank declined the whole (R3.11)', () => {
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

describe('card-charge-failed-admin', () => {
  const type = 'card-charge-failed-admin'

  it('tells the admin once nothing more is tried, and never while something is (R42.5)', () => {
    const { subject, text } = write({ ...about, type, facts: factsOf({ charges: ['declined'] }) })
    expect(subject).toContain('Card not charged')
    expect(text).toContain('Ada Lovelace')
    expect(write({ ...about, type, facts: factsOf({ charges: ['stopped'] }) }).text).toContain('dashboard')
    expect(problemOf({ ...about, type, facts: factsOf({ charges: ['planned', 'declined'] }) })).toBe(
      'no_charge',
    )
  })

  it('names what is still due when a part was paid since', () => {
    const { text } = write({ ...about, type, facts: partPaid(factsOf({ charges: ['declined'] })) })
    expect(text).toContain('Remainder: $300.00')
    expect(text).not.toContain('$450')
  })
})

/** An invoice beside the price, still to be paid. */
const extra = (id: number) => ({
  id,
  purpose: 'other' as const,
  description: `Lesson ${id}`,
  extra: true,
  amount: 4_000,
  due: null,
  lines: [],
})

describe('other e-mails, while a card is kept for the rest (R42.9)', () => {
  const kept = factsOf({ charges: [] })

  it('say that it is charged to the card, and ask nobody to pay it by hand (R42.2)', () => {
    const { text } = write({ type: 'invoice-success', invoiceId: DEPOSIT, facts: kept })
    for (const words of [
      'Remainder, charged to your Visa 4242 on Wed, Jan 20, 2027',
      'Nothing to do for the rest',
      `Complete your details:\n${page}`,
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/Pay the rest|due by|and pay/)
  })

  it('nor does the one that an admin sends again: what is left is the details alone, or nothing', () => {
    const type = 'signup-success-simple'
    const { text } = write({ type, facts: kept })
    expect(text).toContain('One thing is left, on your own page: tell us about yourself.')
    expect(text).not.toMatch(/pay the rest/i)
    const given = write({ type, facts: { ...kept, detailsMissing: false } }).text
    expect(given).not.toContain('One thing is left')
  })

  it('ask for what else is open, and for no payment that the card makes, however much is open', () => {
    const facts = { ...kept, invoices: [...kept.invoices, extra(91), extra(92)] }
    const { text } = write({ type: 'invoice-success', invoiceId: DEPOSIT, facts })
    expect(text).toContain('Nothing to do for the rest')
    expect(text).not.toContain('The first is Remainder')
  })

  it('name the day that was announced, where that is another than the due day', () => {
    const facts = factsOf({ charges: ['planned'] })
    facts.charges = facts.charges.map((charge) => ({ ...charge, on: '2027-01-23' }))
    const { text } = write({ type: 'welcome-info', facts, today: '2027-01-21' })
    expect(text).toContain('charged to your Visa 4242 on Sat, Jan 23, 2027')
  })

  it('and ask for it once no card is kept any more', () => {
    const { text } = write({ type: 'invoice-success', invoiceId: DEPOSIT, facts: factsOf() })
    expect(text).toContain('Pay the rest by Wed, Jan 20, 2027')
  })

  it('a reminder that an admin sends tells of the card, and how to pay another way', () => {
    const { text } = write({ ...about, type: 'invoice-remind', facts: kept })
    expect(text).toContain('it is charged to your Visa 4242 on Wed, Jan 20, 2027')
    expect(text).toContain('pay another way')
  })

  it('a stay that is on again says that the card is kept no more', () => {
    const type = 'stay-reinstated'
    const gone = 'please pay the rest yourself on your page'
    expect(write({ type, facts: factsOf({ cardForgotten: true }) }).text).toContain(gone)
    for (const facts of [factsOf(), kept, factsOf({ cardForgotten: true, allPaid: true })])
      expect(write({ type, facts }).text).not.toContain(gone)
  })
})
