/** Tests that the next visitor sees an admin's change, although the server caches whole pages. */
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteEvent } from '#domain/booking/contract/event.ts'
import { deletePhoto, orderPhotos, updatePhoto } from '#domain/events/contract/event.ts'
import { cancelEvent } from '#domain/booking/contract/cancellation.ts'
import { addPhoto } from '#domain/events/store/events.ts'
import { makeByCall, update } from '#test/support/events/admin-calls.ts'
import { eventUid } from '#shared/ics.ts'
import { readCalendar } from '#test/support/read-calendar.ts'
import * as calendarFiles from '#app/calendar-files.ts'
import * as wellKnown from '#app/well-known.ts'
import * as eventsPage from '#app/public/events/events.tsx'
import * as notFound from '#app/error-page.tsx'
import * as root from '#app/root.tsx'
import { openTestApp } from '#test/support/open-test-app.ts'
import { eventPages, loadPages } from '../support/server/real-pages.ts'

let it: Awaited<ReturnType<typeof makeByCall>>
const loadBuild = loadPages({
  root,
  events: eventsPage,
  ...eventPages,
  'event/:eventUrlName/calendar.ics': calendarFiles,
  'events.ics': wellKnown,
  'sitemap.xml': wellKnown,
  '*': notFound,
})
const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z'), parts: { loadBuild } })
const admin = await app.signIn({ admin: true })
beforeEach(async () => {
  it = await makeByCall(admin, { name: 'Saltbush Days', shortDescription: 'Under the mesa.' })
})

async function get(path: string) {
  const response = await app.request(path, { headers: { accept: 'text/html' } })
  const kept = response.headers.get('cache-control') === 'public, no-cache'
  return { status: response.status, kept, text: await response.text() }
}
const pageOf = (urlName: string) => `/event/${urlName}`

/** Loads a page twice and returns the second reply, which comes from the cache. */
async function kept(path: string) {
  await get(path)
  const page = await get(path)
  expect(page).toMatchObject({ status: 200, kept: true })
  return page.text
}

describe('the cached pages after an edit of an event', () => {
  test('show an edited event immediately on its page, in the list and in the calendar file', async () => {
    const places = [pageOf(it.urlName), '/events', '/events.ics']
    for (const place of places) expect(await kept(place)).toContain('Saltbush Days')
    await update(admin, { id: it.id, name: 'Greasewood Days' })
    for (const place of places) {
      const { text } = await get(place)
      expect(text).toContain('Greasewood Days')
      expect(text).not.toContain('Saltbush Days')
    }
  })

  test('show an event immediately at its new address, and at the old address after it is changed back', async () => {
    const [old, fresh] = [it.urlName, `${it.urlName}-anew`]
    await kept(pageOf(old))
    expect((await get(pageOf(fresh))).status).toBe(404)
    await update(admin, { id: it.id, urlName: fresh })
    expect((await get(pageOf(old))).status).toBe(404)
    expect((await get(pageOf(fresh))).status).toBe(200)
    await update(admin, { id: it.id, urlName: old })
    expect((await get(pageOf(old))).status).toBe(200)
    expect((await get(pageOf(fresh))).status).toBe(404)
  })
})

test('shows a canceled event immediately on cached pages and in the calendar file, and offers no sign-up', async () => {
  expect(await kept(pageOf(it.urlName))).toMatch(/>\s*Sign up\s*</)
  await kept('/events')
  expect(await kept('/events.ics')).not.toContain('STATUS:CANCELLED')
  expect(await admin.call(cancelEvent, { body: { id: it.id } })).toMatchObject({ ok: true })
  const { text } = await get(pageOf(it.urlName))
  expect(text).toContain('This retreat has been canceled.')
  expect(text).toContain('https://schema.org/EventCancelled')
  expect(text).not.toMatch(/>\s*Sign up\s*</)
  expect((await get('/events')).text).toContain('>Canceled<')
  expect((await get('/events.ics')).text).toContain('STATUS:CANCELLED')
})

