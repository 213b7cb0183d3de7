/** Tests drafts, scheduled events and their preview links through the API (R58). */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createReservation } from '#domain/booking/contract/sign-up.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { createWaitlist } from '#domain/booking/waitlist/contract/entries.ts'
import { getCalendarRetreats } from '#domain/calendar/contract.ts'
import { events } from '#platform/database/schema/events.ts'
import { ranchTimeInstant } from '#shared/days.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { makeByCall, rowOf, update } from '#test/support/events/admin-calls.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getPreviewLink, makePreviewLink, revokePreviewLink } from './contract/event.ts'
import { listEvents, previewEvent, publishedEvents } from './contract/events.ts'

const app = await openTestApp({
  now: new Date('2027-03-01T18:00:00Z'),
  settings: { family: { answer: 'Zanzibar', name: 'Sam' } },
})
const admin = await signInAdmin(app)
const visitor = app.browser()
/** Signs an admin in after a test has moved the clock, because sessions end. */
const signInLater = () => app.signIn({ admin: true })

const getAs = (browser: typeof visitor, eventUrlName: string) =>
  browser.call(getEvent, { query: { eventUrlName } })
const statusFor = async (urlName: string) => {
  const found = await getAs(visitor, urlName)
  return found.ok ? 200 : found.status
}
const listed = async (browser: typeof visitor) => {
  const found = await browser.call(listEvents, { query: {} })
  return found.ok ? found.data.events : []
}

describe('creating an event', () => {
  test('publishes the event unless the admin says otherwise', async () => {
    const made = await makeByCall(admin.browser)
    expect(made).toMatchObject({ status: 'published', publishAt: null })
    expect(made).not.toHaveProperty('unpublished')
    expect(await statusFor(made.urlName)).toBe(200)
  })

  test('keeps a draft from visitors and shows it to admins (R58.3)', async () => {
    const made = await makeByCall(admin.browser, { status: 'draft' })
    expect(made).toMatchObject({ status: 'draft', publishAt: null, unpublished: { publishAt: null } })
    expect(await getAs(visitor, made.urlName)).toMatchObject({ status: 404, message: 'Event Not Found' })
    expect((await listed(visitor)).map(({ id }) => id)).not.toContain(made.id)
    expect(await listed(admin.browser)).toContainEqual(
      expect.objectContaining({ id: made.id, unpublished: { publishAt: null } }),
    )
  })

  test.each([
    ['without a time', { status: 'scheduled' }, 'Please choose the day and time'],
    [
      'at a time that has passed',
      { status: 'scheduled', publishAt: '2027-03-01T18:00:00Z' },
      'That time has already passed. Please choose a later one, or publish now',
    ],
    [
      'on the event’s first day',
      { status: 'scheduled', publishAt: '2027-08-06T00:00:00-06:00' },
      'The event has begun by then. Please choose a time before its start date',
    ],
    ['at a time that is none', { status: 'scheduled', publishAt: 'soon' }, expect.any(String)],
    [
      'as a draft with a time',
      { status: 'draft', publishAt: '2027-04-01T18:00:00Z' },
      expect.stringMatching(/^Only a scheduled event has this/),
    ],
  ] as const)('is refused %s, and the failure names publishAt', async (_what, given, message) => {
    const made = makeByCall(admin.browser, given)
    await expect(made).rejects.toThrow(/^invalid/)
    const error = (await made.catch((thrown: Error) => thrown)) as Error
    expect(JSON.parse(error.message.replace('invalid ', ''))).toEqual({ publishAt: message })
  })
})

