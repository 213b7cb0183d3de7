import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createReservationByAdmin, deleteReservation } from '#domain/booking/contract/admin.ts'
import { cancelReservation } from '#domain/booking/contract/cancellation.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { resendMail } from '#domain/mail/emails/contract.ts'
import { updateEvent } from '#domain/booking/contract/event.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { countTaken } from '#test/support/factories.ts'
import { untilOneWaits } from '#test/support/measures.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { declineOffer, getOffer } from '../contract/offers.ts'
import { putBackEntry, switchOffers } from '../contract/admin.ts'
import { offerSpots } from '../offers.ts'
import { readWaitlist } from '../admin-waitlist.ts'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'

/** Noon at the ranch in May. */
const NOON = new Date('2027-05-06T18:00:00Z')
let admin: TestBrowser
const app = await openTestApp({ now: NOON })
const line = makeWaitlist(app)
beforeEach(async () => {
  // A test may skip days, in which the admin's session expires. So each test signs in again.
  admin = await app.signIn({ admin: true })
})

const pass = async (minutes: number) => {
  app.clock.advance({ minutes })
  await app.runJobs()
}
const freeOne = async (reservationId: number) => {
  await admin.call(deleteReservation, { query: { id: reservationId, force: 'true' } })
  await app.runJobs()
}

test('holds a canceled guest’s spot for the first entry, e-mails the offer, and confirms the accepted stay (R7.3)', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'] })
  const body = { id: guests[0]!, version: 1, cancelledBy: 'guest', replacementFound: false, sendEmail: false }
  expect(
    await admin.call(cancelReservation, { body: { ...body, cancelledBy: 'guest', reason: null } }),
  ).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered', 'ben waiting'])
  const token = await line.tokenOf(eventId, 'ana')
  const [mail] = await line.mailsTo('ana')
  expect(mail).toMatchObject({ subject: expect.stringMatching(/^A spot opened up: /) })
  expect(mail?.text).toContain(`/offer/${token}`)
  expect(mail?.text).toContain('until Fri, May 7, 2027, 12:00 PM ranch time')
  expect(mail?.text).toContain('$450.00')
  expect(await line.mailsTo('ben')).toEqual([])

  const seen = await line.browser.call(getOffer, { query: { token } })
  expect(seen).toMatchObject({
    ok: true,
    data: { state: 'open', event: { dueNow: 45_000, isFull: true }, guest: { customerName: 'ana Doe' } },
  })
  const { uuid } = await line.accept(eventId, token)
  await app.runJobs()
  expect(await line.guest.look(uuid)).toMatchObject({
    status: 'confirmed',
    totalPaid: 45_000,
    foodAllergies: 'Peanuts',
  })
  expect(await line.states(eventId)).toEqual(['ben waiting', 'ana booked'])
  expect(await line.browser.call(getOffer, { query: { token } })).toMatchObject({
    data: { state: 'accepted', guest: null },
  })
  await expectBooksToAgree(app)
})

test('accepts a discount code for an offered spot, and shows the full price again without the code (R41.5)', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  await app.services.db.insert(codes).values({ code: 'SPRING', kind: 'percent', value: 10, eventId, uses: 1 })
  const body = { amount: 40_500, offer: token, code: 'SPRING' }
  const opened = await line.browser.call(createPaymentIntent, { body })
  if (!opened.ok) throw new Error(opened.code)
  const { paymentIntent, clientSecret } = opened.data
  const taken = { amount: 40_500, code: 'SPRING' }
  const made = await line.order(eventId, token, paymentIntent, taken)
  if (!made.ok) throw new Error(made.code)
  expect(await line.browser.call(getOffer, { query: { token } })).toMatchObject({
    data: { event: { cost: 90_000, dueNow: 45_000, takesCodes: true } },
  })
  await line.guest.pay(clientSecret)
  expect(await line.guest.look(made.data.uuid)).toMatchObject({
    status: 'confirmed',
    totalDue: 81_000,
    discount: { code: 'SPRING', amount: 9_000 },
  })
  await expectBooksToAgree(app)
})

