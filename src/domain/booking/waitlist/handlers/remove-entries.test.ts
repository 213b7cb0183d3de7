import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { deleteReservation } from '#domain/booking/contract/admin.ts'
import { getReservation } from '#domain/booking/contract/guest.ts'
import { expectBooksToAgree, refundsOf } from '#test/support/booking/books.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import { dumpOf } from '#test/support/guests/dump.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { untilOneWaits } from '#test/support/measures.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { declineOffer } from '../contract/offers.ts'
import { removeEntries, removeEntry, skipEntry } from '../contract/admin.ts'
import { OFFER_SPOTS } from '../enqueue-jobs.ts'
import { makeOffer, offerSpots } from '../offers.ts'
import { readWaitlist } from '../admin-waitlist.ts'
import { listWaiting } from '../store/entries.ts'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'

const NOON = new Date('2027-05-06T18:00:00Z')
const NIGHT_LATER = new Date('2027-05-07T18:00:00Z')
let admin: Admin
const app = await openTestApp({ now: NOON })
const line = makeWaitlist(app)
beforeEach(async () => {
  admin = await signInAdmin(app)
})

/** Creates waitlist entries of Ana and Ben and frees one spot. The site offers it to Ana. */
async function offered(changes: { cost?: number } = {}) {
  const { eventId, guests } = await line.full({
    waiting: ['ana', 'ben'],
    ...changes,
  })
  await free(guests[0]!)
  await app.runJobs()
  return {
    eventId,
    ana: await entryOf(eventId, 'ana'),
    token: await line.tokenOf(eventId, 'ana'),
  }
}
const free = (id: number) => admin.browser.call(deleteReservation, { query: { id, force: 'true' } })
async function entryOf(eventId: number, name: string): Promise<number> {
  const { entries } = await readWaitlist(app.services.db, app.services.sealer, {
    eventId,
  })
  return entries.find(({ customerName }) => customerName.startsWith(name))!.id
}
const remove = (id: number) => admin.browser.call(removeEntry, { query: { id } })
const held = (eventId: number) =>
  app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
    .orderBy(asc(reservations.id))
const known = async (name: string) => (await dumpOf(app.services)).includes(line.address(name))

test('deletes all data of a removed waitlist entry, but keeps the price of the reservation that its offer held', async () => {
  const { eventId, ana, token } = await offered()
  expect(await known('ana')).toBe(true)
  await line.browser.call(declineOffer, { body: { token } })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ben offered', 'ana declined'])
  expect(await remove(ana)).toMatchObject({ ok: true })
  // The next run of the jobs also deletes e-mails from the e-mail sandbox.
  await app.runJobs()
  expect(await known('ana')).toBe(false)
  expect(await known('ben')).toBe(true)
  expect(await held(eventId)).toMatchObject([
    {
      status: 'expired',
      customerName: null,
      email: null,
      price: 90_000,
      purgedAt: NOON,
    },
    { status: 'pending', purgedAt: null },
  ])
})

test('withdraws the offer of a removed waitlist entry, and offers the spot to the next entry', async () => {
  const { eventId, ana } = await offered()
  expect(await remove(ana)).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ben offered'])
  expect(await known('ana')).toBe(false)
})

test("keeps a guest's reservation when an admin removes the waitlist entry from which the guest booked", async () => {
  const { eventId, ana, token } = await offered()
  const { uuid } = await line.accept(eventId, token)
  await app.runJobs()
  expect(await remove(ana)).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await line.guest.look(uuid)).toMatchObject({
    status: 'confirmed',
    customerName: 'Robin Doe',
  })
})

test('refunds a late payment for the offer of a removed waitlist entry', async () => {
  const { eventId, ana, token } = await offered()
  await admin.browser.call(skipEntry, { body: { id: await entryOf(eventId, 'ben') } })
  await app.sandbox?.control.set({ keepProcessing: true })
  const { uuid, paymentIntent } = await line.accept(eventId, token)
  app.clock.advance({ days: 1, hours: 1, minutes: 1 })
  await app.runJobs()
  admin = await signInAdmin(app)
  expect(await line.states(eventId)).toEqual(['ana lapsed', 'ben skipped'])
  expect(await remove(ana)).toMatchObject({ ok: true })
  await app.sandbox?.control.reset()
  await app.sandbox?.control.finish(paymentIntent, 'charge')
  app.clock.advance({ minutes: 20 })
  await app.runJobs()
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: 45_000, status: 'succeeded' }])
  expect(await line.taken(eventId)).toBe(0)
  expect(await line.browser.call(getReservation, { query: { uuid } })).toMatchObject({ status: 410 })
  await expectBooksToAgree(app)
})

test("enqueues the waitlist's job when an admin records cash for an offered spot, and marks the entry as booked", async () => {
  const { eventId } = await offered()
  const [hold] = await held(eventId)
  const { invoices } = await admin.look(hold!.id)
  await app.services.db.delete(outbox).where(eq(outbox.kind, OFFER_SPOTS.kind))
  await admin.rebill({
    id: invoices.find(({ amount }) => amount === 45_000)!.id,
    paid: true,
  })
  expect(await app.services.db.select().from(outbox).where(eq(outbox.kind, OFFER_SPOTS.kind))).toMatchObject([
    { payload: { eventId } },
  ])
  await app.jobs.runDue()
  expect(await line.states(eventId)).toEqual(['ben waiting', 'ana booked'])
})

if (testDatabaseKind() === 'postgres') {
  test.each([
    ['removed', () => remove, []],
    [
      'removed by the call for several entries',
      () => async (id: number) => {
        const [row] = await app.services.db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id))
        const body = {
          eventId: row!.eventId,
          entries: [{ id, state: 'waiting' as const }],
        }
        return admin.browser.call(removeEntries, { body })
      },
      [],
    ],
    ['skipped', () => (id: number) => admin.browser.call(skipEntry, { body: { id } }), ['ana skipped']],
  ])(
    'withdraws an offer that is made while its entry is being %s, so that no spot stays held without an entry',
    async (_, of, left) => {
      const { eventId, guests } = await line.full({ waiting: ['ana'] })
      await free(guests[0]!)
      const id = await entryOf(eventId, 'ana')
      const done = await app.services.db.transaction(async (tx) => {
        const event = await lockEvent(tx, eventId)
        // The admin's request has seen no open offer. Now the request waits for the event's lock.
        const waiting = of()(id)
        await untilOneWaits(app.services.db)
        const [entry] = await listWaiting(tx, eventId)
        await makeOffer(tx, bookingDeps(app), {
          event: event!,
          entry: entry!,
          expiresAt: NIGHT_LATER,
          now: NOON,
          by: { actor: 'job:offers' },
        })
        return { waiting }
      })
      expect(await done.waiting).toMatchObject({ ok: true })
      expect(await line.states(eventId)).toEqual(left)
      expect(await line.taken(eventId)).toBe(0)
      expect(await held(eventId)).toMatchObject([{ status: 'expired' }])
      expect(await offerSpots(bookingDeps(app), eventId)).toBe(0)
    },
  )
}
