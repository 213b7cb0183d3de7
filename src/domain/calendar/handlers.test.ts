import { beforeEach, describe, expect, test } from 'vitest'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { checkDogName } from '#domain/staff/sign-in/contract.ts'
import { auditOf } from '#test/support/audit.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import {
  type CalendarEvent,
  createCalendarEvent,
  deleteCalendarEvent,
  getCalendarEvents,
  getCalendarRetreats,
  updateCalendarEvent,
} from './contract.ts'

const app = await openTestApp({ now: new Date('2027-06-21T05:30:00Z') })
const admin = await app.signIn({ admin: true })
const family = app.browser()
await family.call(checkDogName, { query: { dogName: 'Blue' } })
beforeEach(async () => void (await app.services.db.delete(calendarEvents)))

async function makeEntry(values: Partial<CalendarEvent> = {}): Promise<CalendarEvent> {
  const [made] = await app.services.db
    .insert(calendarEvents)
    .values({ title: 'Hay', start: '2027-07-01', end: '2027-07-03', color: '#662255', ...values })
    .returning()
  if (!made) throw new Error('The calendar event was not created')
  const { id, title, start, end, color } = made
  return { id, title, start, end, color }
}

type Update = Parameters<typeof admin.call<typeof updateCalendarEvent>>[1]['body']['updateCalendarData']
const update = (updateCalendarData: Update) =>
  admin.call(updateCalendarEvent, { body: { updateCalendarData } })

async function list(browser = family): Promise<CalendarEvent[]> {
  const found = await browser.call(getCalendarEvents)
  if (!found.ok) throw new Error(found.code)
  return found.data
}

describe('the list of calendar events', () => {
  test('is sorted by start, the latest first, and is the same for the family and admins', async () => {
    const old = await makeEntry({ title: 'Long ago', start: '2019-01-01', end: '2019-01-02' })
    const late = await makeEntry({ title: 'Late', start: '2027-09-01', end: '2027-09-01' })
    const hay = await makeEntry()
    const second = await makeEntry({ title: 'Same day' })
    expect(await list()).toEqual([late, second, hay, old])
    expect(await list(admin)).toEqual(await list())
  })
})

describe('a new calendar event', () => {
  test("gets the default title and color, and today's day at the ranch (R13.2)", async () => {
    const made = await admin.call(createCalendarEvent)
    // The request comes at half past eleven at night at the ranch, when it is already the next day in UTC.
    const event = { title: 'New Event', start: '2027-06-20', end: '2027-06-20', color: '#662255' }
    expect(made).toMatchObject({ ok: true, data: event })
    const [listed] = await list()
    expect(listed).toMatchObject(event)
    expect(await auditOf(app, 'calendar_event', listed?.id ?? 0)).toMatchObject([
      { action: 'calendar_event.created', actor: 'admin:the-admin' },
    ])
  })

  test('can be created by a request without a body, which an older version of the page sends', async () => {
    await admin.fetch('/api/auth/is-admin')
    const headers = { 'x-xsrf-token': admin.cookies.get('XSRF-TOKEN') ?? '' }
    const response = await admin.fetch('/api/calendarCreateEvent', { method: 'POST', headers })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ success: true, title: 'New Event' })
  })
})