test('shows the full price when an admin e-mails an offer again after the guest used a code but did not pay (R41.5)', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  const { db } = app.services
  await db.insert(codes).values({ code: 'PENNY', kind: 'open', value: 0, eventId })
  // With this code, the price is so small that it is due in full. Without the code, the page must again ask for a
  // deposit of the full price.
  const coded = { amount: 99, code: 'PENNY', pays: 99 }
  const opened = await line.browser.call(createPaymentIntent, { body: { ...coded, offer: token } })
  if (!opened.ok) throw new Error(opened.code)
  const form = { ...coded, email: line.address('ana') }
  expect(await line.order(eventId, token, opened.data.paymentIntent, form)).toMatchObject({ ok: true })
  const [mail] = await db
    .select()
    .from(emails)
    .where(eq(emails.emailType, 'waitlist-offer'))
    .orderBy(desc(emails.id))
  const again = { id: mail?.id ?? 0, attempt: randomUUID() }
  expect(await admin.call(resendMail, { body: again })).toMatchObject({ ok: true })
  await app.runJobs()
  const told = await line.mailsTo('ana')
  expect(told).toHaveLength(2)
  for (const { text } of told) expect(text).toContain('$450.00 is due when you accept')
  expect(await line.browser.call(getOffer, { query: { token } })).toMatchObject({
    data: { event: { cost: 90_000, dueNow: 45_000 } },
  })
  await line.accept(eventId, token)
  await app.runJobs()
  await expectBooksToAgree(app)
})

test("offers a declined spot to the next entry immediately, and refuses to charge the declined offer's payment", async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'] })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  const opened = await line.browser.call(createPaymentIntent, {
    body: { amount: 45_000, eventId, offer: token },
  })
  expect(opened).toMatchObject({ ok: true })
  expect(await line.browser.call(declineOffer, { body: { token } })).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ben offered', 'ana declined'])
  expect(await line.mailsTo('ben')).toHaveLength(1)
  expect(await line.browser.call(declineOffer, { body: { token } })).toMatchObject({ code: 'offer_over' })
  expect(await line.order(eventId, token, opened.ok ? opened.data.paymentIntent : '')).toMatchObject({
    status: 409,
    code: 'offer_over',
  })
  expect(opened.ok && (await line.guest.pay(opened.data.clientSecret))).not.toBe('succeeded')
})

test('offers the spot to the next waitlist entry if nobody answers an offer, and to anyone after the last entry', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'] })
  await freeOne(guests[0]!)
  await pass(24 * 60 - 1)
  expect(await line.states(eventId)).toEqual(['ana offered', 'ben waiting'])
  await pass(1)
  expect(await line.states(eventId)).toEqual(['ben offered', 'ana lapsed'])
  await pass(24 * 60)
  expect(await line.states(eventId)).toEqual(['ana lapsed', 'ben lapsed'])
  expect(await line.guest.hold(eventId)).toMatchObject({ success: true })
})

test('if a waitlist offer is made at night, e-mails it at 8:00 in the morning and lets it end 24 hours after that', async () => {
  app.clock.set(new Date('2027-05-07T05:00:00Z'))
  admin = await app.signIn({ admin: true })
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await freeOne(guests[0]!)
  expect(await line.states(eventId)).toEqual(['ana offered'])
  expect(await line.mailsTo('ana')).toEqual([])
  await pass(9 * 60)
  expect(await line.mailsTo('ana')).toHaveLength(1)
  await pass(24 * 60 - 1)
  expect(await line.states(eventId)).toEqual(['ana offered'])
  await pass(1)
  expect(await line.states(eventId)).toEqual(['ana lapsed'])
})

test('offers added spots in waitlist order, one to each entry, and never more than there are', async () => {
  const { eventId } = await line.full({ waiting: ['ana', 'ben', 'cleo'] })
  await admin.call(updateEvent, { body: { updateEventData: { id: eventId, spots: 3 } } })
  await Promise.all(Array.from({ length: 5 }, () => offerSpots(bookingDeps(app), eventId)))
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered', 'ben offered', 'cleo waiting'])
  expect(await line.taken(eventId)).toBe(3)
})

test('reserves a freed spot for the waitlist before the offer is made, so that other guests can only join it (R7.5)', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await admin.call(deleteReservation, { query: { id: guests[0]!, force: 'true' } })
  const asked = { body: { amount: 45_000, eventId } }
  expect(await line.browser.call(createPaymentIntent, asked)).toMatchObject({ code: 'event_full' })
  expect(await line.join(eventId, 'ben')).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered', 'ben waiting'])
})

test('confirms a spot of a free event as soon as the person with the waitlist offer sends the form', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'], cost: 0 })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  const made = await line.order(eventId, token, null, { amount: 0 })
  expect(made).toMatchObject({ ok: true, data: { holdExpiresAt: null } })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana booked'])
  const uuid = made.ok ? made.data.uuid : ''
  expect(await line.guest.look(uuid)).toMatchObject({ status: 'confirmed' })
})

test('makes a waitlist offer and its e-mail exactly once when the process dies before the e-mail is enqueued', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await admin.call(deleteReservation, { query: { id: guests[0]!, force: 'true' } })
  const deps = bookingDeps(app, {
    fault: (point) => {
      if (point === 'offer-held') throw new Error('killed')
    },
  })
  await expect(offerSpots(deps, eventId)).rejects.toThrow('killed')
  expect(await line.states(eventId)).toEqual(['ana waiting'])
  expect(await line.taken(eventId)).toBe(0)
  await app.runJobs()
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered'])
  expect(await line.mailsTo('ana')).toHaveLength(1)
})

