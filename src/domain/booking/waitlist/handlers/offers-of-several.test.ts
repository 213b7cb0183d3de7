/**
 * Tests waitlist offers of several spots: they are held, accepted and ended together, and never exceed the free
 * spots (R39.7).
 */
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { invoiceLines, invoices, reservations } from '#platform/database/schema/booking.ts'
import { openName } from '#platform/sealing.ts'
import { deleteReservation } from '#domain/booking/contract/admin.ts'
import { confirmSpots } from '#domain/booking/contract/confirm-spots.ts'
import { cancelReservation } from '#domain/booking/contract/cancellation.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { linksTo } from '#test/support/booking/mailbox.ts'
import { payWhole } from '#test/support/booking/stay.ts'
import { dumpOf } from '#test/support/guests/dump.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { declineOffer, getNextOffer, getOffer, offerNext } from '../contract/offers.ts'
import { removeEntry } from '../contract/admin.ts'
import { readWaitlist } from '../admin-waitlist.ts'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'

/** Noon at the ranch in May. */
const NOON = new Date('2027-05-06T18:00:00Z')
let admin: TestBrowser
const app = await openTestApp({ now: NOON })
const line = makeWaitlist(app)
beforeEach(async () => {
  admin = await app.signIn({ admin: true })
})

const free = async (...ids: number[]) => {
  for (const id of ids) await admin.call(deleteReservation, { query: { id, force: 'true' } })
  await app.runJobs()
}
const pass = async (minutes: number) => {
  app.clock.advance({ minutes })
  await app.runJobs()
}

/** Returns the name and status of each of an event's reservations, oldest first. */
async function spots(eventId: number): Promise<string[]> {
  const { db, sealer } = app.services
  const all = await db
    .select()
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
    .orderBy(asc(reservations.id))
  return all.map((row) => `${openName(sealer, 'reservations', row)} ${row.status}`)
}

/** Creates a full event with three spots. On its waitlist, Ruth wants two spots, then Sam and Tom want one each. */
async function full() {
  const made = await line.full({ waiting: [], guests: 3 })
  await line.join(made.eventId, 'ruth', 2)
  await line.join(made.eventId, 'sam')
  await line.join(made.eventId, 'tom')
  return made
}

/** Creates the event of `full` and frees two of its spots at the same time. The site offers both spots to Ruth. */
async function offered() {
  const { eventId, guests } = await full()
  await free(...guests.slice(0, 2))
  return { eventId, token: await line.tokenOf(eventId, 'ruth') }
}

test('offers one free spot to the first waitlist entry that wants one, and keeps the position of one that wants two', async () => {
  const { eventId, guests } = await full()
  await free(guests[0] ?? 0)
  expect(await line.states(eventId)).toEqual(['sam offered', 'ruth waiting', 'tom waiting'])
  await free(guests[1] ?? 0)
  expect(await line.states(eventId)).toEqual(['sam offered', 'tom offered', 'ruth waiting'])
  await line.browser.call(declineOffer, { body: { token: await line.tokenOf(eventId, 'sam') } })
  await line.browser.call(declineOffer, { body: { token: await line.tokenOf(eventId, 'tom') } })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ruth offered', 'sam declined', 'tom declined'])
  expect(await line.taken(eventId)).toBe(3)
})

