import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '#shared/days.ts'
import { type Attempt, expectedCharge, KEEP_CARD, type KeptCardFacts, nextStep } from './kept-card.ts'

/** Noon at the ranch. */
const at = (day: string, time = '19:00') => new Date(`${day}T${time}:00Z`)

const DUE = '2027-01-20'
const facts = (changes: Partial<KeptCardFacts> = {}): KeptCardFacts => ({
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

describe('announcing (R42.2, R42.3)', () => {
  test.each([
    ['too early', { now: at('2027-01-16') }, { do: 'nothing' }],
    ['before nine on the day', { now: at('2027-01-17', '15:59') }, { do: 'nothing' }],
    [
      'at nine, three days before',
      { now: at('2027-01-17', '16:00') },
      { do: 'announce', on: DUE, amount: 45_000 },
    ],
    ['nearer', { now: at('2027-01-19') }, { do: 'announce', on: '2027-01-22', amount: 45_000 }],
    ['nearer, and before nine', { now: at('2027-01-19', '15:59') }, { do: 'nothing' }],
    ['past', { now: at('2027-02-01') }, { do: 'announce', on: '2027-02-04', amount: 45_000 }],
    ['too near to the start', { now: at('2027-02-16') }, { do: 'drop' }],
    ['due at no certain time', { invoice: invoice({ due: null }) }, { do: 'nothing' }],
    ['announced already', { attempts: [planned()] }, { do: 'nothing' }],
    ['of another sum', { attempts: [planned({ amount: 40_000 })] }, { do: 'stop', id: 7 }],
    [
      'due later now',
      { attempts: [planned()], invoice: invoice({ due: '2027-01-25' }) },
      { do: 'stop', id: 7 },
    ],
    [
      'due sooner now: the day that was told stays',
      { attempts: [planned()], invoice: invoice({ due: DUE.replace('20', '18') }) },
      { do: 'nothing' },
    ],
    [
      'stopped before it was tried',
      { attempts: [attempt('stopped', { startedAt: null })] },
      { do: 'announce', on: DUE, amount: 45_000 },
    ],
  ] as const)('%s', (_, changes, step) => {
    expect(nextStep(facts(changes as Partial<KeptCardFacts>))).toEqual(step)
  })
})

describe('charging, by the clock at the ranch (R42.2)', () => {
  const start = { startDay: '2027-04-13' }
  test.each([
    ['the day before', DUE, at('2027-01-19', '23:00'), 'nothing'],
    ['before nine', DUE, at(DUE, '15:59'), 'nothing'],
    ['at nine', DUE, at(DUE, '16:00'), 'charge'],
    ['in the night after a stop of the site', DUE, at('2027-01-21', '08:00'), 'charge'],
    ['days later it is announced anew', DUE, at('2027-01-23'), 'stop'],
    [
      'on the day on which summer time begins, an hour too early',
      '2027-03-14',
      at('2027-03-14', '14:59'),
      'nothing',
    ],
    ['on that day at nine', '2027-03-14', at('2027-03-14', '15:00'), 'charge'],
    ['on the day on which it ends, an hour too early', '2026-11-01', at('2026-11-01', '15:59'), 'nothing'],
    ['on that day at nine', '2026-11-01', at('2026-11-01', '16:00'), 'charge'],
  ])('%s', (_, on, now, step) => {
    const asked = { ...start, invoice: invoice({ due: on }), attempts: [planned({ on })], now }
    expect(nextStep(facts(asked)).do).toBe(step)
  })
})

describe('charging only who was told three days before (R42.8)', () => {
  const again = addDays(DUE, 2)
  test.each([
    ['told on the third day before, however late', at('2027-01-18', '06:59'), at(DUE), 'charge'],
    ['told later', at('2027-01-18', '07:00'), at('2027-01-18'), 'stop'],
    ['not told yet, and there is time', null, at('2027-01-18', '06:59'), 'nothing'],
    ['not told in time', null, at('2027-01-18', '07:00'), 'stop'],
    ['not told on the day', null, at(DUE), 'stop'],
  ] as const)('%s', (_, announcedAt, now, step) => {
    expect(nextStep(facts({ attempts: [planned({ announcedAt })], now })).do).toBe(step)
  })

  it('is announced anew for three days later, and a try after a decline needs no other word', () => {
    const stopped = attempt('stopped', { startedAt: null, announcedAt: null })
    const late = { attempts: [stopped], now: at('2027-01-18') }
    expect(nextStep(facts(late))).toEqual({ do: 'announce', on: '2027-01-21', amount: 45_000 })
    const retry = planned({ on: again, announcedAt: null })
    const attempts = [attempt('declined'), retry]
    expect(nextStep(facts({ attempts, now: at(again) }))).toEqual({ do: 'charge', id: 7 })
    const anew = [attempt('declined'), stopped, retry]
    expect(nextStep(facts({ attempts: anew, now: at(again) }))).toEqual({ do: 'stop', id: 7 })
  })
})

describe('what stands in the way ends it (R42.4, R42.6)', () => {
  const ways: [string, Partial<KeptCardFacts>][] = [
    ['switched off', { isOn: false }],
    ['canceled', { stands: false }],
    ['begun', { startDay: DUE }],
    ['paid, or paid by somebody else', { invoice: null }],
  ]
  test.each(ways)('%s', (_, changes) => {
    const now = at(DUE)
    expect(nextStep(facts({ now, ...changes }))).toEqual({ do: 'drop' })
    expect(nextStep(facts({ now, ...changes, attempts: [planned()] }))).toEqual({ do: 'stop', id: 7 })
    expect(nextStep(facts({ now, ...changes, isKept: false }))).toEqual({ do: 'nothing' })
    const charging = [attempt('charging', { id: 8 })]
    const found = { do: 'resume', id: 8 }
    expect(nextStep(facts({ now, ...changes, attempts: charging }))).toEqual({ ...found, again: false })
    expect(nextStep(facts({ now, attempts: charging }))).toEqual({ ...found, again: true })
  })

  it('is never planned or charged once it was withdrawn', () => {
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

describe('after a decline (R42.5)', () => {
  const now = at(DUE, '20:00')
  const first = attempt('declined', { id: 11 })
  const second = attempt('declined', { id: 12, on: '2027-01-22' })
  const third = attempt('declined', { id: 13, on: '2027-01-24' })

  test.each([
    ['two days after the first', [first], { do: 'try-again', after: 11, on: '2027-01-22', amount: 45_000 }],
    [
      'four days after the first',
      [first, second],
      { do: 'try-again', after: 12, on: '2027-01-24', amount: 45_000 },
    ],
    ['not a fourth time', [first, second, third], giveUp(13, true, true)],
    ['not against the advice', [{ ...first, adviceCode: 'do_not_try_again' }], giveUp(11, true, true)],
    [
      'not with wrong data of the card',
      [{ ...first, adviceCode: 'confirm_card_data' }],
      giveUp(11, true, true),
    ],
    [
      'again where that is advised',
      [{ ...first, adviceCode: 'try_again_later' }],
      { do: 'try-again', after: 11, on: '2027-01-22', amount: 45_000 },
    ],
    [
      'never where the bank asks for the guest',
      [attempt('needs_guest', { id: 14 })],
      giveUp(14, true, false),
    ],
    ['never what the provider itself refused', [{ ...first, declineCode: null }], giveUp(11, true, true)],
    ['never where it is not known', [attempt('stopped', { id: 15 })], giveUp(15, false, true)],
    [
      'not announced again while the next is planned',
      [first, planned({ on: '2027-01-22' })],
      { do: 'nothing' },
    ],
    [
      'another sum is announced anew',
      [first, planned({ on: '2027-01-22', amount: 5 })],
      { do: 'stop', id: 7 },
    ],
    [
      'after which the tries go on',
      [first, attempt('stopped', { startedAt: null })],
      { do: 'announce', on: '2027-01-23', amount: 45_000 },
    ],
  ])('%s', (_, attempts, step) => {
    expect(nextStep(facts({ attempts, now }))).toEqual(step)
  })

  it('tries no more once the retreat would have begun', () => {
    expect(nextStep(facts({ attempts: [first], now, startDay: '2027-01-22' }))).toEqual(
      giveUp(11, true, true),
    )
  })
})

describe('the words of consent (R42.1)', () => {
  it('have another version when they change', () => {
    const words = KEEP_CARD.words({ amount: 45_000, on: DUE })
    const hash = createHash('sha256').update(words).digest('hex').slice(0, 12)
    expect([KEEP_CARD.version, hash]).toEqual(['2026-11', 'bca67fe54888'])
    for (const part of ['$450.00', 'Wed, Jan 20, 2027', 'stop it']) expect(words).toContain(part)
  })
})

describe('expectedCharge', () => {
  it('is what was announced, else what is due, else nothing', () => {
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