test('keeps a waitlist offer open while a bank processes its payment at the deadline, for at most an hour', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'] })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  await app.sandbox?.control.set({ keepProcessing: true })
  const { uuid } = await line.accept(eventId, token)
  await pass(24 * 60)
  expect(await line.states(eventId)).toEqual(['ana offered', 'ben waiting'])
  expect(await line.browser.call(declineOffer, { body: { token } })).toMatchObject({
    code: 'payment_processing',
  })
  await app.sandbox?.control.reset()
  await pass(61)
  expect(await line.states(eventId)).toEqual(['ben offered', 'ana lapsed'])
  expect(await line.guest.look(uuid)).toMatchObject({ status: 'expired' })
})

test("makes no waitlist offer within six hours of the event's start", async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'], startDateDate: '2027-05-07' })
  app.clock.set(new Date('2027-05-07T00:30:00Z'))
  await freeOne(guests[0]!)
  expect(await line.states(eventId)).toEqual(['ana waiting'])
  expect(await line.guest.hold(eventId, { amount: 90_000 })).toMatchObject({ success: true })
})

test('ends a waitlist entry when its guest books a free spot without an offer', async () => {
  const { eventId } = await line.full({ waiting: ['ana', 'ben'] })
  await admin.call(updateEvent, { body: { updateEventData: { id: eventId, spots: 5 } } })
  app.clock.advance({ minutes: 1 })
  const held = await line.guest.hold(eventId, { email: line.address('ben') })
  await line.guest.pay(held.clientSecret)
  await line.guest.look(held.uuid)
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered', 'ben booked'])
})

test('withdraws the waitlist offer of a guest who gets another spot, and offers that spot to the next entry (R7.6)', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben', 'cleo'], guests: 2 })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  const asked = { body: { amount: 45_000, eventId, offer: token } }
  const opened = await line.browser.call(createPaymentIntent, asked)
  await admin.call(updateEvent, { body: { updateEventData: { id: eventId, spots: 3 } } })
  const signUp = { eventId, customerName: 'Ana Doe', email: line.address('ana').toUpperCase() }
  const createReservationData = { ...signUp, shouldSendEmail: false, allowOverbooking: true }
  const added = await admin.call(createReservationByAdmin, { body: { createReservationData } })
  expect(added).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ben offered', 'cleo waiting', 'ana booked'])
  expect(await line.taken(eventId)).toBe(3)
  expect(opened.ok && (await line.guest.pay(opened.data.clientSecret))).not.toBe('succeeded')
  expect(await line.browser.call(getOffer, { query: { token } })).toMatchObject({
    data: { state: 'withdrawn' },
  })
  // The guest books a free spot without using the open offer.
  await admin.call(updateEvent, { body: { updateEventData: { id: eventId, spots: 5 } } })
  await admin.call(switchOffers, { body: { eventId, on: false } })
  const held = await line.guest.hold(eventId, { email: line.address('ben') })
  await line.guest.pay(held.clientSecret)
  await line.guest.look(held.uuid)
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['cleo waiting', 'ana booked', 'ben booked'])
  expect(await line.taken(eventId)).toBe(3)
})

test('keeps both spots of a guest who pays for a waitlist offer and for another spot at the same time (R7.6)', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'], guests: 2 })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  await admin.call(updateEvent, { body: { updateEventData: { id: eventId, spots: 4 } } })
  await admin.call(switchOffers, { body: { eventId, on: false } })
  // Stripe has the payment, but Stripe's webhook has not reached the site.
  const offered = await line.accept(eventId, token)
  const other = await line.guest.hold(eventId, { email: line.address('ana') })
  await line.guest.pay(other.clientSecret)
  expect(await line.guest.look(other.uuid)).toMatchObject({ status: 'confirmed' })
  await app.runJobs()
  for (const { uuid } of [offered, other])
    expect(await line.guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  expect(await line.states(eventId)).toEqual(['ben waiting', 'ana booked'])
  await expectBooksToAgree(app)
})

test('returns 404 for an unknown token of a waitlist offer, and for an offer of another event', async () => {
  for (const token of [randomUUID(), 'x'])
    expect(await line.browser.call(getOffer, { query: { token } })).toMatchObject({ status: 404 })
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  const other = await line.full({ waiting: [], password: 'Yucca' })
  expect(await line.order(other.eventId, token, 'pi_x')).toMatchObject({ status: 404 })
})

