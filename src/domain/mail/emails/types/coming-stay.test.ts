import { describe, expect, it } from 'vitest'
import {
  BEA,
  type Changes,
  DEPOSIT,
  factsOf,
  problemOf,
  REST,
  UUID,
  write,
} from '#test/support/mail/reservation-rows.ts'

const page = `https://ranch.example/complete-reservation/${UUID}`
const WEEK_BEFORE = '2027-02-12'
const START_DAY = '2027-02-19'
const DAY_AFTER = '2027-02-20'

const asks = (arrival: Changes['arrival'], type: 'welcome-info' | 'info-remind' = 'welcome-info') =>
  write({ type, facts: factsOf({ arrival }), today: WEEK_BEFORE }).text.includes(`${page}#your-arrival`)

describe('the welcome-info e-mail', () => {
  const type = 'welcome-info'

  it('tells about road, host, packing and dates a week before the start, and asks for nothing already done', () => {
    const facts = factsOf({ detailsMissing: false, allPaid: true })
    const { subject, text } = write({ type, facts, today: WEEK_BEFORE })
    expect(subject).toBe('See you in a week: Leather and Light')
    for (const words of [
      'You’ll be here in a week.',
      'Arrive: Fri, Feb 19, 2027, from 3 PM',
      'Leave: Tue, Feb 23, 2027, by 11 AM',
      'Host’s phone: 505-555-0112',
      'The last 12 miles are dirt road, and your phone has no signal there.',
      'Closed shoes, layers',
      'https://ranch.example/directions?attendee=',
      'https://ranch.example/packing-list',
      `See your stay:\n${page}`,
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/details|\$|Pay /)
  })

  it('asks for missing details, and lists what is still to pay', () => {
    const { text } = write({ type, facts: factsOf(), today: WEEK_BEFORE })
    expect(text).toContain('We still need your details, and soon. The kitchen needs to know')
    expect(text).toContain('We delete your details after the event.')
    expect(text).toContain(`Complete your details and pay:\n${page}`)
    expect(text).toContain('Remainder, due now: $450.00')
  })

  it('asks for the arrival time until the guest has given it or has arrived (R36.7)', () => {
    const told = {
      reservationId: 17,
      day: START_DAY,
      time: '15:00',
      by: 'car',
      leftPavementAt: null,
      hereAt: null,
      hereBy: null,
    } as const
    expect([asks(undefined), asks(undefined, 'info-remind')]).toEqual([true, true])
    expect([asks(told), asks(told, 'info-remind')]).toEqual([false, false])
    // The event was moved and no longer includes the day that the guest gave. So the e-mail must ask again.
    expect(asks({ ...told, day: '2027-01-01' })).toBe(true)
    expect(asks({ ...told, day: null, time: null, by: null, hereAt: new Date(), hereBy: 'host' })).toBe(false)
  })

  it('is sent until the start day, and dropped afterwards', () => {
    expect(write({ type, facts: factsOf(), today: START_DAY }).subject).toMatch(/^See you today:/)
    expect(problemOf({ type, facts: factsOf(), today: DAY_AFTER })).toBe('too_late')
  })
})

describe('the dates-moved e-mail', () => {
  const type = 'dates-moved'

  it('states the new dates, that the guest keeps the spot, and which payments are due when', () => {
    const { subject, text } = write({ type, facts: factsOf(), today: WEEK_BEFORE })
    expect(subject).toBe('New dates: Leather and Light')
    for (const words of [
      'Fri, Feb 19',
      'Your spot is still yours',
      'delete the old ones',
      'Remainder, due now: $450.00',
      page,
    ])
      expect(text).toContain(words)
  })

  it('is dropped once the event has started', () => {
    expect(problemOf({ type, facts: factsOf(), today: START_DAY })).toBeNull()
    expect(problemOf({ type, facts: factsOf(), today: DAY_AFTER })).toBe('too_late')
  })
})

describe('the stay-moved e-mail', () => {
  const type = 'stay-moved'

  it('names the new event with its days, what was paid, and which payments are due when', () => {
    const { subject, text } = write({ type, facts: factsOf(), today: WEEK_BEFORE })
    expect(subject).toBe('Your stay has moved to: Leather and Light')
    for (const words of [
      'Fri, Feb 19',
      'The $450.00 that you paid counts for this stay. Here’s what your stay costs, what’s paid, and what’s still to pay:',
      'Remainder, due now: $450.00',
      'delete the old ones',
      page,
    ])
      expect(text).toContain(words)
    expect(problemOf({ type, facts: factsOf(), today: DAY_AFTER })).toBe('too_late')
  })

  it('states how much the guest has overpaid, and does not mention money if nothing was paid', () => {
    const paid = factsOf({ allPaid: true })
    const cheaper = { ...paid, reservation: { ...paid.reservation, price: 85_000 } }
    expect(write({ type, facts: cheaper }).text).toContain(
      'The $900.00 that you paid counts for this stay. That’s $50.00 more than it costs',
    )
    const free = { ...paid, reservation: { ...paid.reservation, price: 0 }, invoices: [], payments: [] }
    expect(write({ type, facts: free }).text).not.toContain('$')
  })
})

describe('the stay-reinstated e-mail', () => {
  const type = 'stay-reinstated'

  it('says that the reservation is active again, and is dropped if the guest cancels again', () => {
    const { subject, text } = write({ type, facts: factsOf(), today: WEEK_BEFORE })
    expect(subject).toBe('Your stay is on again: Leather and Light')
    for (const words of [
      'We undid the cancellation',
      'the $450.00 that you paid still counts',
      'Fri, Feb 19',
      'Remainder, due now: $450.00',
      page,
    ])
      expect(text).toContain(words)
    const cancelled = factsOf({ status: 'cancelled' })
    expect(problemOf({ type, facts: cancelled, today: WEEK_BEFORE })).toBe('not_confirmed')
  })
})

describe('the choices-changed e-mail', () => {
  const type = 'choices-changed'

  it("lists the guest's choices and what is left to pay (R37.7)", () => {
    const choices = [
      { name: 'A room of your own', price: 20_000 },
      { name: 'Late checkout', price: 0 },
    ]
    const facts = factsOf({ choices })
    const dearer = { ...facts, reservation: { ...facts.reservation, price: 110_000 } }
    const { subject, text } = write({ type, facts: dearer, today: WEEK_BEFORE })
    expect(subject).toBe('Your choices: Leather and Light')
    for (const words of [
      'A room of your own ($200.00), Late checkout',
      'Still to pay: $650.00',
      'Total: $1,100.00',
      page,
    ])
      expect(text).toContain(words)
    expect(write({ type, facts: factsOf(), today: WEEK_BEFORE }).text).toContain('Nothing extra')
  })
})

describe('the invoice-success e-mail', () => {
  const type = 'invoice-success'

  it("lists the guest's choices with their prices", () => {
    const facts = factsOf({ choices: [{ name: 'A room of your own', price: 20_000 }] })
    expect(write({ type, facts }).text).toContain('A room of your own ($200.00)')
  })

  it('states the discount code and how much less the guest pays, and says if there is nothing to pay (R41.7)', () => {
    expect(write({ type, facts: factsOf({ discount: 20_000 }) }).text).toContain(
      'With the code FRIENDS you pay $200.00 less.',
    )
    const facts = { ...factsOf({ discount: 90_000 }), invoices: [], payments: [] }
    facts.reservation.price = 0
    const { text } = write({ type, facts })
    expect(text).toContain('there is nothing to pay')
    expect(write({ type, facts: factsOf() }).text).not.toContain('less.')
  })
})

describe('the pays-now e-mail', () => {
  const type = 'pays-now'

  it("tells the new payer of a party what is still open, and links to the payer's page (R39.9)", () => {
    const { subject, text } = write({ type, facts: factsOf({ party: 'payer' }), today: WEEK_BEFORE })
    expect(subject).toBe('You now pay for your party: Leather and Light')
    for (const words of [
      'You now pay for everyone in your party. All invoices are in your name now, including those already paid',
      page,
    ])
      expect(text).toContain(words)
    expect(text).toContain('Here’s what it costs, what’s paid, and what’s still to pay:')
    expect(text).toContain(
      'Your stay: $450.00\nBea Byron’s stay: $450.00\nTotal: $900.00\nPaid: $450.00\nStill to pay: $450.00\n– Remainder, due now: $450.00\n',
    )
    const paid = { ...factsOf({ party: 'payer' }), invoices: [] }
    expect(write({ type, facts: paid, today: WEEK_BEFORE }).text).toContain('Nothing is left to pay.')
  })

  it('tells the last guest of a party that they pay for their own stay', () => {
    const alone = factsOf({ party: 'payer' })
    const party = [{ ...BEA, status: 'cancelled' as const }]
    const { subject, text } = write({ type, facts: alone, today: WEEK_BEFORE, party })
    expect(subject).toBe('You now pay for your stay: Leather and Light')
    expect(text).toContain('Nobody else in your party is coming now, so you pay for your own stay.')
  })

  it('is sent only to the payer of a party, and only while the reservation is active', () => {
    const held = factsOf({ party: 'payer', status: 'pending' })
    expect(problemOf({ type, facts: held })).toBeNull()
    const cancelled = factsOf({ party: 'payer', status: 'cancelled' })
    expect(problemOf({ type, facts: cancelled })).toBe('not_standing')
    expect(problemOf({ type, facts: factsOf({ party: 'companion' }) })).toBe('not_payer')
  })
})

function confirmation(cost: number, invoices: ReturnType<typeof factsOf>['invoices'] = []): string {
  const holdExpiresAt = new Date('2026-11-21T21:00:00Z')
  const held = factsOf({ status: 'pending', holdExpiresAt, event: { cost } })
  held.reservation.price = invoices.reduce((sum, { amount }) => sum + amount, 0)
  return write({ type: 'confirm-spots', facts: { ...held, invoices, payments: [] } }).text
}

describe('the confirm-spots e-mail', () => {
  it('says that there is nothing to pay, but not if the price is hidden (R9.8)', () => {
    expect(confirmation(0)).toContain('There is nothing to pay.')
    expect(confirmation(-1)).not.toContain('nothing to pay')
  })

  it('lists what is still to be paid after confirming', () => {
    const rest = factsOf().invoices.filter(({ id }) => id === REST)
    expect(confirmation(90_000, rest)).toContain('Once you confirm, this is still to be paid:')
    expect(confirmation(90_000, rest)).toContain('Remainder, due by Wed, Jan 20, 2027: $450.00')
  })
})

describe('the companion-invited e-mail', () => {
  const type = 'companion-invited'
  const facts = factsOf({
    party: 'companion',
    choices: [{ name: 'Tent', price: 0 }],
  })

  it("names the payer, who signed the companion up, and links to the companion's own page (R39.2)", () => {
    const { subject, text } = write({ type, facts, today: WEEK_BEFORE })
    expect(subject).toBe('You’re signed up: Leather and Light')
    for (const words of [
      'Ada Lovelace has signed you up, and your spot is yours.',
      'Ada Lovelace pays for your stay, so you have nothing to pay.',
      `Complete your details:\n${page}`,
      'You chose: Tent',
      'didn’t know about this?',
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/\$|Bea Byron/)
  })

  it("omits a payer's name that is unsafe to write, says if the stay is free, and asks for no details already given", () => {
    const free = {
      ...facts,
      detailsMissing: false,
      reservation: { ...facts.reservation, share: 0 },
    }
    const { text } = write({
      type,
      facts: free,
      today: WEEK_BEFORE,
      party: [],
    })
    expect(text).toContain(
      'Someone you’re coming with has signed you up, and your spot is yours. Your own page names them. There is nothing to pay. Grab',
    )
    expect(text).not.toMatch(/pays|They pay|details:/)
    const hidden = { ...free, event: { ...free.event, cost: -1 } }
    expect(write({ type, facts: hidden, today: WEEK_BEFORE, party: [] }).text).not.toContain('pay')
  })

  it('is dropped for a payer, and for a guest in no party', () => {
    for (const party of ['payer', undefined] as const)
      expect(
        problemOf({
          type,
          facts: factsOf(party && { party }),
          today: WEEK_BEFORE,
        }),
      ).toBe('no_companion')
    expect(problemOf({ type, facts, today: DAY_AFTER })).toBe('too_late')
  })
})

describe('e-mails to the payer of a party', () => {
  const paying = factsOf({ party: 'payer', detailsMissing: false })
  const beasLink = `Bea Byron: https://ranch.example/complete-reservation/${BEA.uuid}`
  const handOn = 'We don’t have an email address for Bea Byron, so please send them this link'

  it('list every guest with the price of the stay, and the links of companions without an address (R39.3, R39.4)', () => {
    const { text } = write({ type: 'invoice-success', facts: paying, today: '2026-11-21' })
    for (const words of [
      'Your payment succeeded and your 2 spots are yours.',
      'Your stay: $450.00\nBea Byron’s stay: $450.00\nTotal: $900.00\n',
      handOn,
      beasLink,
    ])
      expect(text).toContain(words)
    const added = write({ type: 'signup-success-simple', facts: paying, today: '2026-11-21' }).text
    for (const words of ['your 2 spots are yours', 'Bea Byron’s stay: $450.00', beasLink])
      expect(added).toContain(words)
  })

  it('in receipts and reminders, state for which guest each amount is', () => {
    const halves = [
      { reservationId: 17, amount: 22_500 },
      { reservationId: BEA.id, amount: 22_500 },
    ]
    const facts = { ...paying, invoices: paying.invoices.map((one) => ({ ...one, lines: halves })) }
    const asked = write({ type: 'invoice-remind', facts, invoiceId: REST, today: WEEK_BEFORE }).text
    expect(asked).toContain(
      '– Remainder for you, was due on Wed, Jan 20, 2027: $225.00\n– Remainder for Bea Byron, was',
    )
    const got = write({ type: 'invoice-success', facts, invoiceId: DEPOSIT, today: WEEK_BEFORE }).text
    expect(got).toContain('Deposit for Bea Byron, paid on Sat, Nov 21, 2026: $225.00')
    // If the whole invoice is for the recipient, the e-mail names no guests. A guest who has left the party has no
    // name, so the e-mail says "somebody else".
    const own = { ...paying, invoices: facts.invoices.map((one) => ({ ...one, lines: halves.slice(0, 1) })) }
    expect(write({ type: 'invoice-remind', facts: own, invoiceId: REST }).text).toContain('Remainder, due by')
    const gone = write({ type: 'invoice-remind', facts, invoiceId: REST, party: [] }).text
    expect(gone).toContain('Remainder for somebody else, due by')
  })

  it("ask the payer for details of companions without an address, even if the payer's own details are complete", () => {
    const type = 'info-remind'
    const { subject, text } = write({ type, facts: paying, today: WEEK_BEFORE })
    expect(subject).toBe('We still need details: Leather and Light')
    for (const words of ['We have all we need from you', `${handOn} to their own page today.`, beasLink])
      expect(text).toContain(words)
    for (const of of ['info-remind', 'welcome-info'] as const) {
      const both = write({ type: of, facts: factsOf({ party: 'payer' }), today: WEEK_BEFORE }).text
      for (const words of ['Complete your details', beasLink]) expect(both).toContain(words)
    }
    const told = { ...paying, party: paying.party.map((one) => ({ ...one, detailsMissing: false })) }
    expect(problemOf({ type, facts: told, today: WEEK_BEFORE })).toBe('details_given')
    const cancelled = {
      ...paying,
      party: paying.party.map((one) => ({ ...one, status: 'cancelled' as const })),
    }
    expect(problemOf({ type, facts: cancelled, today: WEEK_BEFORE })).toBe('details_given')
  })

  it('name the payer to a companion whom an admin added, and say nothing else about the party', () => {
    const facts = factsOf({ party: 'companion' })
    const added = write({ type: 'signup-success-simple', facts, today: '2026-11-21' }).text
    expect(added).toContain('your spot is yours. Ada Lovelace pays for your stay. There’s one thing left')
    expect(added).not.toContain('$')
    const { text } = write({
      type: 'info-remind',
      facts: factsOf({ party: 'companion' }),
      today: WEEK_BEFORE,
    })
    expect(text).not.toMatch(/Lovelace|Bea/)
  })
})

describe('the waitlist-offer e-mail', () => {
  const type = 'waitlist-offer'
  const spot = { token: UUID, expiresAt: new Date('2026-11-22T18:00:00Z') }
  const about = { description: null, perRoom: null, rooms: [], stock: 3, booked: 0, closed: false }
  const single = {
    ...about,
    everBooked: false,
    id: 1,
    kind: 'lodging' as const,
    name: 'A room of your own',
    price: 20_000,
  }
  const tent = { ...single, id: 2, name: 'Tent', price: 5_000 }
  const offer = (changes: Changes = {}) => {
    const facts = factsOf({ status: 'pending', offer: spot, offered: [single], ...changes })
    return write({ type, facts: { ...facts, payments: [] } }).text
  }

  it('includes the price of lodging if the guest must choose lodging (R37.2, R37.6)', () => {
    const told = 'It costs $1,100.00. You choose your lodging on the form. $550.00 is due when you accept.'
    expect(offer()).toContain(told)
    const dearer = offer({ offered: [single, tent] })
    for (const words of ['It costs from $950.00.', 'At least $475.00 is due', 'Total: from $950.00'])
      expect(dearer).toContain(words)
  })

  it('states the number of offered spots and their total price (R39.7)', () => {
    const text = offer({ offeredSpots: 2 })
    for (const words of [
      '2 spots opened up, and it’s your turn. They are held for you until',
      // Two guests pay $450 each, and $200 each for a room: $1,300. The deposit is half of that, $650.
      'Together they cost $1,300.00. You choose your lodging on the form. $650.00 is due when you accept.',
      'Take as many spots as you need',
    ])
      expect(text).toContain(words)
  })

  it('states the exact price if lodging is already chosen, or if the event has none', () => {
    for (const text of [offer({ offered: [] }), offer({ choices: [{ name: 'Tent', price: 5_000 }] })]) {
      expect(text).toContain('$450.00 is due when you accept.')
      expect(text).not.toMatch(/lodging|from \$/)
    }
  })
})

describe('the info-remind e-mail', () => {
  const type = 'info-remind'

  it('states how much time is left, why details are needed, when the site deletes them, and the link', () => {
    const { subject, text } = write({ type, facts: factsOf(), today: '2027-02-05' })
    expect(subject).toBe('We still need your details: Leather and Light')
    for (const words of [
      'You’ll be here in 14 days',
      'We delete your answers after the event.',
      'Kitchen: What you can’t eat.',
      'First aid: Your health, and who to call.',
      `Complete your details:\n${page}`,
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('$')
  })

  it('is dropped once the details are complete or the start day is over', () => {
    const told = factsOf({ detailsMissing: false })
    expect(problemOf({ type, facts: told, today: WEEK_BEFORE })).toBe('details_given')
    expect(problemOf({ type, facts: factsOf(), today: START_DAY })).toBeNull()
    expect(problemOf({ type, facts: factsOf(), today: DAY_AFTER })).toBe('too_late')
  })
})

describe('the invoice-remind e-mail', () => {
  const type = 'invoice-remind'

  it.each([
    ['2027-01-13', 'Payment due in a week', '$450.00 is due by Wed, Jan 20, 2027. You can also pay early.'],
    ['2027-01-17', 'Payment due in 3 days', 'Remainder, due by Wed, Jan 20, 2027: $450.00'],
    ['2027-01-19', 'Payment due tomorrow', 'Remainder, due by Wed, Jan 20, 2027: $450.00'],
    ['2027-01-20', 'Payment due today', '$450.00 is due today.'],
    ['2027-01-23', 'Payment past due', '$450.00 was due on Wed, Jan 20, 2027'],
    // After the event has started, the guest still owes the money.
    [DAY_AFTER, 'Payment past due', 'Remainder, was due on Wed, Jan 20, 2027: $450.00'],
  ])('sent on the day %s, says “%s”', (today, opening, words) => {
    const { subject, text } = write({ type, facts: factsOf(), invoiceId: REST, today })
    expect(subject).toBe(`${opening}: Leather and Light`)
    expect(text).toContain(words)
    expect(text).toContain(`Pay $450.00:\n${page}`)
  })

  it('lists other open invoices, and can be about an invoice without a due day', () => {
    const lesson = { purpose: 'other', description: 'Leather lesson', extra: true } as const
    const facts = factsOf({ invoices: [{ ...lesson, id: 9, amount: 8_550, due: null, lines: [] }] })
    expect(write({ type, facts, invoiceId: REST }).text).toContain(
      'Total: $985.50\nPaid: $450.00\nStill to pay: $535.50\n– Remainder, due by Wed, Jan 20, 2027: $450.00\n– Leather lesson, still due: $85.50\n',
    )
    const { subject, text } = write({ type, facts, invoiceId: 9 })
    expect(subject).toBe('Payment still due: Leather and Light')
    expect(text).toContain('$85.50 is still unpaid. You can pay at any time.')
  })

  it('is dropped once its invoice is paid or deleted', () => {
    expect(problemOf({ type, facts: factsOf(), invoiceId: DEPOSIT })).toBe('already_paid')
    expect(problemOf({ type, facts: factsOf(), invoiceId: null })).toBe('invoice_gone')
  })
})

describe('e-mails about a stay that is not confirmed, or about a canceled event', () => {
  it.each([
    'invoice-success',
    'signup-success-simple',
    'welcome-info',
    'info-remind',
    'invoice-remind',
  ] as const)('are dropped: %s', (type) => {
    const cancelled = factsOf({ status: 'cancelled' })
    expect(problemOf({ type, facts: cancelled, invoiceId: REST })).toBe('not_confirmed')
    const off = factsOf({ event: { cancelledAt: new Date('2027-01-01T12:00:00Z') } })
    expect(problemOf({ type, facts: off, invoiceId: REST })).toBe('event_cancelled')
  })
})

const receipt = (changes: Parameters<typeof factsOf>[0], more: object = {}) =>
  write({ type: 'deletion-receipt', facts: { ...factsOf(changes), ...more }, today: '2027-03-09' }).text

describe('the deletion-receipt e-mail', () => {
  it('says who asked for the deletion, and mentions the end of the retreat only if the guest attended it (R32.1)', () => {
    expect(receipt({})).toContain('The retreat is over. As promised, we’re now deleting what you told us')
    for (const changes of [{ status: 'cancelled' }, { event: { cancelledAt: new Date() } }] as const)
      expect(receipt(changes)).toMatch(/^(?!.*retreat is over).*\bAs promised, we’re now deleting/s)
    expect(receipt({}, { erasureAsked: true })).toContain('You asked us to delete what we know about you')
  })

  it('says whether the accounts keep a payment by this guest', () => {
    expect(receipt({})).toContain('Amounts and dates of payments. The law requires us to keep these.')
    expect(receipt({}, { hasPaid: false })).toContain('Our accounts have no payment from you.')
  })
})