test('holds two spots for one waitlist offer, e-mails the offer, and sells both spots together at their total price', async () => {
  const { eventId, token } = await offered()
  expect(await line.states(eventId)).toEqual(['ruth offered', 'sam waiting', 'tom waiting'])
  const [mail] = await line.mailsTo('ruth')
  expect(mail?.subject).toMatch(/^2 spots opened up: /)
  expect(mail?.text).toContain('They are held for you until Fri, May 7, 2027, 12:00 PM ranch time')
  expect(mail?.text).toContain('$900.00 is due when you accept')
  const seen = await line.browser.call(getOffer, { query: { token } })
  expect(seen).toMatchObject({ data: { state: 'open', size: 2, event: { cost: 90_000, dueNow: 45_000 } } })

  const { uuid } = await line.accept(eventId, token, { companions: [{ customerName: 'Pat Vance' }] })
  await app.runJobs()
  expect(await line.guest.look(uuid)).toMatchObject({
    status: 'confirmed',
    totalPaid: 90_000,
    totalDue: 180_000,
    party: { payer: true, members: [{ payer: true }, { customerName: 'Pat Vance', status: 'confirmed' }] },
  })
  const lines = await app.services.db
    .select({ amount: invoiceLines.amount })
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .where(eq(reservations.uuid, uuid))
  expect(lines.map(({ amount }) => amount)).toEqual([45_000, 45_000, 45_000, 45_000])
  expect(await line.states(eventId)).toEqual(['sam waiting', 'tom waiting', 'ruth booked'])
  expect(await line.taken(eventId)).toBe(3)
  await expectBooksToAgree(app)
})

test('offers the second spot to the next waitlist entry when a guest takes only one of two offered spots', async () => {
  const { eventId, token } = await offered()
  await line.accept(eventId, token)
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['sam offered', 'tom waiting', 'ruth booked'])
  expect(await line.taken(eventId)).toBe(3)
  await expectBooksToAgree(app)
})

/** Offers Ruth three spots of a free event. Accepts the offer for Ruth and these companions. */
async function takeFree(companions: { customerName: string }[]) {
  const { eventId, guests } = await line.full({ waiting: [], guests: 3, cost: 0 })
  await line.join(eventId, 'ruth', 3)
  await free(...guests)
  const token = await line.tokenOf(eventId, 'ruth')
  // The offer was e-mailed to this address, which proves the mailbox. So no other confirmation by e-mail is needed.
  const form = { amount: 0, email: line.address('ruth') }
  expect(await line.order(eventId, token, null, { ...form, companions })).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ruth booked'])
  return { names: await spots(eventId), taken: await line.taken(eventId) }
}

test('confirms all spots of a free event that a waitlist offer holds, or only as many as the form has guests', async () => {
  const all = await takeFree([{ customerName: 'Pat' }, { customerName: 'Kim' }])
  expect(all).toEqual({ names: ['Robin Doe confirmed', 'Pat confirmed', 'Kim confirmed'], taken: 3 })
  expect(await takeFree([{ customerName: 'Pat' }])).toMatchObject({ taken: 2 })
})

test.each([
  ['declined', (token: string) => line.browser.call(declineOffer, { body: { token } })],
  ['lapsed', () => pass(24 * 60)],
])('offers both spots to the next waitlist entries when an offer of two spots is %s', async (state, end) => {
  const { eventId, token } = await offered()
  await end(token)
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['sam offered', 'tom offered', `ruth ${state}`])
  expect((await spots(eventId)).slice(1)).toEqual([
    'ruth Doe expired',
    'Guest 2 expired',
    'sam Doe pending',
    'tom Doe pending',
  ])
  expect(await line.taken(eventId)).toBe(3)
})

test('offers one spot fewer after an admin canceled one of the holds, and refuses a payment for all of them', async () => {
  const { eventId, token } = await offered()
  const [, , guest2] = await app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
    .orderBy(asc(reservations.id))
  const { id, version } = guest2!
  const body = { id, version, replacementFound: false, sendEmail: false, reason: null }
  expect(await admin.call(cancelReservation, { body: { ...body, cancelledBy: 'guest' } })).toMatchObject({
    ok: true,
  })
  await app.runJobs()
  expect(await line.browser.call(getOffer, { query: { token } })).toMatchObject({ data: { size: 1 } })
  const both = { amount: 90_000, eventId, offer: token, companions: 1 }
  expect(await line.browser.call(createPaymentIntent, { body: both })).toMatchObject({ code: 'event_full' })
  await line.accept(eventId, token)
  await app.runJobs()
  expect((await spots(eventId)).slice(1)).toEqual([
    'Robin Doe confirmed',
    'Guest 2 cancelled',
    'sam Doe pending',
  ])
  await expectBooksToAgree(app)
})