describe('a scheduled event', () => {
  // At 2 AM on this day, the ranch's clocks go forward by an hour.
  test.each([
    ['in the morning before the clocks change', '01:59', '2027-03-14T08:59:00.000Z'],
    ['in the hour that daylight saving skips', '02:30', '2027-03-14T09:30:00.000Z'],
    ['after the clocks changed', '09:00', '2027-03-14T15:00:00.000Z'],
  ])('appears everywhere at the exact time, %s (R58.2)', async (_when, time, instant) => {
    const publishAt = ranchTimeInstant('2027-03-14', time)
    expect(publishAt.toISOString()).toBe(instant)
    const made = await makeByCall(admin.browser, { status: 'scheduled', publishAt: publishAt.toISOString() })
    expect(made).toMatchObject({ status: 'scheduled', publishAt: instant })
    const shown = async () => {
      const sitemap = await visitor.call(publishedEvents)
      return [
        await statusFor(made.urlName),
        (await listed(visitor)).some(({ id }) => id === made.id),
        sitemap.ok && sitemap.data.find(({ urlName }) => urlName === made.urlName)?.updatedAt,
      ]
    }
    app.clock.set(new Date(publishAt.getTime() - 1))
    expect(await shown()).toEqual([404, false, undefined])
    app.clock.set(publishAt)
    expect(await shown()).toEqual([200, true, instant])
    expect(await getAs(await signInLater(), made.urlName)).toMatchObject({
      data: { status: 'published', publishAt: null },
    })
    // No job has to run for that.
    expect(await rowOf(app, made.id)).toMatchObject({ status: 'scheduled' })
  })

  test('takes sign-ups only from its time on', async () => {
    const publishAt = new Date('2027-03-02T18:00:00Z')
    const made = await makeByCall(admin.browser, {
      status: 'scheduled',
      publishAt: publishAt.toISOString(),
      cost: 0,
    })
    const guest = createGuest(app)
    const order = { eventId: made.id, amount: 0, email: 'early@example.test' }
    expect(await guest.order(order)).toMatchObject({ ok: false, status: 404 })
    app.clock.set(publishAt)
    expect(await guest.order(order)).toMatchObject({ ok: true })
  })

  test('must stay before the event’s first day when that day moves', async () => {
    const made = await makeByCall(admin.browser, { status: 'scheduled', publishAt: '2027-07-01T18:00:00Z' })
    const moved = await update(admin.browser, {
      id: made.id,
      startDateDate: '2027-06-01',
      endDateDate: '2027-06-03',
    })
    expect(moved).toMatchObject({ status: 400, fields: { publishAt: expect.stringMatching(/has begun/) } })
    const both = await update(admin.browser, {
      id: made.id,
      startDateDate: '2027-06-01',
      endDateDate: '2027-06-03',
      publishAt: '2027-05-01T18:00:00Z',
    })
    expect(both).toMatchObject({ data: { event: { publishAt: '2027-05-01T18:00:00.000Z' } } })
  })
})

