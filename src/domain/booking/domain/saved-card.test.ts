import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '#shared/days.ts'
import { type Attempt, expectedCharge, KEEP_CARD, type SavedCardFacts, nextStep } from './saved-card.ts'

const at = (day: string, time = '19:00') => new Date(`${day}T${time}:00Z`)

const DUE = '2027-01-20'
const facts = (changes: Partial<SavedCardFacts> = {}): SavedCardFacts => ({
  isOn: true,
  isKept: true,
  stands: true,
  startDay: '2027-02-19',
  invoice: { id: 2, amount: 45_000, due: DUE },
  attempts: [],
  now: at('2027-01-17'),
  ...changes,
})
let id = 0
const attempt = (status: Attempt['status'], changes: Partial<Attempt> = {}): Attempt => {
  const on = changes.on ?? DUE
  const startedAt = status === 'planned' ? null : at(on)
  return {
    id: (id += 1),
    status,
    amount: 45_000,
    on,
    announcedAt: at(addDays(on, -3), '16:00'),
    startedAt,
    declineCode: status === 'declined' ? 'insufficient_funds' : null,
    adviceCode: null,
    ...changes,
  }
}
const planned = (changes: Partial<Attempt> = {}) => attempt('planned', { id: 7, ...changes })
const invoice = (changes: object) => ({ id: 2, amount: 45_000, due: DUE, ...changes })

describe('the e-mail that announces the charge of a saved card (R42.2, R42.3)', () => {
  test.each([
    ['four days before the due day', { now: at('2027-01-16') }, { do: 'nothing' }],
    ['before 9:00, three days before', { now: at('2027-01-17', '15:59') }, { do: 'nothing' }],
    [
      'at 9:00, three days before',
      { now: at('2027-01-17', '16:00') },
      { do: 'announce', on: DUE, amount: 45_000 },
    ],
    [
      'one day before, so the charge moves three days ahead',
      { now: at('2027-01-19') },
      { do: 'announce', on: '2027-01-22', amount: 45_000 },
    ],
    ['one day before, before 9:00', { now: at('2027-01-19', '15:59') }, { do: 'nothing' }],
    ['after the due day', { now: at('2027-02-01') }, { do: 'announce', on: '2027-02-04', amount: 45_000 }],
    ['too close to the start of the event', { now: at('2027-02-16') }, { do: 'drop' }],
    ['an invoice without a due day', { invoice: invoice({ due: null }) }, { do: 'nothing' }],
    ['a charge that is already announced', { attempts: [planned()] }, { do: 'nothing' }],
    [
      'an announced charge of another amount',
      { attempts: [planned({ amount: 40_000 })] },
      { do: 'stop', id: 7 },
    ],
    [
      'an invoice that is due later than announced',
      { attempts: [planned()], invoice: invoice({ due: '2027-01-25' }) },
      { do: 'stop', id: 7 },
    ],
    [
      'an invoice that is due sooner than announced',
      { attempts: [planned()], invoice: invoice({ due: DUE.replace('20', '18') }) },
      { do: 'nothing' },
    ],
    [
      'a charge that was stopped before it was tried',
      { attempts: [attempt('stopped', { startedAt: null })] },
      { do: 'announce', on: DUE, amount: 45_000 },
    ],
  ] as const)('is planned for the right day and amount: %s', (_, changes, step) => {
    expect(nextStep(facts(changes as Partial<SavedCardFacts>))).toEqual(step)
  })
})

describe('the time at which a saved card is charged, by the clock at the ranch (R42.2)', () => {
  const start = { startDay: '2027-04-13' }
  test.each([
    ['the day before', DUE, at('2027-01-19', '23:00'), 'nothing'],
    ['before 9:00', DUE, at(DUE, '15:59'), 'nothing'],
    ['at 9:00', DUE, at(DUE, '16:00'), 'charge'],
    ['in the night after the site was down', DUE, at('2027-01-21', '08:00'), 'charge'],
    ['days later, so it is announced again', DUE, at('2027-01-23'), 'stop'],
    ['on the day summer time begins, an hour too early', '2027-03-14', at('2027-03-14', '14:59'), 'nothing'],
    ['at 9:00 on the day summer time begins', '2027-03-14', at('2027-03-14', '15:00'), 'charge'],
    ['on the day summer time ends, an hour too early', '2026-11-01', at('2026-11-01', '15:59'), 'nothing'],
    ['at 9:00 on the day summer time ends', '2026-11-01', at('2026-11-01', '16:00'), 'charge'],
  ])('is 9:00 on the due day for a charge that was announced: %s', (_, on, now, step) => {
    const asked = { ...start, invoice: invoice({ due: on }), attempts: [planned({ on })], now }
    expect(nextStep(facts(asked)).do).toBe(step)
  })
})

