/**
 * Prints the days that the family calendar shows, as JSON. Runs in a separate process, because the variable
 * TZ must be set from its start. Prints the time zone, the days of three calendar entries (a new one, a moved
 * one, and a retreat), and the calendar file for phones.
 */
import { createSealer } from '#platform/aes-sealer.ts'
import { createLog } from '#platform/log.ts'
import { readSettings } from '#platform/settings.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeEvent } from '#test/support/factories.ts'
import { familyFeed } from '#domain/calendar/domain/ics-feed.ts'
import { addCalendarEvent, editCalendarEvent } from '#domain/calendar/handlers.ts'
import { listCalendar, listRetreats } from '#domain/calendar/store.ts'

/** This instant is 11:30 PM on March 13 at the ranch. In UTC and in Tokyo it is already March 14. */
const NIGHT = new Date('2027-03-14T05:30:00Z')

const read = readSettings({})
if (!read.ok) throw new Error(read.problems.join('\n'))
const { db, close } = await openTestDatabase()
const services = {
  db,
  settings: read.settings,
  sealer: createSealer(`1:${Buffer.alloc(32, 7).toString('base64')}`),
  sessionSecret: 'a secret',
  now: () => NIGHT,
  log: createLog({ level: 'silent' }),
  problems: { report: async () => {}, clear: async () => {} },
}
const caller = {
  kind: 'user',
  subject: 'a',
  email: null,
  name: null,
  role: 'owner',
  family: false,
  via: 'session',
} as const
await addCalendarEvent(services, caller)
const { id } = await addCalendarEvent(services, caller)
// Daylight saving time begins on the first of these two days, and ends on the second.
const changes = { start: '2027-03-14', end: '2027-11-07' }
await editCalendarEvent(services, { id, changes, seen: { start: '2027-03-13', end: '2027-03-13' }, caller })
await makeEvent(db, { startDateDate: '2027-12-31', endDateDate: '2028-02-29' })
const events = await listCalendar(db)
const retreats = await listRetreats(db, { from: '2028-02-29', to: '2028-02-29', admin: true, now: NIGHT })
const feed = familyFeed({ events, retreats, pageOf: (urlName) => urlName, now: NIGHT })
await close()
const days = [...events, ...retreats].map(({ start, end }) => `${start} ${end}`)
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
process.stdout.write(JSON.stringify({ zone, days, feed }))