describe('a change to a calendar event', () => {
  test('writes only the given fields, and records their names in the audit', async () => {
    const hay = await makeEntry()
    const moved = { ...hay, title: 'Hay & straw', end: '2027-07-05' }
    expect(await update({ id: hay.id, name: '  Hay & straw ', end: '2027-07-05' })).toMatchObject({
      ok: true,
      data: { event: moved },
    })
    expect(await list()).toEqual([moved])
    expect(await auditOf(app, 'calendar_event', hay.id)).toMatchObject([
      { action: 'calendar_event.updated', fields: ['end', 'title'], details: null },
    ])
  })

  test('writes no audit entry if the given values are already stored', async () => {
    const hay = await makeEntry()
    expect(await update({ id: hay.id, name: 'Hay', color: '#662255' })).toMatchObject({ ok: true })
    expect(await auditOf(app, 'calendar_event', hay.id)).toEqual([])
  })

  test.each<[string, Partial<Update>, Record<string, string>]>([
    [
      'an end before the start',
      { start: '2027-07-02', end: '2027-07-01' },
      { end: 'The end cannot be before the start' },
    ],
    ['a start after the stored end', { start: '2027-07-04' }, { end: 'The end cannot be before the start' }],
    ['an end before the stored start', { end: '2027-06-30' }, { end: 'The end cannot be before the start' }],
    ['a title too long', { name: 'x'.repeat(201) }, { name: 'Please keep this under 200 characters' }],
    ['an empty title', { name: '  ' }, { name: 'Required' }],
    ['a title of two lines', { name: 'a\nb' }, { name: 'Please keep this on one line' }],
    ['a color by name', { color: 'red' }, { color: 'Please enter a color as #rrggbb' }],
    ['a color with too few digits', { color: '#662' }, { color: 'Please enter a color as #rrggbb' }],
    ['text after the color', { color: '#662255;}' }, { color: 'Please enter a color as #rrggbb' }],
    ['a day that does not exist', { start: '2027-02-30' }, { start: 'Please enter a day as yyyy-mm-dd' }],
    ['a day with a time', { end: '2027-07-04T00:00:00Z' }, { end: 'Please enter a day as yyyy-mm-dd' }],
    ['a year before 1900', { start: '0227-07-01' }, { start: 'Please enter a day between 1900 and 2999' }],
    ['a year after 2999', { end: '9999-12-31' }, { end: 'Please enter a day between 1900 and 2999' }],
  ])('refuses %s, with a message at the field, and writes nothing', async (_what, changes, fields) => {
    const hay = await makeEntry()
    const refused = await update({ id: hay.id, ...changes })
    expect(refused).toMatchObject({ ok: false, status: 400, code: 'invalid', fields })
    expect(await list()).toEqual([hay])
  })

  test('can move the first and the last day together to days after the old ones', async () => {
    const hay = await makeEntry()
    expect(await update({ id: hay.id, start: '2027-08-01', end: '2027-08-01' })).toMatchObject({ ok: true })
  })

  test('returns 404 for an unknown event', async () => {
    expect(await update({ id: 999_999, name: 'Hay' })).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('changes to one calendar event by two admins', () => {
  test('are all saved if they are to different fields', async () => {
    const hay = await makeEntry()
    const seen = { name: 'Hay', start: hay.start, end: hay.end, color: hay.color }
    expect(await update({ id: hay.id, name: 'Straw', seen: { name: seen.name } })).toMatchObject({ ok: true })
    expect(await update({ id: hay.id, color: '#17696b', seen: { color: seen.color } })).toMatchObject({
      ok: true,
    })
    expect(await list()).toEqual([{ ...hay, title: 'Straw', color: '#17696b' }])
  })

  test.each<[string, Partial<Update>, Partial<Update>]>([
    ['title', { name: 'Straw' }, { name: 'Oats', seen: { name: 'Hay' } }],
    ['first day', { start: '2027-06-30' }, { start: '2027-07-02', seen: { start: '2027-07-01' } }],
    ['last day', { end: '2027-07-02' }, { end: '2027-07-09', seen: { end: '2027-07-03' } }],
    ['color', { color: '#17696b' }, { color: '#b5476b', seen: { color: '#662255' } }],
  ])('cannot be to the same field; the second one is refused as stale: %s', async (_field, first, second) => {
    const hay = await makeEntry()
    await update({ id: hay.id, ...first })
    const [before] = await list()
    expect(await update({ id: hay.id, ...second })).toMatchObject({ status: 409, code: 'stale' })
    expect(await list()).toEqual([before])
  })

  test('succeed if the two admins write the same value, or if a request is sent twice', async () => {
    const hay = await makeEntry()
    for (let time = 0; time < 2; time += 1)
      expect(await update({ id: hay.id, name: 'Straw', seen: { name: 'Hay' } })).toMatchObject({ ok: true })
  })

  test('succeed if the color that the admin saw differs from the stored one only in upper and lower case', async () => {
    const hay = await makeEntry({ color: '#B5476B' })
    const changed = await update({ id: hay.id, color: '#17696b', seen: { color: '#b5476b' } })
    expect(changed).toMatchObject({ ok: true })
  })

  test('return 404 if one admin has deleted the event', async () => {
    const hay = await makeEntry()
    const query = { id: hay.id }
    expect(await admin.call(deleteCalendarEvent, { query })).toMatchObject({ ok: true })
    expect(await update({ id: hay.id, name: 'Straw' })).toMatchObject({ status: 404 })
    expect(await admin.call(deleteCalendarEvent, { query })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await list()).toEqual([])
    expect(await auditOf(app, 'calendar_event', hay.id)).toMatchObject([{ action: 'calendar_event.deleted' }])
  })

  // The embedded database has a single connection, which handles requests one after another. So only PostgreSQL can
  // test simultaneous changes.
  if (testDatabaseKind() === 'postgres') {
    test('are refused for all admins but one if they are simultaneous and to the same field', async () => {
      const hay = await makeEntry()
      const names = ['Straw', 'Oats', 'Rye', 'Wheat']
      const named = await Promise.all(
        names.map((name) => update({ id: hay.id, name, seen: { name: 'Hay' } })),
      )
      expect(named.filter(({ ok }) => ok)).toHaveLength(1)
      for (const each of named) if (!each.ok) expect(each).toMatchObject({ status: 409, code: 'stale' })
      const others = await Promise.all([
        update({ id: hay.id, color: '#17696b', seen: { color: '#662255' } }),
        update({ id: hay.id, start: '2027-06-29', seen: { start: '2027-07-01' } }),
        update({ id: hay.id, end: '2027-07-09', seen: { end: '2027-07-03' } }),
      ])
      expect(others.every(({ ok }) => ok)).toBe(true)
      const [after] = await list()
      expect(names).toContain(after?.title)
      expect(after).toMatchObject({ color: '#17696b', start: '2027-06-29', end: '2027-07-09' })
    })

    test("never put an event's end before its start if they are simultaneous", async () => {
      const hay = await makeEntry()
      const both = await Promise.all([
        update({ id: hay.id, start: '2027-07-03', seen: { start: '2027-07-01' } }),
        update({ id: hay.id, end: '2027-07-01', seen: { end: '2027-07-03' } }),
      ])
      expect(both.map((each) => (each.ok ? 'ok' : each.code)).toSorted()).toEqual(['invalid', 'ok'])
    })
  }
})

const look = async (browser: TestBrowser, query: { from?: string; to?: string } = {}) => {
  const found = await browser.call(getCalendarRetreats, { query })
  return found.ok ? found.data : found.code
}

describe('the retreats in the family calendar', () => {
  const at = { startDateDate: '2027-08-05', endDateDate: '2027-08-09' }
  test('show only their days to the family if they are private, show everything to admins, and omit canceled ones', async () => {
    const { db } = app.services
    const open = await makeEvent(db, at)
    const hidden = await makeEvent(db, {
      ...at,
      startDateDate: '2027-08-20',
      endDateDate: '2027-08-22',
      password: 'Yucca',
    })
    await makeEvent(db, { ...at, cancelledAt: app.clock.now() })
    const days = { start: '2027-08-20', end: '2027-08-22' }
    const shown = { name: open.name, urlName: open.urlName, start: '2027-08-05', end: '2027-08-09' }
    const query = { from: '2027-08-01', to: '2027-08-31' }
    expect(await look(family, query)).toEqual([shown, { name: null, urlName: null, ...days }])
    expect(await look(admin, query)).toEqual([shown, { name: hidden.name, urlName: hidden.urlName, ...days }])
    expect(await look(app.browser(), query)).toBe('unauthenticated')
  })

  test.each([
    ['2027-11-01', '2027-11-04', 0],
    ['2027-11-01', '2027-11-05', 1],
    ['2027-11-09', '2027-11-30', 1],
    ['2027-11-10', '2027-11-30', 0],
    ['2027-11-06', '2027-11-07', 1],
    ['2027-11-09', undefined, 1],
    [undefined, '2027-11-05', 1],
  ])(
    'include a retreat from November 5 to 9 in a query for the days from %s to %s: %i times',
    async (from, to, count) => {
      const { db } = app.services
      const event = await makeEvent(db, { startDateDate: '2027-11-05', endDateDate: '2027-11-09' })
      const found = await look(admin, { ...(from ? { from } : {}), ...(to ? { to } : {}) })
      const own = Array.isArray(found) ? found.filter(({ urlName }) => urlName === event.urlName) : []
      expect(own).toHaveLength(count)
    },
  )

  test('cover a year back and a year ahead if the query has no bounds', async () => {
    const { db } = app.services
    const inside = ['2026-06-20', '2028-06-19']
    for (const day of [...inside, '2026-06-19', '2028-06-20'])
      await makeEvent(db, { startDateDate: day, endDateDate: day })
    const found = await look(admin)
    const days = Array.isArray(found) ? found.map(({ start }) => start) : []
    expect([days[0], days.at(-1)]).toEqual(inside)
  })

  test('are refused to a query of more than 731 days, with the latest possible end in the message', async () => {
    const query = { from: '2027-01-01', to: '2029-01-01' }
    expect(await family.call(getCalendarRetreats, { query })).toMatchObject({
      ok: false,
      status: 400,
      code: 'invalid',
      fields: { to: 'Please ask for 731 days at most: with this `from`, through 2028-12-31' },
    })
    expect(await look(family, { ...query, to: '2028-12-31' })).toBeInstanceOf(Array)
    expect(await look(family, { from: '9999-12-31' })).toEqual([])
    expect(await look(family, { to: '0001-01-01' })).toEqual([])
  })
})
