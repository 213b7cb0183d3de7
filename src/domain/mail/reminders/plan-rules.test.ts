import { describe, expect, test } from 'vitest'
import { ranchInstant } from '#shared/days.ts'
import { type Planned, planOf, type PlanRow } from './plan-rules.ts'
import type { Cause, Mail, ReservationToRemind } from './rules.ts'
import { byHand, invoiceOf, mailOf, stayOf } from '#test/support/mail/simulate-reminders.ts'

const DUE = '2027-06-15'
const START = '2027-07-01'
const LONG_BEFORE = ranchInstant('2027-05-01', 12)

/**
 * Returns the plan of an event with these stays at the time `now`. By default, its e-mails are the e-mails of these
 * stays.
 */
const plan = (stays: ReservationToRemind[], now = LONG_BEFORE, changes: Partial<Planned> = {}) =>
  planOf(
    {
      event: { start: START, cancelled: false },
      stays,
      mails: stays.flatMap(({ mails }) => mails),
      ...changes,
    },
    now,
  )
const counts = (row: PlanRow | undefined) => row && [row.wanted, row.queued, row.sent, row.failed]
const rowOf = (rows: PlanRow[], day: string) => rows.find((row) => row.day === day)
const inWords = ({ day, type, why }: PlanRow) => `${day} ${type}: ${why}`
const owing = (changes: Partial<ReservationToRemind> = {}) =>
  stayOf({ invoices: [invoiceOf(DUE)], ...changes })
const asked = (cause: Partial<Cause> = {}, changes: Partial<Mail> = {}): Mail => ({
  ...mailOf({
    at: ranchInstant('2027-06-08', 9),
    cause: { type: 'invoice-remind', target: 17, base: DUE, days: -7, ...cause },
  }),
  ...changes,
})

const inJune = (day: number) => ranchInstant(`2027-06-${day}`)
const hand = (invoiceId: number, day: string) => byHand('invoice-remind', day, { invoiceId })
const rowWith = (status: Mail['status']) =>
  rowOf(plan([owing({ mails: [asked({}, { status })] })]).mails, '2027-06-08')
const nextAt = (now: Date, stays = [owing()]) => plan(stays, now).next?.toISOString()
/** Returns the days of the plan whose e-mails are over, if a guest signs up on the day `today`. */
const overOn = (today: string) =>
  plan([owing({ madeOn: today })], ranchInstant(today, 1))
    .mails.filter(({ over }) => over)
    .map(({ day }) => day)
/**
 * Returns the day of the first e-mail in a plan, and whether the plan on the day `today` marks it as over. That e-mail
 * is a payment reminder that was already sent.
 */
const firstOn = (today: string) =>
  plan([], ranchInstant(today, 1), { mails: [asked()] }).mails.map(({ day, over }) => [day, over])[0]

describe("the plan of an event's automatic e-mails", () => {
  test('contains, without guests, the reminders that depend on the first day, but no time of the next e-mail', () => {
    const { mails, next } = plan([])
    expect(mails.map(inWords)).toEqual([
      '2027-06-17 info-remind: 14 days before the start, while details are missing',
      '2027-06-24 welcome-info: 7 days before the start',
    ])
    expect(mails.map(counts)).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ])
    expect(next).toBeNull()
  })

  test('contains every reminder that one guest will get, once and in order', () => {
    const { mails } = plan([owing({ detailsMissing: true })])
    expect(mails.map(inWords)).toEqual([
      '2027-06-08 invoice-remind: 7 days before it is due',
      '2027-06-12 invoice-remind: 3 days before it is due',
      '2027-06-15 invoice-remind: on the day it is due',
      '2027-06-17 info-remind: 14 days before the start, while details are missing',
      '2027-06-18 invoice-remind: 3 days after it was due',
      '2027-06-24 welcome-info: 7 days before the start',
    ])
    for (const row of mails) expect(counts(row)).toEqual([1, 0, 0, 0])
  })

  test('sorts reminders of one day by type, then by text', () => {
    const invoices = ['2027-06-24', '2027-06-27', '2027-07-01', '2027-06-17'].map((due, nth) =>
      invoiceOf(due, { id: nth }),
    )
    const { mails } = plan([stayOf({ invoices, detailsMissing: true })])
    const of = (day: string) => mails.filter((row) => row.day === day).map(inWords)
    expect(of('2027-06-24')).toEqual([
      '2027-06-24 invoice-remind: 3 days before it is due',
      '2027-06-24 invoice-remind: 7 days before it is due',
      '2027-06-24 invoice-remind: on the day it is due',
      '2027-06-24 welcome-info: 7 days before the start',
    ])
    expect(of('2027-06-17').map((words) => words.slice(11, 22))).toEqual([
      'invoice-rem',
      'invoice-rem',
      'info-remind',
    ])
  })

  test('contains, for a canceled event, only the e-mails that were already sent', () => {
    const { mails } = plan([], LONG_BEFORE, {
      event: { start: START, cancelled: true },
      mails: [asked(), byHand('welcome-info', '2027-06-24')],
    })
    expect(mails.map(inWords)).toEqual(['2027-06-08 invoice-remind: 7 days before it is due'])
    expect(mails.map(counts)).toEqual([[0, 0, 1, 0]])
  })

  test.each([
    ['invoice-remind', -1, '1 day before it is due'],
    ['invoice-remind', 1, '1 day after it was due'],
    ['invoice-remind', 10, '10 days after it was due'],
    ['welcome-info', 0, 'on the first day'],
    ['welcome-info', 1, '1 day after the start'],
    ['welcome-info', -2, '2 days before the start'],
    ['info-remind', 0, 'on the first day, while details are missing'],
  ] as const)('describes a sent %s whose day (%i) is no longer in the settings as: %s', (type, days, why) => {
    const event = { start: START, cancelled: true }
    const rowAt = (now: Date) => plan([], now, { event, mails: [asked({ type, days })] }).mails
    expect(rowAt(inJune(15 + days)).map((row) => [row.why, row.over])).toEqual([[why, false]])
    expect(rowAt(inJune(16 + days)).map((row) => row.over)).toEqual([true])
  })

  test('marks a reminder as over from the day of the next one, or once its type is no longer sent', () => {
    expect(overOn('2027-06-23')).toEqual([])
    expect(overOn('2027-06-24')).toEqual(['2027-06-17'])
    expect(overOn('2027-07-01')).toEqual(['2027-06-17', '2027-06-24'])
  })

  test('marks a sent reminder as over from the day of the next one, even if the guest has paid since', () => {
    expect(firstOn('2027-06-11')).toEqual(['2027-06-08', false])
    expect(firstOn('2027-06-12')).toEqual(['2027-06-08', true])
  })
})

