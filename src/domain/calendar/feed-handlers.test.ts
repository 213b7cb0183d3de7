import { randomUUID } from 'node:crypto'
import { isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { calendarEvents, calendarFeeds } from '#platform/database/schema/calendar.ts'
import { checkDogName } from '#domain/staff/sign-in/contract.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getFeedAddress, makeFeedAddress, readFeed, revokeFeedAddress } from './contract.ts'

const phone = () => app.browser()
const app = await openTestApp({ now: new Date('2027-06-20T18:00:00Z') })
const admin = await app.signIn({ admin: true })
const family = app.browser()
await family.call(checkDogName, { query: { dogName: 'Blue' } })
beforeEach(async () => {
  await app.services.db.delete(calendarFeeds)
  await app.services.db.delete(auditEntries)
})

async function makeFeed(): Promise<string> {
  const made = await admin.call(makeFeedAddress)
  if (!made.ok) throw new Error(made.code)
  return made.data.feed?.token ?? ''
}

const read = (token: string, browser = phone()) => browser.call(readFeed, { query: { token } })
const addressFor = async (browser: TestBrowser) => {
  const found = await browser.call(getFeedAddress)
  return found.ok ? found.data : found.code
}
const CLOSED = { ok: false, status: 404, code: 'not_found', message: 'This link no longer works' }

test("lets an admin create the calendar feed's subscription link, which phones use without signing in", async () => {
  expect(await addressFor(family)).toBeNull()
  const token = await makeFeed()
  const address = { token, madeAt: '2027-06-20T18:00:00.000Z' }
  expect(await addressFor(family)).toEqual(address)
  expect(await addressFor(admin)).toEqual(address)
  expect(await addressFor(phone())).toBe('unauthenticated')
  expect(await read(token)).toMatchObject({ ok: true })
})

test('ends the previous subscription link when an admin creates a new one', async () => {
  const first = await makeFeed()
  const second = await makeFeed()
  expect(await read(first)).toMatchObject(CLOSED)
  expect(await read(second)).toMatchObject({ ok: true })
  const entries = await app.services.db.select().from(auditEntries).orderBy(auditEntries.id)
  const [one, two] = await app.services.db.select().from(calendarFeeds).orderBy(calendarFeeds.id)
  const who = { entity: 'calendar_feed', actor: 'admin:the-admin' }
  expect(entries).toMatchObject([
    { ...who, action: 'calendar_feed.made', entityId: one?.id },
    { ...who, action: 'calendar_feed.revoked', entityId: one?.id },
    { ...who, action: 'calendar_feed.made', entityId: two?.id },
  ])
  expect(JSON.stringify(entries)).not.toContain(second)
})

test('refuses an ended subscription link, and writes no audit entry when an admin ends the link a second time', async () => {
  const token = await makeFeed()
  for (let time = 0; time < 2; time += 1)
    expect(await admin.call(revokeFeedAddress)).toMatchObject({ ok: true })
  for (const browser of [phone(), family, admin]) expect(await read(token, browser)).toMatchObject(CLOSED)
  expect(await addressFor(family)).toBeNull()
  expect(await app.services.db.select().from(auditEntries)).toHaveLength(2)
})

test.each([randomUUID(), '17', '', '%', "' or 1=1"])('refuses %j as the token of the feed', async (token) => {
  await makeFeed()
  expect(await read(token)).toMatchObject(CLOSED)
})

test('leaves at most one working subscription link when several admins create and end links at the same time', async () => {
  const made = await Promise.all([
    makeFeed(),
    makeFeed(),
    makeFeed(),
    admin.call(revokeFeedAddress),
    makeFeed(),
  ])
  const open = await app.services.db.select().from(calendarFeeds).where(isNull(calendarFeeds.revokedAt))
  expect(open.length).toBeLessThanOrEqual(1)
  for (const { token } of open) expect(made).toContain(token)
})

describe('the feed for a phone', () => {
  test("contains the family's events, and the retreats (private ones without a name), each with its id and version", async () => {
    const { db } = app.services
    await db.delete(calendarEvents)
    const [hay] = await db
      .insert(calendarEvents)
      .values({ title: 'Hay', start: '2027-07-01', end: '2027-07-03', color: '#662255' })
      .returning()
    const days = { startDateDate: '2027-08-05', endDateDate: '2027-08-09' }
    const open = await makeEvent(db, days)
    const hidden = await makeEvent(db, { ...days, password: 'Yucca', name: 'The Quiet Heirs' })
    await makeEvent(db, { ...days, cancelledAt: app.clock.now() })
    const at = { start: '2027-08-05', end: '2027-08-09', version: 1 }
    const { createdAt: _createdAt, ...event } = hay ?? {}
    // Reads the feed as an admin. Private retreats must still have no name, because anyone may have the link.
    expect(await read(await makeFeed(), admin)).toEqual({
      ok: true,
      data: {
        events: [event],
        retreats: [
          { id: open.id, name: open.name, urlName: open.urlName, ...at },
          { id: hidden.id, name: null, urlName: null, ...at },
        ],
      },
    })
  })

  test('contains the retreats from a year back to three years ahead', async () => {
    const { db } = app.services
    const inFeed = ['2026-06-19', '2030-06-22']
    const beyond = ['2026-06-18', '2030-06-23', '9999-12-31']
    for (const day of [...inFeed, ...beyond]) await makeEvent(db, { startDateDate: day, endDateDate: day })
    const found = await read(await makeFeed())
    const days = found.ok ? found.data.retreats.map(({ start }) => start) : []
    expect(days).toEqual(expect.arrayContaining(inFeed))
    for (const day of beyond) expect(days).not.toContain(day)
  })
})
