/**
 * Tests an event that an admin moves into the future after the purge (R18.8). The site acts for no purged person, and
 * counts none on the waitlist.
 */
import { eq, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { deleteReservation } from '#domain/booking/contract/admin.ts'
import { getEventCancellationPlan } from '#domain/booking/contract/cancellation.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { addEntry, listEntries, putBackEntry } from '#domain/booking/waitlist/contract/admin.ts'
import { getEntry } from '#domain/booking/waitlist/contract/entries.ts'
import { getOffer } from '#domain/booking/waitlist/contract/offers.ts'
import { getToday } from '#domain/desk/today/contract.ts'
import { findEvent } from '#domain/events/store/events.ts'
import { MIGRATIONS_FOLDER } from '#platform/database/migrate.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { makeEvent } from '#test/support/factories.ts'
import { refundsOf } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { bookBy, makeLinkOf } from '#test/support/booking/replacement.ts'
import { payWhole } from '#test/support/booking/stay.ts'
import { makeWaitlist, entryToken } from '#test/support/booking/waitlist.ts'
import { update } from '#test/support/events/admin-calls.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { eraseReservation } from './contract.ts'

/** Noon at the ranch. The events begin on July 1 and end on July 5. */
const NOON = new Date('2027-05-06T18:00:00Z')
/** Noon at the ranch on the day on which their guests' data is due for deletion. */
const DUE = new Date('2027-07-19T18:00:00Z')
const AHEAD = { startDateDate: '2027-10-01', endDateDate: '2027-10-05' }
/** Within 30 days, guests can pass on their spots. */
const SOON = { startDateDate: '2027-05-27', endDateDate: '2027-05-31' }
const PAST = { startDateDate: '2027-04-01', endDateDate: '2027-04-05' }

/** The SQL statements of the migration that ends purged waitlist entries. */
const ENDING = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
  .flatMap((migration) => migration.sql)
  .filter((text) => text.includes(`UPDATE "waitlist_entries" SET "state" = 'skipped'`))

const app = await openTestApp({ now: NOON, emptied: true })
const line = makeWaitlist(app)

/** Sends the deletion receipts, and then purges the guests who have theirs. */
async function purge() {
  await app.runJobs()
  await app.runJobs()
}

/** Moves an event into the future after its guests were purged. Returns the admin who moved the event. */
async function moveAfterPurge(eventId: number) {
  app.clock.set(DUE)
  await purge()
  const admin = await app.signIn({ admin: true })
  expect(await update(admin, { id: eventId, ...AHEAD })).toMatchObject({ ok: true })
  await app.runJobs()
  return admin
}

type Admin = Awaited<ReturnType<typeof moveAfterPurge>>

async function freeOne(admin: Admin, reservationId: number) {
  await admin.call(deleteReservation, { query: { id: reservationId, force: 'true' } })
  await app.runJobs()
}

async function listed(admin: Admin, eventId: number) {
  const reply = await admin.call(listEntries, { query: { eventId } })
  if (!reply.ok) throw new Error(reply.code)
  const { entries, count } = reply.data
  const shown = entries.map(({ customerName, state, position }) => ({ customerName, state, position }))
  return { shown, count, ids: entries.map(({ id }) => id) }
}

const PURGED = { customerName: '', state: 'skipped', position: null }

test('offers a free spot to no purged entry, but to the first person who joined after the event was moved (R18.8)', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'] })
  const token = await entryToken(app, { customerName: 'ana', email: line.address('ana'), eventId })
  const admin = await moveAfterPurge(eventId)
  await line.join(eventId, 'cleo')
  await line.join(eventId, 'dan')
  const cleo = await entryToken(app, { customerName: 'cleo', email: line.address('cleo'), eventId })
  expect(await line.browser.call(getEntry, { query: { token: cleo } })).toMatchObject({
    data: { position: 1 },
  })

  await freeOne(admin, guests[0]!)
  const { shown } = await listed(admin, eventId)
  expect(shown.slice(0, 2)).toMatchObject([
    { customerName: 'cleo Doe', state: 'offered' },
    { customerName: 'dan Doe', state: 'waiting', position: 1 },
  ])
  expect(shown.slice(2)).toEqual([PURGED, PURGED])
  expect(await line.browser.call(getEntry, { query: { token } })).toMatchObject({
    status: 410,
    code: 'purged',
  })
  await line.accept(eventId, await line.tokenOf(eventId, 'cleo'))
  await app.runJobs()
  expect(await line.taken(eventId)).toBe(1)
})

