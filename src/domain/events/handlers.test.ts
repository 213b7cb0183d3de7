import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { events } from '#platform/database/schema/events.ts'
import { addDays } from '#shared/days.ts'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { checkUrlValid } from './contract/event.ts'
import { getEvent } from '../booking/contract/event.ts'
import { listEvents, unlockEvent } from './contract/events.ts'

/** Noon at the ranch on May 6, the present time of these tests. */
const NOW = new Date('2027-05-06T18:00:00Z')
const TODAY = '2027-05-06'

const app = await openTestApp({ now: NOW })
const visitor = app.browser()
const admin = await app.signIn({ admin: true })

type Query = { when?: 'current' | 'past'; limit?: number; cursor?: string }

async function names(browser: TestBrowser, query: Query = {}) {
  const page = await list(browser, query)
  return { names: page.events.map((event) => event.urlName), next: page.nextCursor }
}

async function list(browser: TestBrowser, query: Query) {
  const result = await browser.call(listEvents, { query })
  if (!result.ok) throw new Error(result.code)
  return result.data
}

const look = (browser: TestBrowser, eventUrlName: string) =>
  browser.call(getEvent, { query: { eventUrlName } })
const unlock = (browser: TestBrowser, eventUrlName: string, password: string) =>
  browser.call(unlockEvent, { body: { eventUrlName, password } })

const valid = async (urlName: string, id?: number) => {
  const result = await admin.call(checkUrlValid, { query: { urlName, ...(id ? { id } : {}) } })
  return result.ok && result.data
}

describe('the list of events', () => {
  beforeAll(async () => {
    await app.services.db.delete(events)
    for (const [urlName, offset] of [
      ['tomorrow', 1],
      ['today', 0],
      ['last-week', -7],
      ['last-week-too', -7],
      ['next-month', 30],
      ['last-month', -30],
    ] as const) {
      const startDateDate = addDays(TODAY, offset)
      await makeEvent(app.services.db, { urlName, startDateDate })
    }
    await makeEvent(app.services.db, {
      urlName: 'secret',
      startDateDate: addDays(TODAY, 5),
      password: 'Yucca',
    })
  })

  test('is sorted by start, and counts an event that starts today as past (R10.2)', async () => {
    expect((await names(visitor, { when: 'current' })).names).toEqual(['tomorrow', 'next-month'])
    const past = await names(visitor, { when: 'past' })
    expect(past).toEqual({ names: ['last-month', 'last-week', 'last-week-too', 'today'], next: null })
    const all = await names(visitor)
    expect(all.names).toEqual([...past.names, 'tomorrow', 'next-month'])
  })

  test('has the latest past events on its first page, and sorts each page from the earliest to the latest', async () => {
    const first = await names(visitor, { when: 'past', limit: 2 })
    expect(first.names).toEqual(['last-week-too', 'today'])
    const second = await names(visitor, { when: 'past', limit: 2, cursor: first.next ?? '' })
    expect(second).toEqual({ names: ['last-month', 'last-week'], next: null })
  })

  test('begins with the next event if only current ones are requested', async () => {
    const first = await names(visitor, { when: 'current', limit: 1 })
    expect(first.names).toEqual(['tomorrow'])
    const second = await names(visitor, { cursor: first.next ?? '', limit: 1 })
    expect(second).toEqual({ names: ['next-month'], next: null })
  })

  test('includes private events only for admins', async () => {
    expect((await names(admin, { when: 'current' })).names).toEqual(['tomorrow', 'secret', 'next-month'])
    const marked = (await list(admin, {})).events.filter((event) => event.private)
    expect(marked.map(({ urlName }) => urlName)).toEqual(['secret'])
    expect((await names(visitor)).names).not.toContain('secret')
    const somebody = await app.signIn({ admin: false })
    expect((await names(somebody)).names).not.toContain('secret')
  })

  test.each([
    ['cursor', { cursor: 'past_2027-01-01_0' }],
    ['cursor', { cursor: "'; drop table events" }],
    ['cursor', { when: 'current' as const, cursor: 'past_2027-01-01_1' }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 101 }],
  ])('is refused if the request has an invalid %s', async (field, query) => {
    const result = await visitor.call(listEvents, { query })
    expect(result).toMatchObject({ ok: false, status: 400, code: 'invalid' })
    expect(!result.ok && result.fields).toHaveProperty(field)
  })
})

describe('one event as a visitor sees it', () => {
  test('shows the price, the payment schedule and the number of taken spots (R2.2)', async () => {
    const event = await makeEvent(app.services.db, { urlName: 'light', startDateDate: '2027-07-01' })
    for (const status of ['pending', 'confirmed', 'cancelled', 'expired', 'refunded'] as const) {
      await takeSpots(app.services, event.id, { spots: 1, status })
    }
    const result = await visitor.call(getEvent, { query: { eventUrlName: 'light' } })
    expect(result).toMatchObject({
      ok: true,
      data: {
        locked: false,
        private: false,
        reservedSpots: 2,
        isFull: false,
        hasHappened: false,
        deposit: 45_000,
        remainder: 45_000,
        remainderDue: '2027-06-01',
        dueNow: 45_000,
        host: null,
      },
    })
    const listed = await list(visitor, { when: 'current' })
    expect(listed.events.find(({ id }) => id === event.id)).toMatchObject({ reservedSpots: 2 })
  })

  test('has 11 spots, a sand color, no price and no waitlist by default', async () => {
    const dates = { startDate: 'May', startDateDate: '2027-07-01', endDate: 'May', endDateDate: '2027-07-02' }
    await app.services.db.insert(events).values({
      name: 'Plain',
      urlName: 'plain',
      hostCell: '505-555-0100',
      adminEmail: 'howdy@twelvemile.example',
      ...dates,
    })
    expect(await look(visitor, 'plain')).toMatchObject({
      data: { spots: 11, color: '#EBDDC0', cost: 0, showWaitlist: false, private: false },
    })
  })

  test('shows neither the host’s cell number nor the admin’s e-mail address', async () => {
    await makeEvent(app.services.db, { urlName: 'discreet' })
    const response = await visitor.fetch('/api/auth/event/get?eventUrlName=discreet')
    const text = await response.text()
    expect(text).toContain('discreet')
    expect(text).not.toContain('505-555-0100')
    expect(text).not.toContain('howdy@')
  })

  test('is answered with 404 if it does not exist', async () => {
    const result = await visitor.call(getEvent, { query: { eventUrlName: 'nothing' } })
    expect(result).toMatchObject({ ok: false, status: 404, message: 'Event Not Found' })
  })
})