describe('the plan for charging a saved card (R42.8)', () => {
  const again = addDays(DUE, 2)
  test.each([
    ['sent at the end of the third day before', at('2027-01-18', '06:59'), at(DUE), 'charge'],
    ['sent one minute later', at('2027-01-18', '07:00'), at('2027-01-18'), 'stop'],
    ['not sent yet, while there is time', null, at('2027-01-18', '06:59'), 'nothing'],
    ['not sent in time', null, at('2027-01-18', '07:00'), 'stop'],
    ['not sent by the day of the charge', null, at(DUE), 'stop'],
  ] as const)(
    'charges a saved card only if the announcement was sent three days before: %s',
    (_, announcedAt, now, step) => {
      expect(nextStep(facts({ attempts: [planned({ announcedAt })], now })).do).toBe(step)
    },
  )

  const neverAnnounced = attempt('stopped', { startedAt: null, announcedAt: null })

  it('announces a new charge, three days ahead, after it stopped a charge that was not announced in time', () => {
    const late = { attempts: [neverAnnounced], now: at('2027-01-18') }
    expect(nextStep(facts(late))).toEqual({ do: 'announce', on: '2027-01-21', amount: 45_000 })
  })

  it('makes a charge without an announcement only if it is the retry directly after a declined charge', () => {
    const retry = planned({ on: again, announcedAt: null })
    const attempts = [attempt('declined'), retry]
    expect(nextStep(facts({ attempts, now: at(again) }))).toEqual({ do: 'charge', id: 7 })
    const later = [attempt('declined'), neverAnnounced, retry]
    expect(nextStep(facts({ attempts: later, now: at(again) }))).toEqual({ do: 'stop', id: 7 })
  })
})

describe('when a saved card must not be charged (R42.4, R42.6), the plan', () => {
  const ways: [string, Partial<SavedCardFacts>][] = [
    ['the setting is off', { isOn: false }],
    ['the stay is canceled', { stands: false }],
    ['the event has begun', { startDay: DUE }],
    ['the invoice is paid, or another guest pays', { invoice: null }],
  ]
  test.each(ways)(
    'cancels the planned charge of a saved card, or deletes the card if no charge is planned: %s',
    (_, changes) => {
      const now = at(DUE)
      expect(nextStep(facts({ now, ...changes }))).toEqual({ do: 'drop' })
      expect(nextStep(facts({ now, ...changes, attempts: [planned()] }))).toEqual({ do: 'stop', id: 7 })
      expect(nextStep(facts({ now, ...changes, isKept: false }))).toEqual({ do: 'nothing' })
      const charging = [attempt('charging', { id: 8 })]
      const found = { do: 'resume', id: 8 }
      expect(nextStep(facts({ now, ...changes, attempts: charging }))).toEqual({ ...found, again: false })
      expect(nextStep(facts({ now, attempts: charging }))).toEqual({ ...found, again: true })
    },
  )

  it('cancels the planned charge once the guest has removed the saved card', () => {
    expect(nextStep(facts({ isKept: false }))).toEqual({ do: 'nothing' })
    expect(nextStep(facts({ isKept: false, attempts: [planned()], now: at(DUE) }))).toEqual({
      do: 'stop',
      id: 7,
    })
  })
})

const giveUp = (after: number, guest: boolean, admin: boolean) => ({
  do: 'give-up',
  after,
  tells: { guest, admin },
})