test('deletes the companions’ data when an admin removes an entry from the waitlist', async () => {
  const { eventId, token } = await offered()
  const companions = [{ customerName: 'Winifred Vance', email: 'winifred@example.test' }]
  const asked = { amount: 90_000, eventId, offer: token, companions: 1 }
  const opened = await line.browser.call(createPaymentIntent, { body: asked })
  const paymentIntent = opened.ok ? opened.data.paymentIntent : ''
  expect(await line.order(eventId, token, paymentIntent, { amount: 90_000, companions })).toMatchObject({
    ok: true,
  })
  const known = async () => {
    const dump = await dumpOf(app.services)
    return ['Winifred Vance', 'winifred@example.test', line.address('ruth')].map((words) =>
      dump.includes(words),
    )
  }
  expect(await known()).toEqual([true, true, true])
  const { entries } = await readWaitlist(app.services.db, app.services.sealer, { eventId })
  const ruth = entries.find(({ customerName }) => customerName === 'ruth Doe')?.id ?? 0
  expect(await admin.call(removeEntry, { query: { id: ruth } })).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await known()).toEqual([false, false, false])
  expect(await line.states(eventId)).toEqual(['sam offered', 'tom offered'])
})

test('ends a waitlist entry that wants two spots when its guest books a single spot without an offer', async () => {
  const { eventId, guests } = await line.full({ waiting: [], guests: 2 })
  await line.join(eventId, 'ruth', 2)
  await free(guests[0] ?? 0)
  // One free spot is not enough for Ruth's entry. So anyone may book that spot, even Ruth.
  const { clientSecret } = await line.guest.hold(eventId, { email: line.address('ruth') })
  await line.guest.pay(clientSecret)
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ruth booked'])
})

test('offers a guest’s own spot to the first waitlist entry that wants a single spot', async () => {
  const { eventId } = await line.full({ waiting: [], guests: 0, spots: 1, startDateDate: '2027-05-27' })
  const { uuid } = await payWhole(line.guest, eventId)
  await line.join(eventId, 'ruth', 2)
  const look = () => line.browser.call(getNextOffer, { query: { uuid } })
  expect(await look()).toMatchObject({ data: { state: 'closed' } })
  expect(await line.browser.call(offerNext, { body: { uuid } })).toMatchObject({ code: 'nobody_waits' })
  await line.join(eventId, 'sam')
  expect(await look()).toMatchObject({ data: { state: 'possible' } })
  expect(await line.browser.call(offerNext, { body: { uuid } })).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['sam offered', 'ruth waiting'])
})

test('replaces the confirmation link when a second person sends the form of an offer that costs nothing (R44, R46.3)', async () => {
  const { eventId, guests } = await line.full({ waiting: [], guests: 3, cost: 0 })
  await line.join(eventId, 'ruth', 2)
  await free(...guests.slice(0, 2))
  const token = await line.tokenOf(eventId, 'ruth')
  const fill = async (customerName: string) => {
    const form = { amount: 0, customerName, email: `${customerName.toLowerCase()}-${eventId}@example.test` }
    const made = await line.order(eventId, token, null, {
      ...form,
      companions: [{ customerName: 'Pat Vance' }],
    })
    if (!made.ok) throw new Error(made.code)
    return { ...made.data, links: () => linksTo(app, form.email) }
  }
  const ana = await fill('Ana')
  expect(ana.waitsForMailbox).toBe(true)
  const [before = ''] = await ana.links()
  const ben = await fill('Ben')
  const [link = ''] = await ben.links()
  expect(ben.uuid).not.toBe(ana.uuid)
  expect(link.startsWith(`${ben.uuid}.`)).toBe(true)
  const press = (pressed: string) => line.browser.call(confirmSpots, { body: { token: pressed } })
  expect(await press(before)).toMatchObject({ ok: false, status: 404 })
  expect(await press(link)).toMatchObject({ data: { state: 'confirmed', stay: ben.uuid } })
  expect(await spots(eventId)).toEqual(expect.arrayContaining(['Ben confirmed', 'Pat Vance confirmed']))
})
