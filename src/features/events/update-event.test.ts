import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import type { TestBrowser } from '#testing/browser.ts'
import { takeSpots } from '#testing/factories.ts'
import { getEvent } from './contract/admin.ts'
import { publishedEvents, unlockEvent } from './contract/events.ts'
import { makeByCall, rowOf, update } from './testing/admin-calls.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await buildTestApp({ now: NOW })
  admin = await app.signIn({ admin: true })
})
afterAll(() => app.close())

const aMinuteLater = () => app.clock.advance({ minutes: 1 })

describe('an edit', () => {
  test('changes what it names and nothing else, and raises the version', async () => {
    const event = await makeByCall(admin, { host: 'Ada', includes: 'Bed; meals', password: 'Yucca' })
    aMinuteLater()
    const result = await update(admin, { id: event.id, name: 'Rope', includes: '', password: null })
    const expected = {
      ...event,
      name: 'Rope',
      includes: null,
      password: null,
      private: false,
      version: event.version + 1,
      revision: event.revision + 1,
    }
    expect(result).toEqual({ ok: true, data: { success: true, event: expected } })
    expect(await rowOf(app, event.id)).toMatchObject({ updatedAt: app.clock.now(), createdAt: NOW })
  })

  test('that changes nothing leaves version and time alone', async () => {
    const event = await makeByCall(admin)
    const before = await rowOf(app, event.id)
    aMinuteLater()
    expect(await update(admin, { id: event.id, name: event.name, spots: event.spots })).toMatchObject({
      ok: true,
      data: { event: { version: 1 } },
    })
    expect(await rowOf(app, event.id)).toEqual(before)
  })

  test('may lower the spots below what is taken', async () => {
    const { id } = await makeByCall(admin)
    await takeSpots(app.services, id, { spots: 4, status: 'confirmed' })
    expect(await update(admin, { id, spots: 2 })).toMatchObject({
      ok: true,
      data: {
        event: {
          spots: 2,
          reservedSpots: 4,
          isFull: true,
          reservations: [1, 2, 3, 4].map(() => ({ eventName: 'Rope and Rain' })),
        },
      },
    })
  })

  test('is told by the sitemap', async () => {
    const { id, urlName } = await makeByCall(admin)
    const lastmod = async () => {
      const listed = await app.browser().call(publishedEvents)
      return listed.ok && listed.data.find((event) => event.urlName === urlName)?.updatedAt
    }
    const before = await lastmod()
    aMinuteLater()
    await update(admin, { id, shortDescription: 'New words' })
    expect(await lastmod()).toBe(app.clock.now().toISOString())
    expect(await lastmod()).not.toBe(before)
  })

  test('of an event that is not there is not found', async () => {
    expect(await update(admin, { id: 987_654, name: 'X' })).toMatchObject({
      status: 404,
      message: 'Event Not Found',
    })
  })
})

describe('the two days', () => {
  test('are checked with the one that is there already', async () => {
    const { id } = await makeByCall(admin, { startDateDate: '2027-08-06', endDateDate: '2027-08-08' })
    const refused = await update(admin, { id, startDateDate: '2027-08-09' })
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
    expect(!refused.ok && refused.fields).toHaveProperty('endDateDate')
    expect(await update(admin, { id, startDateDate: '2027-08-08' })).toMatchObject({ ok: true })
    expect(await rowOf(app, id)).toMatchObject({ startDateDate: '2027-08-08', endDateDate: '2027-08-08' })
  })
})

describe('the url name', () => {
  test('of another event is refused in the words of the form', async () => {
    await makeByCall(admin, { urlName: 'occupied' })
    const { id } = await makeByCall(admin)
    const words = 'occupied is already taken, please choose another name.'
    const refused = await update(admin, { id, urlName: 'occupied', name: 'Not kept' })
    expect(refused).toMatchObject({
      status: 409,
      code: 'url_taken',
      message: words,
      fields: { urlName: words },
    })
    expect(await rowOf(app, id)).toMatchObject({ version: 1, name: 'Rope and Rain' })
  })

  test('of its own is fine', async () => {
    const { id, urlName } = await makeByCall(admin)
    expect(await update(admin, { id, urlName, name: 'Kept' })).toMatchObject({ ok: true })
  })
})

test('a new password locks out those who knew the old one', async () => {
  const { id, urlName } = await makeByCall(admin, { password: 'Yucca' })
  const guest = app.browser()
  const locked = async () => {
    const seen = await guest.call(getEvent, { query: { eventUrlName: urlName } })
    return seen.ok && seen.data.locked
  }
  await guest.call(unlockEvent, { body: { eventUrlName: urlName, password: 'Yucca' } })
  expect(await locked()).toBe(false)
  await update(admin, { id, password: 'Cholla' })
  expect(await locked()).toBe(true)
})