describe("the counts in the plan of an event's automatic e-mails", () => {
  test('count a guest with two invoices due on the same day once, and two guests twice', () => {
    const invoices = [invoiceOf(DUE), invoiceOf(DUE, { id: 18 })]
    const one = stayOf({ invoices })
    expect(counts(rowOf(plan([one]).mails, '2027-06-08'))).toEqual([1, 0, 0, 0])
    const { mails } = plan([one, stayOf({ reservationId: 2, invoices: [invoiceOf(DUE, { id: 19 })] })])
    expect(counts(rowOf(mails, '2027-06-08'))).toEqual([2, 0, 0, 0])
    expect(counts(rowOf(mails, '2027-06-24'))).toEqual([2, 0, 0, 0])
  })

  test('count each automatic reminder under its status', () => {
    expect(counts(rowWith('queued'))).toEqual([0, 1, 0, 0])
    expect(counts(rowWith('sent'))).toEqual([0, 0, 1, 0])
    expect(counts(rowWith('failed'))).toEqual([0, 0, 0, 1])
  })

  test("count an admin's e-mail about an invoice as the reminder that was due at that time", () => {
    const invoices = [invoiceOf(DUE), invoiceOf(DUE, { id: 18 })]
    const both = stayOf({ invoices, mails: [hand(17, '2027-06-08'), hand(18, '2027-06-11')] })
    const { mails } = plan([both], ranchInstant('2027-06-11', 13))
    expect(counts(rowOf(mails, '2027-06-08'))).toEqual([0, 0, 2, 0])
    expect(counts(rowOf(mails, '2027-06-12'))).toEqual([1, 0, 0, 0])
    // One day later, an admin's e-mail counts as the next reminder.
    const later = stayOf({ invoices: [invoiceOf(DUE)], mails: [hand(17, '2027-06-12')] })
    const after = plan([later], ranchInstant('2027-06-12', 13)).mails
    expect(rowOf(after, '2027-06-08')).toBeUndefined()
    expect(counts(rowOf(after, '2027-06-12'))).toEqual([0, 0, 1, 0])
  })

  test('do not include guests who signed up too late for a reminder, or reminders whose time has passed', () => {
    const today = ranchInstant('2027-06-12', 12)
    const days = (stay: ReservationToRemind) =>
      plan([stay], today)
        .mails.filter(({ wanted }) => wanted > 0)
        .map(({ day }) => day)
    expect(days(owing())).toEqual(['2027-06-12', '2027-06-15', '2027-06-18', '2027-06-24'])
    const late = owing({ invoices: [invoiceOf(DUE, { madeOn: '2027-06-12' })] })
    expect(days(late)).toEqual(['2027-06-15', '2027-06-18', '2027-06-24'])
  })
})

describe('the time of the next automatic e-mail', () => {
  test("is 8:00 on the e-mail's day", () => {
    expect(nextAt(LONG_BEFORE)).toBe('2027-06-08T14:00:00.000Z')
  })

  test("is now if the e-mail's day has come, or the next morning if it is night", () => {
    expect(nextAt(ranchInstant('2027-06-10', 12))).toBe(ranchInstant('2027-06-10', 12).toISOString())
    expect(nextAt(ranchInstant('2027-06-10', 22))).toBe(ranchInstant('2027-06-11', 8).toISOString())
  })

  test('is now if a reminder is already queued, whether or not other reminders are planned', () => {
    const now = ranchInstant('2027-06-08', 9)
    const waiting = stayOf({ mails: [asked({}, { status: 'queued' })] })
    expect(nextAt(now, [waiting])).toBe(now.toISOString())
    expect(nextAt(now, [waiting, owing({ reservationId: 2, invoices: [invoiceOf(DUE, { id: 18 })] })])).toBe(
      now.toISOString(),
    )
  })

  test('is the time of the following reminder once the first was sent', () => {
    const sent = stayOf({ invoices: [invoiceOf(DUE)], mails: [asked()] })
    expect(nextAt(ranchInstant('2027-06-08', 10), [sent])).toBe(ranchInstant('2027-06-12', 8).toISOString())
  })
})
