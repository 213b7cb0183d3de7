/**
 * Tests how admins see and change a waitlist: pages, search, removing several entries, and adding an entry.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { sealRecord } from '#platform/sealing.ts'
import { deleteReservation } from '#domain/booking/contract/admin.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { dumpOf } from '#test/support/guests/dump.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { confirmEntry } from '../contract/entries.ts'
import { declineOffer, getOffer } from '../contract/offers.ts'
import {
  addEntry,
  ENTRIES_ON_A_PAGE,
  listEntries,
  offerToEntry,
  removeEntries,
  resizeEntry,
} from '../contract/admin.ts'
import { makeWaitlist, entryToken } from '#test/support/booking/waitlist.ts'

const NOON = new Date('2027-05-06T18:00:00Z')
const MANY = 3005
let admin: TestBrowser
const app = await openTestApp({ now: NOON })
const line = makeWaitlist(app)
beforeEach(async () => {
  admin = await app.signIn({ admin: true })
})

const rowsOf = (eventId: number) =>
  app.services.db.select().from(waitlistEntries).where(eq(waitlistEntries.eventId, eventId))
const shown = async (eventId: number, names: string[]) => {
  const found = await admin.call(listEntries, { query: { eventId } })
  if (!found.ok) throw new Error(found.code)
  return found.data.entries
    .filter(({ customerName }) => names.some((name) => customerName.startsWith(name)))
    .map(({ id, state }) => ({ id, state }))
}
const known = async (name: string) => (await dumpOf(app.services)).includes(line.address(name))

async function longLine() {
  const { db, sealer } = app.services
  const event = await makeEvent(db, { spots: 0, showWaitlist: true })
  const rows = Array.from({ length: MANY }, (_, nth) => {
    const uuid = randomUUID()
    const person = {
      customerName: `Waiter ${nth}`,
      email: `waiter-${nth}@example.test`,
    }
    return {
      uuid,
      eventId: event.id,
      ...sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, person),
      emailHash: sealer.lookup(person.email),
      state: 'waiting' as const,
      position: nth + 1,
      confirmedAt: NOON,
      createdAt: NOON,
    }
  })
  for (let at = 0; at < MANY; at += 500) await db.insert(waitlistEntries).values(rows.slice(at, at + 500))
  return event
}

test('lists 3,005 waitlist entries in pages of 50, the first page with the event, and finds one by name or e-mail', async () => {
  const { id: eventId, urlName } = await longLine()
  const reply = await admin.fetch(
    `/api/auth/event/get?eventUrlName=${urlName}&guests=100&waitlist=${ENTRIES_ON_A_PAGE}`,
  )
  const text = await reply.text()
  expect(text.length).toBeLessThan(40_000)
  expect(JSON.parse(text)).toMatchObject({
    waitlistCount: { waiting: MANY, spotsWanted: MANY, unconfirmed: 0, all: MANY },
  })

  const page = async (query: { from?: number; search?: string }) => {
    const found = await admin.call(listEntries, {
      query: { eventId, ...query },
    })
    if (!found.ok) throw new Error(found.code)
    return found.data
  }
  const last = await page({ from: 3_000 })
  expect(last.found).toBe(MANY)
  expect(last.entries.map(({ customerName, position }) => [customerName, position])).toEqual(
    [3_000, 3_001, 3_002, 3_003, 3_004].map((nth) => [`Waiter ${nth}`, nth + 1]),
  )
  const middle = await page({ from: 50 })
  expect(middle.entries).toHaveLength(ENTRIES_ON_A_PAGE)
  expect(middle.entries[0]).toMatchObject({ position: 51 })
  expect((await page({ search: 'WAITER-1234@' })).entries).toMatchObject([{ position: 1235 }])
  expect(await page({ search: 'waiter 300', from: 5 })).toMatchObject({
    found: 6,
    entries: [{ position: 3005 }],
  })
  expect(await page({ search: 'nobody' })).toMatchObject({
    found: 0,
    entries: [],
  })
})

test("adds an admin's entry at the end of the waitlist, confirmed, without sending an e-mail, and audits the admin", async () => {
  const { eventId } = await line.full({ waiting: ['ana'], showWaitlist: true })
  await line.ask(eventId, 'ben')
  const add = (name: string) =>
    admin.call(addEntry, {
      body: {
        waitlistData: {
          customerName: `${name} Doe`,
          email: line.address(name),
          eventId,
        },
      },
    })
  expect(await add('cleo')).toMatchObject({ ok: true })
  // If an unconfirmed entry exists, adding it again as an admin confirms it.
  expect(await add('ben')).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['ana waiting', 'cleo waiting', 'ben waiting'])
  expect(await add('ana')).toMatchObject({
    status: 409,
    code: 'waits_already',
  })
  await app.runJobs()
  for (const name of ['ben', 'cleo']) expect(await line.mailsTo(name)).toEqual([])
  const noted = await app.services.db.select().from(auditEntries).where(eq(auditEntries.eventId, eventId))
  const added = noted.filter(({ action }) => action === 'waitlist.added')
  expect(added.map(({ actor }) => actor.split(':')[0])).toEqual(['admin', 'admin'])
  expect(added).toHaveLength(2)
})

test('refuses a waitlist entry with a phone number that cannot be called, and names the field (R53.1)', async () => {
  const { eventId } = await line.full({ waiting: [] })
  const cleo = { customerName: 'Cleo Doe', email: '', phone: '505-555-01777', eventId }
  expect(await admin.call(addEntry, { body: { waitlistData: cleo } })).toMatchObject({
    ok: false,
    status: 400,
    message: expect.stringMatching(/^Phone: This number has one digit too many/) as string,
  })
})

test("adds an entry without e-mail address at a given position, and shows the admin its offer's link (R30.7, R30.8)", async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'] })
  const cleo = { customerName: 'Cleo Doe', email: '', phone: '505-555-0177', place: 1, eventId }
  expect(await admin.call(addEntry, { body: { waitlistData: cleo } })).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['Cleo waiting', 'ana waiting', 'ben waiting'])
  const first = async () => {
    const found = await admin.call(listEntries, { query: { eventId, search: '555-0177' } })
    return found.ok ? found.data.entries[0] : undefined
  }
  expect(await first()).toMatchObject({ email: '', phone: cleo.phone, byHand: true, offerToken: null })
  await admin.call(deleteReservation, { query: { id: guests[0] ?? 0 } })
  await app.runJobs()
  const { offerToken } = (await first()) ?? {}
  const offer = await line.browser.call(getOffer, { query: { token: offerToken ?? '' } })
  expect(offer).toMatchObject({ data: { state: 'open', guest: { customerName: 'Cleo Doe', email: '' } } })
  const [held] = await app.services.db
    .select({ email: reservations.email, phone: reservations.phone })
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
  expect(held).toMatchObject({ email: null, phone: expect.any(String) })
  expect((await line.accept(eventId, offerToken ?? '')).uuid).toMatch(/./)
  await app.runJobs()
  expect(await line.states(eventId)).toContain('Cleo booked')
})

test.each([
  ['event_cancelled', { cancelledAt: NOON }],
  ['event_started', { startDateDate: '2027-05-06' }],
])("refuses to add an admin's entry to the waitlist and returns %s", async (code, changes) => {
  const { id: eventId } = await makeEvent(app.services.db, changes)
  const waitlistData = {
    customerName: 'Ana Doe',
    email: 'ana@example.test',
    eventId,
  }
  expect(await admin.call(addEntry, { body: { waitlistData } })).toMatchObject({
    status: 409,
    code,
  })
  expect(await rowsOf(eventId)).toEqual([])
})

test('removes several waitlist entries together, even one with an open offer, and keeps no copy of their data', async () => {
  const { eventId, guests } = await line.full({
    waiting: ['ana', 'ben', 'cleo', 'dan'],
  })
  await line.ask(eventId, 'eva')
  await admin.call(deleteReservation, {
    query: { id: guests[0]!, force: 'true' },
  })
  await app.runJobs()
  await line.browser.call(declineOffer, {
    body: { token: await line.tokenOf(eventId, 'ana') },
  })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual([
    'ben offered',
    'cleo waiting',
    'dan waiting',
    'eva unconfirmed',
    'ana declined',
  ])
  const entries = await shown(eventId, ['ana', 'ben', 'cleo', 'eva'])
  expect(await admin.call(removeEntries, { body: { eventId, entries } })).toMatchObject({
    ok: true,
    data: { removed: 4 },
  })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['dan offered'])
  for (const name of ['ana', 'ben', 'cleo', 'eva']) expect([name, await known(name)]).toEqual([name, false])
  expect(await known('dan')).toBe(true)
  // The holds of the removed entries' offers have expired. Only the new offer holds a spot.
  const holds = await app.services.db.select().from(reservations).where(eq(reservations.eventId, eventId))
  expect(holds.map(({ status }) => status).toSorted()).toEqual(['expired', 'expired', 'pending'])
  const noted = await app.services.db.select().from(auditEntries).where(eq(auditEntries.eventId, eventId))
  expect(noted.filter(({ action }) => action === 'waitlist.removed')).toHaveLength(4)
})

test('removes no waitlist entry if one has changed since the admin saw it, and ignores already deleted ones', async () => {
  const { eventId } = await line.full({ waiting: ['ana'] })
  for (const name of ['ben', 'cleo']) await line.ask(eventId, name)
  const entries = await shown(eventId, ['ben', 'cleo'])
  const token = await entryToken(app, {
    customerName: 'ben',
    email: line.address('ben'),
    eventId,
  })
  await line.browser.call(confirmEntry, { body: { token } })
  expect(await admin.call(removeEntries, { body: { eventId, entries } })).toMatchObject({
    status: 409,
    code: 'stale',
  })
  expect(await line.states(eventId)).toEqual(['ana waiting', 'ben waiting', 'cleo unconfirmed'])
  const now = await shown(eventId, ['ben', 'cleo'])
  const gone = { id: 999_999, state: 'waiting' as const }
  expect(
    await admin.call(removeEntries, {
      body: { eventId, entries: [...now, gone] },
    }),
  ).toMatchObject({
    data: { removed: 2 },
  })
  expect(await line.states(eventId)).toEqual(['ana waiting'])
})

test('does not remove waitlist entries of another event', async () => {
  const { eventId: other } = await line.full({ waiting: ['ana'] })
  const entries = await shown(other, ['ana'])
  const { eventId } = await line.full({ waiting: [] })
  expect(await admin.call(removeEntries, { body: { eventId, entries } })).toMatchObject({
    data: { removed: 0 },
  })
  expect(await rowsOf(other)).toHaveLength(1)
})

test('lets an admin change how many spots a waitlist entry wants, and offers exactly that number together (R39.7)', async () => {
  const { eventId, guests } = await line.full({ waiting: [], guests: 2 })
  const guest = { customerName: 'Ruth Vance', email: line.address('ruth'), eventId }
  const added = await admin.call(addEntry, { body: { waitlistData: { ...guest, size: 4 } } })
  const body = { id: added.ok ? added.data.id : 0 }
  expect(await rowsOf(eventId)).toMatchObject([{ size: 4, state: 'waiting' }])
  expect(await admin.call(offerToEntry, { body })).toMatchObject({
    message: 'There is no free spot to offer. Wait until one opens up, or add spots to the event.',
  })
  await admin.call(deleteReservation, { query: { id: guests[0] ?? 0, force: 'true' } })
  expect(await admin.call(offerToEntry, { body })).toMatchObject({
    code: 'event_full',
    message: 'This person wants 4 spots, and 1 is left. Change how many spots they want first.',
  })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['Ruth waiting'])
  expect(await admin.call(resizeEntry, { body: { ...body, size: 1 } })).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['Ruth offered'])
  expect(await admin.call(resizeEntry, { body: { ...body, size: 2 } })).toMatchObject({ code: 'has_offer' })
})

test('shows how many spots can be offered to the waitlist, limited by lodging and by time to answer (R37.4)', async () => {
  const { db } = app.services
  const { id: eventId, urlName } = await makeEvent(db, { spots: 5, startDateDate: '2027-05-08' })
  await db.insert(eventOptions).values({ eventId, kind: 'lodging', name: 'Cabin', stock: 1 })
  const toOffer = async () => {
    const found = await admin.call(getEvent, { query: { eventUrlName: urlName } })
    return found.ok && 'spotsToOffer' in found.data && found.data.spotsToOffer
  }
  const add = async (name: string) => {
    const guest = { customerName: name, email: line.address(name), eventId }
    const added = await admin.call(addEntry, { body: { waitlistData: guest } })
    return { body: { id: added.ok ? added.data.id : 0 } }
  }
  const [ana, ben] = [await add('ana'), await add('ben')]
  expect(await toOffer()).toBe(1)
  app.clock.set(new Date('2027-05-08T00:01:00Z'))
  admin = await app.signIn({ admin: true })
  expect(await toOffer()).toBe(0)
  expect(await admin.call(offerToEntry, ana)).toMatchObject({ code: 'too_late' })
  app.clock.set(NOON)
  admin = await app.signIn({ admin: true })
  expect(await admin.call(offerToEntry, ana)).toMatchObject({ ok: true })
  expect(await toOffer()).toBe(0)
  expect(await admin.call(offerToEntry, ben)).toMatchObject({ code: 'event_full' })
})
