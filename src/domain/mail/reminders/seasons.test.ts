/**
 * Checks that each reminder is sent once (R9.5) across the two clock changes of a year, with the process in three
 * time zones.
 */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { causeKey, stageOn } from './rules.ts'
import { invoiceOf, play, stayOf } from '#test/support/mail/simulate-reminders.ts'
import { expectedIn, playedIn } from '#test/support/mail/reminder-seasons-expected.ts'

// A clock change of America/Denver is in the middle of each of these periods: 2027-03-14 and 2027-11-07.
const SEASONS = [
  ['2027-03-08', '2027-03-22'],
  ['2027-11-01', '2027-11-15'],
] as const

test.each(['UTC', 'America/Denver', 'Asia/Tokyo'])(
  'sends every reminder once, at 8:00 on its day at the ranch, with the process in the time zone %s (R9.5)',
  async (zone) => {
    for (const [from, to] of SEASONS)
      expect(await playedIn(zone, from, to)).toEqual(expectedIn(zone, from, to))
  },
)

const WALL_HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'America/Denver' })

/** Generates the minutes between two runs of the reminder job. */
const pauses = fc.array(fc.integer({ min: 1, max: 4 * 24 * 60 }), { minLength: 1, maxLength: 60 })

test('sends each reminder at most once, in the daytime, in time, and one of a type per day, despite any downtime', () => {
  const firstDays = fc.integer({ min: 0, max: 5 * 365 }).map((count) => addDays('2026-01-01', count))
  const property = fc.property(firstDays, pauses, fc.boolean(), (base, minutes, detailsMissing) => {
    const times: Date[] = []
    let at = ranchInstant(addDays(base, -16)).getTime()
    for (const pause of minutes) times.push(new Date((at += pause * 60_000)))
    const madeOn = addDays(base, -100)
    const invoices = [invoiceOf(base, { madeOn }), invoiceOf(addDays(base, 1), { id: 18, madeOn })]
    const sent = play(stayOf({ start: base, madeOn, detailsMissing, invoices }), times)
    const keys = sent.map(({ cause }) => causeKey(cause))
    expect(new Set(keys).size).toBe(keys.length)
    const kindsOfDays = sent.map((mail) => `${mail.cause.type} ${ranchDay(mail.at)}`)
    expect(new Set(kindsOfDays).size).toBe(kindsOfDays.length)
    for (const { at: when, cause } of sent) {
      const hour = Number(WALL_HOUR.format(when))
      expect(hour >= 8 && hour < 21).toBe(true)
      expect(stageOn(cause.type, cause.base, ranchDay(when))?.days).toBe(cause.days)
    }
  })
  fc.assert(property, { numRuns: 150 })
})
