/** Requests the family's calendar feed by its route, as a phone does. */
import { expect, test } from 'vitest'
import { makeFeedAddress, revokeFeedAddress } from '#domain/calendar/contract.ts'
import { update } from '#test/support/events/admin-calls.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { createLog } from '#platform/log.ts'
import { loadPages } from '#test/support/server/real-pages.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { readCalendar } from '#test/support/read-calendar.ts'
import { paths } from '#app/paths.ts'
import * as root from '#app/root.tsx'
import * as calendarFiles from './calendar-files.ts'

const lines: string[] = []
const app = await openTestApp({
  now: new Date('2027-06-20T18:00:00Z'),
  log: createLog({ destination: { write: (line: string) => lines.push(line) }, level: 'debug' }),
  parts: { loadBuild: loadPages({ root, 'calendar/:token/family.ics': calendarFiles }) },
})
const admin = await app.signIn({ admin: true })
const made = await admin.call(makeFeedAddress)
const token = (made.ok && made.data.feed?.token) || ''

const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

test("serves the family's calendar feed uncached, and keeps the address's secret key out of the file and the log", async () => {
  const { db } = app.services
  await db
    .insert(calendarEvents)
    .values({ title: 'Hay; straw', start: '2027-07-01', end: '2027-07-03', color: '#662255' })
  const days = { startDateDate: '2027-08-05', endDateDate: '2027-08-09' }
  const open = await makeEvent(db, { ...days, name: 'Leather' })
  const hidden = await makeEvent(db, { ...days, name: 'The Quiet Heirs', password: 'Yucca' })
  const response = await app.request(paths.calendarFeed(token))
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...PRIVATE,
    'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
  })
  const { entries } = readCalendar(text)
  const at = { start: '2027-08-05', end: '2027-08-10', allDay: true }
  expect(entries).toMatchObject([
    { summary: 'Hay; straw', start: '2027-07-01', end: '2027-07-04', allDay: true },
    { summary: 'Leather', url: `http://localhost:3000/event/${open.urlName}`, ...at },
    { summary: 'Private retreat', url: null, ...at },
  ])
  await update(admin, { id: open.id, startDateDate: '2027-08-04' })
  const [, moved] = readCalendar(await (await app.request(paths.calendarFeed(token))).text()).entries
  expect(moved).toMatchObject({ uid: entries[1]?.uid, start: '2027-08-04', sequence: 1 })
  expect(entries[1]?.sequence).toBe(0)
  for (const secret of [token, hidden.name, hidden.urlName]) expect(text).not.toContain(secret)
  expect(lines.join('')).toContain('/calendar/:token/family.ics')
  expect(lines.join('')).not.toContain(token)
})

test('returns a plain 404 without caching for a calendar feed whose address was revoked', async () => {
  await admin.call(revokeFeedAddress)
  const response = await app.request(paths.calendarFeed(token))
  expect(response.status).toBe(404)
  expect(Object.fromEntries(response.headers)).toMatchObject(PRIVATE)
  expect(await response.text()).toContain('This link no longer works')
})