describe('the plan after a bank declined a saved card (R42.5)', () => {
  const now = at(DUE, '20:00')
  const first = attempt('declined', { id: 11 })
  const second = attempt('declined', { id: 12, on: '2027-01-22' })
  const third = attempt('declined', { id: 13, on: '2027-01-24' })

  test.each([
    [
      'retries two days after the first try',
      [first],
      { do: 'try-again', after: 11, on: '2027-01-22', amount: 45_000 },
    ],
    [
      'retries four days after the first try',
      [first, second],
      { do: 'try-again', after: 12, on: '2027-01-24', amount: 45_000 },
    ],
    ['gives up after the third decline', [first, second, third], giveUp(13, true, true)],
    [
      'gives up if the bank advises against a retry',
      [{ ...first, adviceCode: 'do_not_try_again' }],
      giveUp(11, true, true),
    ],
    [
      'gives up if the card’s data is wrong',
      [{ ...first, adviceCode: 'confirm_card_data' }],
      giveUp(11, true, true),
    ],
    [
      'retries if the bank advises to',
      [{ ...first, adviceCode: 'try_again_later' }],
      { do: 'try-again', after: 11, on: '2027-01-22', amount: 45_000 },
    ],
    [
      'gives up if the bank asks for the guest',
      [attempt('needs_guest', { id: 14 })],
      giveUp(14, true, false),
    ],
    ['gives up if Stripe itself refused', [{ ...first, declineCode: null }], giveUp(11, true, true)],
    ...[
      'authentication_required',
      'expired_card',
      'highest_risk_level',
      'incorrect_number',
      'lost_card',
      'pickup_card',
      'revocation_of_all_authorizations',
      'revocation_of_authorization',
      'stolen_card',
      'transaction_not_allowed',
    ].map((declineCode): [string, Attempt[], ReturnType<typeof giveUp>] => [
      `gives up after the decline ${declineCode}, even if the bank gave no advice`,
      [{ ...first, declineCode, adviceCode: null }],
      giveUp(11, true, true),
    ]),
    ['gives up if the result is unknown', [attempt('stopped', { id: 15 })], giveUp(15, false, true)],
    ['does nothing while the retry is planned', [first, planned({ on: '2027-01-22' })], { do: 'nothing' }],
    [
      'stops the retry if the amount has changed',
      [first, planned({ on: '2027-01-22', amount: 5 })],
      { do: 'stop', id: 7 },
    ],
    [
      'announces again after a stopped retry',
      [first, attempt('stopped', { startedAt: null })],
      { do: 'announce', on: '2027-01-23', amount: 45_000 },
    ],
  ])('decides what to do next with the saved card: %s', (_, attempts, step) => {
    expect(nextStep(facts({ attempts, now }))).toEqual(step)
  })

  it('does not retry a charge if the event would begin before the retry', () => {
    expect(nextStep(facts({ attempts: [first], now, startDay: '2027-01-22' }))).toEqual(
      giveUp(11, true, true),
    )
  })
})

describe('the text with which a guest agrees to save the card (R42.1)', () => {
  it('must get a new version whenever the text changes', () => {
    const words = KEEP_CARD.words({ amount: 45_000, on: DUE })
    const hash = createHash('sha256').update(words).digest('hex').slice(0, 12)
    expect([KEEP_CARD.version, hash]).toEqual(['2026-11-30.2', '12a6c22c6331'])
    for (const part of ['$450.00', 'Wed, Jan 20, 2027', 'stop it']) expect(words).toContain(part)
  })
})

describe('the next charge of a saved card that the guest’s page shows', () => {
  it('is the announced charge, or else the charge that is planned from the invoice, or else none', () => {
    expect(expectedCharge(facts({ attempts: [planned({ amount: 40_000 })] }))).toEqual({
      amount: 40_000,
      on: DUE,
      declined: false,
    })
    expect(expectedCharge(facts())).toEqual({ amount: 45_000, on: DUE, declined: false })
    expect(expectedCharge(facts({ invoice: null }))).toBeNull()
    const tried = [planned({ id: 1, status: 'declined' }), planned({ id: 2 })]
    expect(expectedCharge(facts({ attempts: tried }))).toMatchObject({ declined: true })
  })
})