test('reserves no free spot for purged entries, so that everybody can book it', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'] })
  const admin = await moveAfterPurge(eventId)
  await freeOne(admin, guests[0]!)
  const body = { amount: 45_000, eventId }
  expect(await line.browser.call(createPaymentIntent, { body })).toMatchObject({ ok: true })
  expect(await line.guest.hold(eventId)).toMatchObject({ success: true })
})

test('counts no purged entry as waiting: on the waitlist, the event, Today, in the CSV and when canceling', async () => {
  const { eventId } = await line.full({ waiting: ['ana', 'ben'] })
  const admin = await moveAfterPurge(eventId)
  await line.join(eventId, 'cleo', 2)
  const count = { all: 3, waiting: 1, spotsWanted: 2, unconfirmed: 0 }
  const { shown, ...list } = await listed(admin, eventId)
  expect(list.count).toEqual(count)
  expect(shown).toEqual([{ customerName: 'cleo Doe', state: 'waiting', position: 1 }, PURGED, PURGED])
  const eventUrlName = (await findEvent(app.services.db, eventId))?.urlName ?? ''
  expect(await admin.call(getEvent, { query: { eventUrlName } })).toMatchObject({
    data: { waitlistCount: count },
  })
  const today = await admin.call(getToday)
  if (!today.ok) throw new Error(today.code)
  expect(today.data.coming.events.find(({ id }) => id === eventId)).toMatchObject({
    waiting: 1,
    spotsWanted: 2,
  })
  expect(await admin.call(getEventCancellationPlan, { query: { id: eventId } })).toMatchObject({
    data: { waiting: 1, spotsWanted: 2 },
  })
  const csv = await (await admin.fetch(`/api/auth/waitlist/export?id=${eventId}&form=people`)).text()
  expect(
    csv
      .split('\r\n')
      .slice(1, 4)
      .map((row) => row.split(',').slice(0, 2)),
  ).toEqual([
    ['1', 'cleo Doe'],
    ['', 'Deleted guest'],
    ['', 'Deleted guest'],
  ])
})

test('lets an admin insert an entry before the people who wait, but put no purged entry back', async () => {
  const { eventId } = await line.full({ waiting: ['ana'] })
  const admin = await moveAfterPurge(eventId)
  await line.join(eventId, 'cleo')
  const waitlistData = { customerName: 'Dan Doe', email: null, eventId, place: 1 }
  expect(await admin.call(addEntry, { body: { waitlistData } })).toMatchObject({ ok: true })
  const { shown, ids } = await listed(admin, eventId)
  expect(shown).toEqual([
    { customerName: 'Dan Doe', state: 'waiting', position: 1 },
    { customerName: 'cleo Doe', state: 'waiting', position: 2 },
    PURGED,
  ])
  expect(await admin.call(putBackEntry, { body: { id: ids[2]! } })).toMatchObject({ code: 'not_found' })
})

test('ends an entry with an open offer, whose spot goes to the next person once the offer’s hold has expired', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  const admin = await app.signIn({ admin: true })
  await freeOne(admin, guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  // The admin has typed a wrong month, and corrects it a minute later.
  await update(admin, { id: eventId, ...PAST })
  await purge()
  await update(admin, { id: eventId, ...AHEAD })
  await app.runJobs()
  await line.join(eventId, 'ben')
  expect((await listed(admin, eventId)).shown).toEqual([
    { customerName: 'ben Doe', state: 'waiting', position: 1 },
    PURGED,
  ])
  expect(await line.browser.call(getOffer, { query: { token } })).toMatchObject({
    status: 410,
    code: 'purged',
  })
  app.clock.advance({ hours: 24 })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ben offered', ' skipped'])
})

test('purges no guest who holds a spot before the guest has paid or the hold has expired (R18.8)', async () => {
  const { eventId } = await line.full({ waiting: [], spots: 3 })
  const admin = await app.signIn({ admin: true })
  const payer = await line.guest.hold(eventId)
  const other = await line.guest.hold(eventId, { email: 'other@example.test' })
  await update(admin, { id: eventId, ...PAST })
  await purge()
  expect(await line.guest.pay(payer.clientSecret)).toBe('succeeded')
  await app.sandbox?.deliverDue()
  await update(admin, { id: eventId, ...AHEAD })
  await app.runJobs()
  expect(await line.guest.look(payer.uuid)).toMatchObject({ status: 'confirmed', customerName: 'Robin Doe' })
  app.clock.advance({ minutes: 20 })
  await app.runJobs()
  expect(await line.guest.look(other.uuid)).toMatchObject({ status: 'expired' })
})