test('refuses a waitlist offer at another event than its own, as if the offer had ended (R7.4)', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'], cost: 0 })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  const other = await line.full({ waiting: [], guests: 0, spots: 3, cost: 0 })
  const over = { status: 409, code: 'offer_over' }
  expect(await line.order(other.eventId, token, null, { amount: 0 })).toMatchObject(over)
  expect(await line.order(other.eventId, randomUUID(), null, { amount: 0 })).toMatchObject(over)
  expect([await line.taken(eventId), await line.taken(other.eventId)]).toEqual([1, 0])
  expect(await line.states(other.eventId)).toEqual([])
  // At its own event, the same offer still works.
  expect(await line.order(eventId, token, null, { amount: 0 })).toMatchObject({
    ok: true,
    data: { holdExpiresAt: null },
  })
})

test('refuses a payment for a waitlist offer if the request names another event', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  const other = await line.full({ waiting: [], guests: 0, spots: 3 })
  const asked = { body: { amount: 45_000, eventId: other.eventId, offer: token } }
  expect(await line.browser.call(createPaymentIntent, asked)).toMatchObject({
    status: 409,
    code: 'offer_over',
  })
  const own = await line.browser.call(createPaymentIntent, { body: { ...asked.body, eventId } })
  expect(await line.order(other.eventId, token, own.ok ? own.data.paymentIntent : '')).toMatchObject({
    status: 409,
    code: 'offer_over',
  })
})

test('lets a person who declined an offer join the waitlist again, at the end', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'] })
  await freeOne(guests[0]!)
  await line.browser.call(declineOffer, { body: { token: await line.tokenOf(eventId, 'ana') } })
  await app.runJobs()
  expect(await line.join(eventId, 'ana')).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['ben offered', 'ana waiting'])
})

test('e-mails a person who gets several waitlist offers once about each offer (R9.10)', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await freeOne(guests[0]!)
  const { entries } = await readWaitlist(app.services.db, app.services.sealer, { eventId })
  const [entry] = entries
  const offersTo = async () =>
    (await line.mailsTo('ana')).filter(({ subject }) => subject.startsWith('A spot opened up'))
  expect(await offersTo()).toHaveLength(1)
  for (let time = 2; time <= 3; time += 1) {
    const declined = await line.tokenOf(eventId, 'ana')
    expect(await line.browser.call(declineOffer, { body: { token: declined } })).toMatchObject({ ok: true })
    expect(await admin.call(putBackEntry, { body: { id: entry!.id } })).toMatchObject({ ok: true })
    for (let round = 0; round < 2; round += 1) {
      await offerSpots(bookingDeps(app), eventId)
      await app.runJobs()
    }
    const token = await line.tokenOf(eventId, 'ana')
    expect(token).not.toBe(declined)
    const mails = await offersTo()
    expect(mails).toHaveLength(time)
    expect(mails[0]?.text).toContain(`/offer/${token}`)
  }
})

if (testDatabaseKind() === 'postgres') {
  test('makes one offer per free spot when several processes run the job, and waits for a sign-up in progress', async () => {
    const { eventId, guests } = await line.full({ waiting: ['ana', 'ben', 'cleo'], guests: 2 })
    await admin.call(deleteReservation, { query: { id: guests[0]!, force: 'true' } })
    const offers: Promise<number>[] = []
    await app.services.db.transaction(async (tx) => {
      await lockEvent(tx, eventId)
      offers.push(...Array.from({ length: 6 }, () => offerSpots(bookingDeps(app), eventId)))
      await untilOneWaits(app.services.db)
      expect(await countTaken(tx, eventId)).toBe(1)
    })
    const made = await Promise.all(offers)
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await line.states(eventId)).toEqual(['ana offered', 'ben waiting', 'cleo waiting'])
    expect(await line.taken(eventId)).toBe(2)
  })
}

test('keeps the prices of a waitlist offer when an admin changes the event’s price', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await freeOne(guests[0]!)
  const token = await line.tokenOf(eventId, 'ana')
  const offered = {
    cost: 90_000,
    deposit: 45_000,
    remainder: 45_000,
    remainderDue: '2027-06-01',
    dueNow: 45_000,
  }
  const change = async (changes: object) => {
    const updateEventData = { id: eventId, ...changes }
    expect(await admin.call(updateEvent, { body: { updateEventData } })).toMatchObject({ ok: true })
    const seen = await line.browser.call(getOffer, { query: { token } })
    return seen.ok ? seen.data.event : seen
  }
  expect(await change({ cost: 120_000 })).toMatchObject(offered)
  expect(await change({ cost: 0 })).toMatchObject(offered)
  const { uuid } = await line.accept(eventId, token)
  await app.runJobs()
  const { totalDue, invoices } = await line.guest.look(uuid)
  expect([totalDue, ...invoices.map(({ amount }) => amount)]).toEqual([90_000, 45_000, 45_000])
})
