import { describe, expect, test } from 'vitest'
import { takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getEvent } from '../booking/contract/event.ts'
import { publishedEvents, unlockEvent } from './contract/events.ts'
import { makeByCall, rowOf, update } from '#test/support/events/admin-calls.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const admin = await app.signIn({ admin: true })

const aMinuteLater = () => app.clock.advance({ minutes: 1 })

const LODGING = { id: null, kind: 'lodging' as const, description: null, perRoom: null }
const SHARED = { ...LODGING, name: 'Shared room', price: 0, stock: null }
const SINGLE = { ...LODGING, name: 'A room of your own', price: 20_000, stock: 3 }

test("saves and shows the options of an event in the order of the admin's list, with changes and deletions (R37.1)", async () => {
  const { id, urlName } = await makeByCall(admin, { options: [SHARED, SINGLE] })
  const shown = async () => {
    const seen = await app.browser().call(getEvent, { query: { eventUrlName: urlName } })
    if (!seen.ok || seen.data.locked) throw new Error('no event')
    return seen.data
  }
  const before = await shown()
  expect(before).toMatchObject({ priceFrom: 52_000, priceVaries: true })
  const [shared, single] = before.options
  expect(single).toMatchObject({ name: 'A room of your own', stock: 3, left: 3, soldOut: false })
  const kit = { ...LODGING, kind: 'extra' as const, name: 'Kit', price: 4_000, stock: 0 }
  const next = [{ ...SINGLE, id: single?.id ?? 0, price: 25_000 }, kit]
  expect(await update(admin, { id, options: next })).toMatchObject({ ok: true })
  expect(await shown()).toMatchObject({
    priceFrom: 77_000,
    priceVaries: false,
    options: [
      { id: single?.id, price: 25_000 },
      { name: 'Kit', left: 0, soldOut: true },
    ],
  })
  // The site refuses an option with an unknown id, does not save an unchanged list again, and hides a closed option.
  const again = await update(admin, { id, options: [{ ...next[0]!, id: shared?.id ?? 0 }] })
  expect(again).toMatchObject({
    code: 'invalid',
    fields: { options: expect.stringContaining('no longer exists') },
  })
  const same = [{ ...next[0]!, closed: true }]
  const [one, two] = [await update(admin, { id, options: same }), await update(admin, { id, options: same })]
  expect([one.ok && one.data.event.version, two.ok && two.data.event.version]).toEqual([3, 3])
  expect((await shown()).options).toEqual([])
})

describe("an admin's edit of an event", () => {
  test('changes only the fields that are sent, and increases the version', async () => {
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
    expect(result).toEqual({
      ok: true,
      data: { success: true, event: expected, overlaps: expect.any(Array) },
    })
    expect(await rowOf(app, event.id)).toMatchObject({ updatedAt: app.clock.now(), createdAt: NOW })
  })

  test('does not change the version or the time of the last change if no value differs', async () => {
    const event = await makeByCall(admin)
    const before = await rowOf(app, event.id)
    aMinuteLater()
    expect(await update(admin, { id: event.id, name: event.name, spots: event.spots })).toMatchObject({
      ok: true,
      data: { event: { version: 1 } },
    })
    expect(await rowOf(app, event.id)).toEqual(before)
  })

  test('can set fewer spots than are already taken (R2.10)', async () => {
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

  test("changes the time of the event's last change in the sitemap", async () => {
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

  test('returns 404 for an unknown event', async () => {
    expect(await update(admin, { id: 987_654, name: 'X' })).toMatchObject({
      status: 404,
      message: 'Event Not Found',
    })
  })
})

describe("an admin's edit of the first or last day", () => {
  test('is refused if the new first day is after the stored last day', async () => {
    const { id } = await makeByCall(admin, { startDateDate: '2027-08-06', endDateDate: '2027-08-08' })
    const refused = await update(admin, { id, startDateDate: '2027-08-09' })
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
    expect(!refused.ok && refused.fields).toHaveProperty('endDateDate')
    expect(await update(admin, { id, startDateDate: '2027-08-08' })).toMatchObject({ ok: true })
    expect(await rowOf(app, id)).toMatchObject({ startDateDate: '2027-08-08', endDateDate: '2027-08-08' })
  })
})

describe("an admin's edit of the URL name", () => {
  test('is refused with the same message as in the form if another event has the name', async () => {
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

  test('is accepted if the event already has that name', async () => {
    const { id, urlName } = await makeByCall(admin)
    expect(await update(admin, { id, urlName, name: 'Kept' })).toMatchObject({ ok: true })
  })
})

test('locks a private event again for all visitors when an admin changes the password', async () => {
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
