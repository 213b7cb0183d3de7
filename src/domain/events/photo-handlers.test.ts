import { expect, test } from 'vitest'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { deletePhoto, orderPhotos, updatePhoto } from './contract/event.ts'
import { getEvent } from '../booking/contract/event.ts'
import { addPhoto } from './store/events.ts'
import { rowOf } from '#test/support/events/admin-calls.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await app.signIn({ admin: true })

async function eventWith(...names: string[]) {
  const event = await makeEvent(app.services.db)
  const photos = []
  for (const name of names) photos.push(await add(event.id, name))
  return { ...event, photos }
}

const add = (eventId: number, name: string) =>
  app.services.db.transaction(async (tx) => {
    const photo = await addPhoto(tx, { eventId, url: `/uploads/${name}.jpg`, at: app.clock.now() })
    if (!photo) throw new Error('no photo was added')
    return photo
  })

async function shown(urlName: string) {
  const seen = await app.browser().call(getEvent, { query: { eventUrlName: urlName } })
  return seen.ok && !seen.data.locked ? seen.data.photos : []
}
const namesOf = async (urlName: string) =>
  (await shown(urlName)).map(({ url }) => /uploads\/(.*)\.jpg/.exec(url)?.[1])

const order = (eventId: number, ids: number[]) => admin.call(orderPhotos, { body: { eventId, ids } })
const idsOf = ({ photos }: { photos: { id: number }[] }) => photos.map(({ id }) => id)

test("adds a new photo after an event's other photos, even if an admin has changed their order", async () => {
  const event = await eventWith('a', 'b')
  await order(event.id, idsOf(event).toReversed())
  await add(event.id, 'c')
  expect(await namesOf(event.urlName)).toEqual(['b', 'a', 'c'])
})

test('adds no photo to an event that does not exist', async () => {
  const { db } = app.services
  const given = { eventId: 987_654, url: '/uploads/a.jpg', at: app.clock.now() }
  expect(await db.transaction((tx) => addPhoto(tx, given))).toBeUndefined()
})

test("puts the photos that an admin lists first, then the event's other photos, and ignores unknown ids", async () => {
  const event = await eventWith('a', 'b', 'c', 'd')
  const other = await eventWith('x', 'y')
  const [, b = 0, , d = 0] = idsOf(event)
  const [x = 0, y = 0] = idsOf(other)
  const ordered = await order(event.id, [d, y, b, d, 987_654])
  expect(ordered.ok && ordered.data.photos.map(({ url }) => url)).toEqual([
    '/uploads/d.jpg',
    '/uploads/b.jpg',
    '/uploads/a.jpg',
    '/uploads/c.jpg',
  ])
  expect(await namesOf(event.urlName)).toEqual(['d', 'b', 'a', 'c'])
  expect(await order(other.id, [y, x])).toMatchObject({ ok: true })
  expect(await namesOf(other.urlName)).toEqual(['y', 'x'])
})

test('does nothing when an admin orders the photos of an event without photos, and returns 404 for an unknown event', async () => {
  const { id } = await eventWith()
  expect(await order(id, [1, 2])).toMatchObject({ ok: true, data: { photos: [] } })
  expect(await order(987_654, [1])).toMatchObject({ status: 404 })
})

test('sets and clears the alternative text of a photo', async () => {
  const event = await eventWith('a')
  const id = event.photos[0]?.id ?? 0
  const say = (alt: string | null) => admin.call(updatePhoto, { body: { id, alt } })
  expect(await say('  Two riders at dusk ')).toMatchObject({
    ok: true,
    data: { photo: { id, url: '/uploads/a.jpg', alt: 'Two riders at dusk' } },
  })
  expect(await shown(event.urlName)).toMatchObject([{ alt: 'Two riders at dusk' }])
  expect(await say('')).toMatchObject({ ok: true, data: { photo: { alt: null } } })
  expect(await admin.call(updatePhoto, { body: { id: 987_654, alt: 'x' } })).toMatchObject({ status: 404 })
})

test('deletes a photo, and returns 404 to a second deletion', async () => {
  const event = await eventWith('a', 'b')
  const id = event.photos[0]?.id ?? 0
  expect(await admin.call(deletePhoto, { query: { id } })).toMatchObject({ ok: true })
  expect(await namesOf(event.urlName)).toEqual(['b'])
  expect(await admin.call(deletePhoto, { query: { id } })).toMatchObject({ status: 404 })
})

test('updates the time of the event’s last change, but not its version, when its photos change', async () => {
  const event = await eventWith('a', 'b')
  const changes = [
    () => add(event.id, 'c'),
    () => order(event.id, idsOf(event).toReversed()),
    () => admin.call(updatePhoto, { body: { id: event.photos[0]?.id ?? 0, alt: 'Dusk' } }),
    () => admin.call(deletePhoto, { query: { id: event.photos[1]?.id ?? 0 } }),
  ]
  for (const change of changes) {
    app.clock.advance({ minutes: 1 })
    await change()
    expect(await rowOf(app, event.id)).toMatchObject({ updatedAt: app.clock.now(), version: 1 })
  }
})