describe('changing an event', () => {
  test('publishes a draft now, and raises its version', async () => {
    const made = await makeByCall(admin.browser, { status: 'draft' })
    const edited = await update(admin.browser, { id: made.id, version: made.version, status: 'published' })
    expect(edited).toMatchObject({ data: { event: { status: 'published', version: made.version + 1 } } })
    expect(await statusFor(made.urlName)).toBe(200)
  })

  test('keeps the status if the edit does not name one', async () => {
    const made = await makeByCall(admin.browser, { status: 'draft' })
    expect(await update(admin.browser, { id: made.id, name: 'New words' })).toMatchObject({
      data: { event: { status: 'draft' } },
    })
    const same = await update(admin.browser, { id: made.id, status: 'draft' })
    expect(same).toMatchObject({ data: { event: { version: made.version + 1 } } })
  })

  test('turns a published event into a draft while nobody has signed up or waits', async () => {
    const made = await makeByCall(admin.browser)
    expect(await update(admin.browser, { id: made.id, status: 'draft' })).toMatchObject({ ok: true })
    expect(await statusFor(made.urlName)).toBe(404)
  })

  test.each([
    ['a reservation', async (eventId: number) => admin.signUp({ eventId }), {}],
    [
      'a waitlist entry',
      async (eventId: number) => {
        const waitlistData = { customerName: 'Wendy', email: 'wendy@example.test', eventId }
        expect(await visitor.call(createWaitlist, { body: { waitlistData } })).toMatchObject({ ok: true })
      },
      { spots: 0, showWaitlist: true },
    ],
  ])('refuses to hide a published event with %s (R58.6)', async (_what, add, changes) => {
    const made = await makeByCall(admin.browser, changes)
    await add(made.id)
    for (const status of ['draft', 'scheduled'] as const)
      expect(
        await update(admin.browser, {
          id: made.id,
          status,
          ...(status === 'scheduled' && { publishAt: '2027-04-01T18:00:00Z' }),
        }),
      ).toMatchObject({ status: 409, code: 'has_guests', message: expect.stringMatching(/stays published/) })
    expect(await statusFor(made.urlName)).toBe(200)
  })

  test('lets an event that appeared at its time go back to a draft, like any published event', async () => {
    const made = await makeByCall(admin.browser, { status: 'scheduled', publishAt: '2027-03-02T18:00:00Z' })
    app.clock.set(new Date('2027-03-03T18:00:00Z'))
    const later = await signInLater()
    expect(await update(later, { id: made.id, name: 'New words' })).toMatchObject({ ok: true })
    expect(await statusFor(made.urlName)).toBe(200)
    await update(later, { id: made.id, status: 'draft' })
    expect(await rowOf(app, made.id)).toMatchObject({ status: 'draft', publishAt: null })
  })

  test('writes to the history when visitors can see the event', async () => {
    const made = await makeByCall(admin.browser, { status: 'draft' })
    await update(admin.browser, { id: made.id, status: 'scheduled', publishAt: '2027-03-14T15:00:00Z' })
    await update(admin.browser, { id: made.id, status: 'published', name: 'New words' })
    const entries = await auditOf(app, 'event', made.id)
    expect(entries.map(({ action, fields }) => [action, fields])).toEqual([
      ['event.created', null],
      ['event.drafted', null],
      ['event.scheduled', null],
      ['event.updated', ['name']],
      ['event.published', null],
    ])
  })
})

describe('a guest whom an admin adds to a draft', () => {
  test('gets the e-mail and can use the private link', async () => {
    const made = await makeByCall(admin.browser, { status: 'draft' })
    const { uuid } = await admin.signUp({
      eventId: made.id,
      shouldSendEmail: true,
      email: 'pat@example.test',
    })
    await app.runJobs()
    expect(await app.mailbox?.list()).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining(uuid) }),
    )
    const page = await visitor.fetch(`/api/reservation?uuid=${uuid}`)
    expect(page.status).toBe(200)
  })
})

const make = (eventId: number, browser = admin.browser) =>
  browser.call(makePreviewLink, { body: { eventId } })
const openAs = (browser: typeof visitor, token: string) => browser.call(previewEvent, { query: { token } })

async function linkOf(eventId: number): Promise<string> {
  const made = await make(eventId)
  return (made.ok && made.data.token) || ''
}

