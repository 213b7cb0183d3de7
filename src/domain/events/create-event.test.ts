import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventPhotos, events } from '#platform/database/schema/events.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { checkUrlValid } from './contract/event.ts'
import { createEvent } from '../booking/contract/event.ts'
import { makeByCall, rowOf } from '#test/support/events/admin-calls.ts'
import { NEW_EVENT } from '#test/support/events/new-event.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const admin = await app.signIn({ admin: true })

test('copies the photos, with order and alternative texts, when an admin creates an event from another (R36.5)', async () => {
  const first = await makeByCall(admin, { urlName: 'first' })
  for (const [position, url] of ['/uploads/b.jpg', '/uploads/a.jpg'].entries())
    await app.services.db
      .insert(eventPhotos)
      .values({ eventId: first.id, url, alt: `Photo ${position}`, position })
  const copy = await makeByCall(admin, { urlName: 'second', copyPhotosOf: first.id })
  expect(copy.photos.map(({ url, alt }) => [url, alt])).toEqual([
    ['/uploads/b.jpg', 'Photo 0'],
    ['/uploads/a.jpg', 'Photo 1'],
  ])
  const body = { ...NEW_EVENT, urlName: 'third', copyPhotosOf: 999_999 }
  expect(await admin.call(createEvent, { body })).toMatchObject({ data: { event: { photos: [] } } })
})

test('creates an event from required fields only, with the defaults of a new event (R15.7)', async () => {
  const event = await makeByCall(admin, { urlName: 'plain' })
  expect(event).toEqual({
    ...NEW_EVENT,
    urlName: 'plain',
    id: expect.any(Number),
    version: 1,
    waitlistCount: { all: 0, spotsWanted: 0, unconfirmed: 0, waiting: 0 },
    status: 'published',
    publishAt: null,
    spotsToOffer: NEW_EVENT.spots,
    waitlistStopped: false,
    host: null,
    adminEmail: 'howdy@twelvemile.example',
    hostEmail: null,
    costAddendum: null,
    includes: null,
    shortDescription: null,
    longDescription: null,
    about: null,
    color: '#EBDDC0',
    password: null,
    private: false,
    mainImage: null,
    secondImage: null,
    pdfLink: null,
    showWaitlist: false,
    photos: [],
    options: [],
    priceFrom: NEW_EVENT.cost,
    priceVaries: false,
    offersChoices: false,
    locked: false,
    reservedSpots: 0,
    spotsLeft: 9,
    reservationCount: 0,
    openMoney: { open: 0, guests: 0 },
    today: '2027-05-06',
    isFull: false,
    hasHappened: false,
    hasEnded: false,
    cancelled: false,
    revision: 0,
    deposit: 26_000,
    remainder: 26_000,
    remainderDue: '2027-07-07',
    dueNow: 26_000,
    reservations: [],
    waitlists: [],
  })
  expect(await rowOf(app, event.id)).toMatchObject({ createdAt: NOW, updatedAt: NOW })
})

test('stores every field of a new event without spaces around it, and ignores fields that an admin may not set', async () => {
  const given = {
    host: '  Ada Lowe ',
    adminEmail: 'ada@ranch.example',
    costAddendum: 'Leather: $40; Knife: $15',
    includes: 'Bed; three meals',
    shortDescription: 'Two days of rope.',
    longDescription: 'First line.\nSecond line.',
    color: '#c8b9a6',
    password: '  Yucca ',
    mainImage: '/uploads/one.jpg',
    secondImage: 'https://pictures.example/two.jpg',
    pdfLink: 'https://files.example/guide.pdf',
    showWaitlist: true,
  }
  const sly = { version: 40, id: 7, reservedSpots: 3, createdAt: '2001-01-01T00:00:00Z' }
  const event = await makeByCall(admin, { ...given, ...sly })
  expect(event).toMatchObject({ ...given, host: 'Ada Lowe', password: 'Yucca', private: true })
  expect(event).toMatchObject({ version: 1, reservedSpots: 0 })
  expect(await rowOf(app, event.id)).toMatchObject({ createdAt: NOW })
})

test('refuses a new event whose URL name is taken, with the same message as the form, and creates nothing', async () => {
  await makeByCall(admin, { urlName: 'taken' })
  const refused = await admin.call(createEvent, { body: { ...NEW_EVENT, urlName: 'taken' } })
  const words = 'taken is already taken, please choose another name.'
  expect(refused).toMatchObject({
    status: 409,
    code: 'url_taken',
    message: words,
    fields: { urlName: words },
  })
  expect(await app.services.db.$count(events, eq(events.urlName, 'taken'))).toBe(1)
})

test('creates one event when two requests use the same URL name at the same time', async () => {
  const body = { ...NEW_EVENT, urlName: 'at-once' }
  const both = await Promise.all([admin.call(createEvent, { body }), admin.call(createEvent, { body })])
  expect(both.map((result) => (result.ok ? 'made' : result.code)).toSorted()).toEqual(['made', 'url_taken'])
  const free = await admin.call(checkUrlValid, { query: { urlName: 'at-once' } })
  expect(free).toMatchObject({ data: false })
})

test('reports each required field that a new event lacks, at that field (R11.2)', async () => {
  const refused = await admin.call(createEvent, { body: {} as typeof NEW_EVENT })
  const fields = Object.fromEntries(Object.keys(NEW_EVENT).map((name) => [name, 'Required']))
  expect(refused).toMatchObject({ status: 400, code: 'invalid' })
  expect(!refused.ok && refused.fields).toEqual(fields)
})
