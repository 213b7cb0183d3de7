import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/access.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import type { TestBrowser } from '#testing/browser.ts'
import { createGuest } from '#features/booking/testing/guest.ts'
import { deletePhoto, orderPhotos, updatePhoto } from '#features/events/contract/photos.ts'
import { addPhoto } from '#features/events/store/events.ts'
import { makeByCall, update } from '#features/events/testing/admin-calls.ts'
import { listAudit } from './contract.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const GUEST = { customerName: 'Vera Quandong', email: 'vera@quandong.example' }
let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await buildTestApp({ now: NOW })
  admin = await app.signIn({ admin: true })
})
afterAll(() => app.close())

async function read(query: { eventId?: number; cursor?: number } = {}) {
  const found = await admin.call(listAudit, { query })
  if (!found.ok) throw new Error(found.code)
  return found.data
}

test('an edit tells who made it, when, and the names of the fields, never their values', async () => {
  const { id } = await makeByCall(admin, { password: 'Saguaro' })
  app.clock.advance({ minutes: 1 })
  await update(admin, { id, name: 'Whetstone Days', password: 'Ocotillo', spots: 9 })
  const { entries } = await read({ eventId: id })
  const by = { actor: 'admin:the-admin', actorEmail: 'admin@example.test', entity: 'event', entityId: id }
  expect(entries).toMatchObject([
    {
      ...by,
      action: 'event.updated',
      fields: ['name', 'password'],
      eventName: 'Whetstone Days',
      at: app.clock.now().toISOString(),
    },
    { ...by, action: 'event.created', fields: [], eventId: id, at: NOW.toISOString() },
  ])
  const stored = JSON.stringify(await app.services.db.select().from(auditEntries))
  for (const secret of ['Saguaro', 'Ocotillo', 'Whetstone', 'admin@example.test'])
    expect(stored).not.toContain(secret)
})

test('photos that are described, ordered and taken away', async () => {
  const { id } = await makeByCall(admin)
  const { db } = app.services
  const add = (url: string) => db.transaction((tx) => addPhoto(tx, { eventId: id, url, at: app.clock.now() }))
  const [one, two] = [await add('/uploads/a.jpg'), await add('/uploads/b.jpg')]
  const [first = 0, second = 0] = [one?.id, two?.id]
  await admin.call(updatePhoto, { body: { id: first, alt: 'Dusk' } })
  await admin.call(updatePhoto, { body: { id: first, alt: 'Dusk' } })
  await admin.call(orderPhotos, { body: { eventId: id, ids: [second, first] } })
  await admin.call(orderPhotos, { body: { eventId: id, ids: [second, first] } })
  await admin.call(deletePhoto, { query: { id: second } })
  const { entries } = await read({ eventId: id })
  expect(entries.slice(0, 3)).toMatchObject([
    { action: 'photo.deleted', entity: 'photo', entityId: second },
    { action: 'photos.ordered', entity: 'event', entityId: id },
    { action: 'photo.updated', entity: 'photo', entityId: first, fields: ['alt'] },
  ])
  expect(entries).toHaveLength(4)
})

test('what a guest did is told without a word of theirs, at its event', async () => {
  const guest = createGuest(app)
  const { id } = await makeByCall(admin, { cost: 90_000 })
  const held = await guest.hold(id, GUEST)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  const response = await admin.fetch(`/api/auth/audit?eventId=${id}`)
  const text = await response.text()
  for (const word of [...Object.values(GUEST), held.uuid, held.clientSecret, held.paymentIntent])
    expect(text).not.toContain(word)
  const { entries } = await read({ eventId: id })
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['reservation.confirmed', 'provider'],
    ['payment.recorded', 'provider'],
    ['reservation.held', 'guest'],
    ['event.created', 'admin:the-admin'],
  ])
  expect(entries.slice(0, 3).map(({ actorEmail }) => actorEmail)).toEqual([null, null, null])
})

test('the whole site’s is in pages, newest first, each entry once', async () => {
  const { id } = await makeByCall(admin)
  for (let spots = 20; spots < 120; spots += 1) await update(admin, { id, spots })
  const seen: number[] = []
  let cursor: number | null = null
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(cursor === null ? {} : { cursor })
    expect(page.entries.length).toBeLessThanOrEqual(50)
    seen.push(...page.entries.map((entry) => entry.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  const all = await app.services.db.select().from(auditEntries)
  expect(new Set(seen).size).toBe(all.length)
})