test('raises the revision in calendar files when an event moves or is canceled, so that calendars update it', async () => {
  const entry = async (path: string) => {
    const { entries } = readCalendar((await get(path)).text)
    return entries.find(({ uid }) => uid === eventUid(it.id))
  }
  const own = `${pageOf(it.urlName)}/calendar.ics`
  await kept('/events.ics')
  const first = await entry(own)
  await update(admin, { id: it.id, startDateDate: '2027-08-12', endDateDate: '2027-08-16' })
  const moved = await entry(own)
  expect(moved).toMatchObject({ start: '2027-08-12T18:00:00Z', end: '2027-08-16T18:00:00Z' })
  expect(moved?.sequence).toBeGreaterThan(first?.sequence ?? NaN)
  expect(await entry('/events.ics')).toEqual(moved)
  await admin.call(cancelEvent, { body: { id: it.id } })
  const ended = await entry(own)
  expect(ended?.sequence).toBeGreaterThan(moved?.sequence ?? NaN)
  expect(await entry('/events.ics')).toEqual(ended)
})

test('shows a new event immediately in the cached list, calendar file and sitemap', async () => {
  const places = ['/events', '/events.ics', '/sitemap.xml']
  for (const place of places) await kept(place)
  const made = await makeByCall(admin)
  for (const place of places) expect((await get(place)).text).toContain(made.urlName)
})

test('no longer shows a deleted event on any cached page', async () => {
  const lists = ['/events', '/events.ics', '/sitemap.xml']
  for (const place of [...lists, pageOf(it.urlName)]) expect(await kept(place)).toContain(it.urlName)
  expect(await admin.call(deleteEvent, { query: { id: it.id } })).toMatchObject({ ok: true })
  for (const place of lists) expect((await get(place)).text).not.toContain(it.urlName)
  expect((await get(pageOf(it.urlName))).status).toBe(404)
})

test('hides an event on all cached pages when it becomes private, and shows it again when it becomes public', async () => {
  const lists = ['/events', '/events.ics', '/sitemap.xml']
  for (const place of lists) expect(await kept(place)).toContain(it.urlName)
  expect(await kept(pageOf(it.urlName))).toContain('Under the mesa.')

  await update(admin, { id: it.id, password: 'Yucca' })
  for (const place of lists) expect((await get(place)).text).not.toContain(it.urlName)
  const locked = await get(pageOf(it.urlName))
  expect(locked).toMatchObject({ status: 200, kept: false })
  expect(locked.text).toContain('This is a private event.')
  for (const secret of ['Under the mesa.', 'Saltbush', 'Yucca']) expect(locked.text).not.toContain(secret)

  await update(admin, { id: it.id, password: '' })
  for (const place of lists) expect((await get(place)).text).toContain(it.urlName)
  expect((await get(pageOf(it.urlName))).text).toContain('Under the mesa.')
})

test('shows photos immediately on the cached page as an admin adds, reorders, describes or deletes them', async () => {
  const page = pageOf(it.urlName)
  await kept(page)
  const { db } = app.services
  const add = (url: string) =>
    db.transaction((tx) => addPhoto(tx, { eventId: it.id, url, at: app.clock.now() }))
  const one = await add('https://pictures.example/one.jpg')
  const two = await add('https://pictures.example/two.jpg')
  const ids = [two?.id ?? 0, one?.id ?? 0]
  const places = async () => {
    const { text } = await get(page)
    return ['one', 'two'].map((name) => text.indexOf(`pictures.example/${name}.jpg`))
  }
  // The test changed the database without an API call. So the cache notices the change only when it next
  // reads the content version.
  await expect.poll(async () => (await places()).every((place) => place > 0)).toBe(true)
  const [first = 0, second = 0] = await places()
  expect(first).toBeLessThan(second)

  await kept(page)
  await admin.call(orderPhotos, { body: { eventId: it.id, ids } })
  const [later = 0, sooner = 0] = await places()
  expect(sooner).toBeLessThan(later)
  await admin.call(updatePhoto, { body: { id: ids[0] ?? 0, alt: 'Two riders at dusk' } })
  expect((await get(page)).text).toContain('Two riders at dusk')
  await admin.call(deletePhoto, { query: { id: ids[0] ?? 0 } })
  expect((await get(page)).text).not.toContain('Two riders at dusk')
})