describe('a private event (R10.10)', () => {
  const SECRET = { name: 'The Reunion', password: 'Yucca' }

  test('shows only its URL name until it is unlocked', async () => {
    await makeEvent(app.services.db, { ...SECRET, urlName: 'locked' })
    const stranger = app.browser()
    expect(await look(stranger, 'locked')).toEqual({
      ok: true,
      data: { urlName: 'locked', private: true, locked: true },
    })
    const refused = await unlock(stranger, 'locked', 'Cholla')
    expect(refused).toMatchObject({ status: 403, message: 'Password incorrect, try again.' })
    expect(await look(stranger, 'locked')).toMatchObject({ data: { locked: true } })
  })

  test('is unlocked for one browser by its password, ignoring case and spaces around the password', async () => {
    await makeEvent(app.services.db, { ...SECRET, urlName: 'opens' })
    const guest = app.browser()
    expect(await unlock(guest, 'opens', '  yUCCa ')).toMatchObject({ ok: true })
    expect(await look(guest, 'opens')).toMatchObject({ data: { locked: false, name: 'The Reunion' } })
    expect(await look(app.browser(), 'opens')).toMatchObject({ data: { locked: true } })
  })

  test('is unlocked by a cookie that scripts cannot read and that unlocks no other event', async () => {
    await makeEvent(app.services.db, { ...SECRET, urlName: 'mine' })
    const other = await makeEvent(app.services.db, { ...SECRET, urlName: 'other' })
    const guest = app.browser()
    await guest.fetch('/api/auth/is-admin')
    const response = await guest.fetch('/api/event/unlock', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-xsrf-token': guest.cookies.get('XSRF-TOKEN') ?? '',
      },
      body: JSON.stringify({ eventUrlName: 'mine', password: 'Yucca' }),
    })
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('unlocked-')) ?? ''
    expect(cookie).toMatch(/; HttpOnly/i)
    expect(cookie).not.toContain('ucca')
    const [, value = ''] = /=([^;]*)/.exec(cookie) ?? []
    guest.cookies.set(`unlocked-${other.id}`, value)
    expect(await look(guest, 'other')).toMatchObject({ data: { locked: true } })
  })

  test('is locked again for everyone when an admin changes its password', async () => {
    await makeEvent(app.services.db, { ...SECRET, urlName: 'changes' })
    const guest = app.browser()
    await unlock(guest, 'changes', 'Yucca')
    await app.services.db.update(events).set({ password: 'Cholla' }).where(eq(events.urlName, 'changes'))
    expect(await look(guest, 'changes')).toMatchObject({ data: { locked: true } })
  })

  test('is shown to admins without asking for its password', async () => {
    await makeEvent(app.services.db, { ...SECRET, urlName: 'for-admins' })
    expect(await look(admin, 'for-admins')).toMatchObject({ data: { locked: false } })
  })

  test('returns 404 to an unlock request for an unknown event, and accepts any password for a public event', async () => {
    expect(await unlock(visitor, 'nothing', 'x')).toMatchObject({ status: 404 })
    await makeEvent(app.services.db, { urlName: 'public' })
    expect(await unlock(visitor, 'public', 'x')).toMatchObject({ ok: true })
  })

  test('limits how many wrong passwords all visitors together may try for the event', async () => {
    const limited = await buildTestApp({ now: NOW, settings: { rateLimits: true } })
    await makeEvent(limited.services.db, { ...SECRET, urlName: 'guessed' })
    const guesser = limited.browser()
    const statuses: number[] = []
    for (let guess = 0; guess < 40; guess += 1) {
      const result = await unlock(guesser, 'guessed', `guess ${guess}`)
      statuses.push(result.ok ? 200 : result.status)
    }
    expect(statuses[0]).toBe(403)
    expect(statuses.at(-1)).toBe(429)
    await limited.close()
  })
})

describe('the validity check of a URL name while an admin types it', () => {
  test.each([
    ['free-and-well-formed', true],
    ['a.b_c~1', true],
    ['', false],
    ['-first', false],
    ['Capital', false],
    ['with space', false],
    ['with/slash', false],
    ['x'.repeat(100), true],
    ['x'.repeat(101), false],
  ])('for %j, says valid: %s', async (urlName, expected) => {
    expect(await valid(urlName)).toBe(expected)
  })

  test('refuses a name that an event already has, except when an admin edits that same event', async () => {
    const { id } = await makeEvent(app.services.db, { urlName: 'taken' })
    expect(await valid('taken')).toBe(false)
    expect(await valid('taken', id)).toBe(true)
  })
})