test('deletes the unconfirmed entries of an event in the purge, so that none counts once the event is moved', async () => {
  const { eventId } = await line.full({ waiting: [] })
  await line.ask(eventId, 'ana')
  const admin = await app.signIn({ admin: true })
  await update(admin, { id: eventId, ...PAST })
  await purge()
  await update(admin, { id: eventId, ...AHEAD })
  expect(await listed(admin, eventId)).toMatchObject({ shown: [], count: { all: 0, unconfirmed: 0 } })
  expect(await line.join(eventId, 'ana')).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['ana waiting'])
})

test('asks no payer for the details of a companion who was purged, and shows no link to pass on (R39.4)', async () => {
  const { id: eventId } = await makeEvent(app.services.db)
  const companions = [{ customerName: 'Bea Byron', email: null }]
  const payer = await line.guest.hold(eventId, { amount: 90_000, companions })
  await line.guest.pay(payer.clientSecret)
  await app.runJobs()
  const linkToPassOn = async () => (await line.guest.look(payer.uuid)).party?.members[1]?.uuid
  app.clock.set(new Date('2027-07-06T18:00:00Z'))
  const uuid = (await linkToPassOn()) ?? ''
  const erased = await line.browser.call(eraseReservation, { body: { uuid, confirm: true } })
  expect(erased).toMatchObject({ ok: true })
  await purge()
  await update(await app.signIn({ admin: true }), { id: eventId, ...AHEAD })
  expect(await linkToPassOn()).toBeNull()
  // The reminder of missing details is due 14 days before the first day.
  app.clock.set(new Date('2027-09-17T18:00:00Z'))
  await app.runJobs()
  const told = await app.services.db
    .select({ type: emails.emailType, status: emails.status })
    .from(emails)
    .where(eq(emails.reservationId, payer.reservationId))
  expect(told.map(({ type }) => type)).not.toContain('info-remind')
})

test('gives the taker the spot that a purged guest passed on, and ends the stay of the purged guest', async () => {
  const { id: eventId } = await makeEvent(app.services.db, { ...SOON, spots: 1 })
  const leaver = await payWhole(line.guest, eventId)
  const token = await makeLinkOf(line.guest, leaver.uuid)
  const taker = createGuest(app)
  const taken = await bookBy(taker, token, eventId)
  const admin = await app.signIn({ admin: true })
  await update(admin, { id: eventId, ...PAST })
  await purge()
  await update(admin, { id: eventId, ...SOON })
  expect(await taker.pay(taken.clientSecret)).toBe('succeeded')
  await app.runJobs()
  expect(await taker.look(taken.uuid)).toMatchObject({ status: 'confirmed' })
  expect(await line.taken(eventId)).toBe(1)
  expect(await refundsOf(app, leaver.paymentIntent)).toMatchObject([{ status: 'succeeded' }])
})

test('does not say on Today that a purged guest still has to look at the directions', async () => {
  const { eventId } = await line.full({ waiting: [] })
  const admin = await moveAfterPurge(eventId)
  const today = await admin.call(getToday)
  const arrival = today.ok && today.data.arrivals.find(({ event }) => event.id === eventId)
  expect(arrival && arrival.guests).toMatchObject([
    { guest: null, missing: expect.not.arrayContaining(['directions']) },
  ])
})

test('ends the entries that an earlier version purged while they waited or had an offer', async () => {
  const { db } = app.services
  const { eventId } = await line.full({ waiting: ['ana', 'ben', 'cleo'] })
  const gone = { customerName: null, email: null, emailHash: null, purgedAt: NOON }
  for (const [name, state] of [
    ['ana', 'waiting'],
    ['ben', 'offered'],
    ['cleo', 'lapsed'],
  ] as const)
    await db
      .update(waitlistEntries)
      .set({ ...gone, state })
      .where(eq(waitlistEntries.emailHash, app.services.sealer.lookup(line.address(name))))
  await line.join(eventId, 'dan')
  for (const statement of ENDING) await db.execute(sql.raw(statement))
  expect(await line.states(eventId)).toEqual(['dan waiting', ' skipped', ' skipped', ' lapsed'])
})