describe('the preview link', () => {
  test('shows a draft to a visitor, even a private one, but lets nobody sign up', async () => {
    const made = await makeByCall(admin.browser, { status: 'draft', password: 'Yucca', cost: 0 })
    const token = await linkOf(made.id)
    const { ok, data } = (await openAs(visitor, token)) as { ok: boolean; data: { event: object } }
    expect([ok, data.event]).toMatchObject([
      true,
      { id: made.id, name: made.name, unpublished: { publishAt: null } },
    ])
    for (const secret of ['password', 'hostCell', 'adminEmail', 'version', 'status'])
      expect(data.event).not.toHaveProperty(secret)
    expect(await createGuest(app).order({ eventId: made.id, amount: 0 })).toMatchObject({ status: 404 })
    // Nor does an admin who is signed in sign up by mistake.
    expect(await createGuest(app, admin.browser).order({ eventId: made.id, amount: 0 })).toMatchObject({
      status: 404,
    })
  })

  test('leads to the event’s page once the event is published, and shows nothing of it', async () => {
    const made = await makeByCall(admin.browser, { status: 'scheduled', publishAt: '2027-03-02T18:00:00Z' })
    const token = await linkOf(made.id)
    app.clock.set(new Date('2027-03-02T18:00:00Z'))
    expect(await openAs(visitor, token)).toMatchObject({ data: { urlName: made.urlName, event: null } })
    const later = await signInLater()
    expect(await make(made.id, later)).toMatchObject({ status: 409, code: 'published' })
    expect(await later.call(getPreviewLink, { query: { eventId: made.id } })).toMatchObject({
      data: { token: null },
    })
  })

  test('ends when an admin replaces or revokes it', async () => {
    const made = await makeByCall(admin.browser, { status: 'draft' })
    const first = await linkOf(made.id)
    const second = await linkOf(made.id)
    expect(await openAs(visitor, first)).toMatchObject({ status: 404, message: 'This link no longer works' })
    expect(await openAs(visitor, second)).toMatchObject({ ok: true })
    const revoke = () => admin.browser.call(revokePreviewLink, { query: { eventId: made.id } })
    expect([(await revoke()).ok, (await revoke()).ok]).toEqual([true, true])
    expect(await openAs(visitor, second)).toMatchObject({ status: 404 })
    const entries = await auditOf(app, 'event', made.id)
    expect(entries.map(({ action }) => action).filter((action) => action.includes('preview'))).toEqual([
      'event.previewLinkMade',
      'event.previewLinkMade',
      'event.previewLinkEnded',
    ])
  })

  test('does not exist until an admin creates it, and its id opens nothing', async () => {
    const made = await makeByCall(admin.browser, { status: 'draft' })
    const link = () => admin.browser.call(getPreviewLink, { query: { eventId: made.id } })
    expect(await link()).toMatchObject({ data: { token: null } })
    for (const token of ['', String(made.id), made.urlName, 'null'])
      expect(await openAs(visitor, token)).toMatchObject({ status: 404 })
    expect(await make(999_999)).toMatchObject({ status: 404 })
  })
})

const retreatsOf = async (browser: typeof visitor) => {
  const found = await browser.call(getCalendarRetreats, { query: { from: '2027-06-01', to: '2027-08-01' } })
  return found.ok ? found.data.map(({ urlName }) => urlName) : found.code
}

test('marks drafts and scheduled events in the calendar for staff', async () => {
  const { db } = app.services
  const publishAt = new Date('2027-06-01T15:00:00Z')
  const made = [
    await makeEvent(db, { status: 'draft' }),
    await makeEvent(db, { status: 'scheduled', publishAt }),
    await makeEvent(db),
  ]
  const later = await signInLater()
  const found = await later.call(getCalendarRetreats, { query: { from: '2027-06-01', to: '2027-08-01' } })
  const marks = made.map(
    ({ urlName }) => found.ok && found.data.find((one) => one.urlName === urlName)?.unpublished,
  )
  expect(marks).toEqual([{ publishAt: null }, { publishAt: publishAt.toISOString() }, undefined])
})

test('hides drafts from the family, who see that no date is taken', async () => {
  const { db } = app.services
  const draft = await makeEvent(db, { name: 'Hidden Saguaro', status: 'draft' })
  const family = app.browser()
  await family.fetch('/api/checkPassword?dogName=Zanzibar')
  expect(await retreatsOf(admin.browser)).toContain(draft.urlName)
  const seen = await retreatsOf(family)
  expect(Array.isArray(seen) && !seen.includes(draft.urlName)).toBe(true)
})

test('refuses a status and time that do not fit, in the database too', async () => {
  const { db } = app.services
  const { id } = await makeEvent(db)
  for (const set of [{ status: 'scheduled' as const }, { publishAt: new Date() }, { status: 'x' as 'draft' }])
    await expect(db.update(events).set(set).where(eq(events.id, id))).rejects.toThrow()
  expect(await visitor.call(createReservation, { body: {} as never })).toMatchObject({ status: 400 })
})
