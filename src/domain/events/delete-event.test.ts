import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { eventPhotos, events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createWaitlist } from '#domain/booking/waitlist/contract/entries.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { deleteEvent, getEvent } from '../booking/contract/event.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)
const guest = createGuest(app)

const remove = (id: number, force?: 'true', browser = admin.browser) =>
  browser.call(deleteEvent, { query: { id, ...(force ? { force } : {}) } })

/** Returns the rows that a deleted event has left in any table. */
async function leftOf(eventId: number) {
  const { db } = app.services
  const known = new Set((await db.select({ id: reservations.id }).from(reservations)).map(({ id }) => id))
  return {
    event: await db.select().from(events).where(eq(events.id, eventId)),
    reservations: await db.select().from(reservations).where(eq(reservations.eventId, eventId)),
    waitlist: await db.select().from(waitlistEntries).where(eq(waitlistEntries.eventId, eventId)),
    photos: await db.select().from(eventPhotos).where(eq(eventPhotos.eventId, eventId)),
    invoices: (await db.select().from(invoices)).filter((row) => !known.has(row.reservationId)),
    emails: (await db.select().from(emails)).filter((row) => !known.has(row.reservationId ?? 0)),
    payments: (await db.select().from(payments)).filter(
      (row) => row.reservationId && !known.has(row.reservationId),
    ),
    intents: await db.select().from(paymentIntents).where(eq(paymentIntents.eventId, eventId)),
  }
}
const NOTHING_LEFT = {
  event: [],
  reservations: [],
  waitlist: [],
  photos: [],
  invoices: [],
  emails: [],
  payments: [],
  intents: [],
}

const event = (changes = {}) => makeEvent(app.services.db, changes)

async function paidStay(eventId: number) {
  const held = await guest.hold(eventId)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  return held
}

test('deletes an event with everything that belongs to it, and returns how many rows of each kind it deleted', async () => {
  const { id, urlName } = await event({ spots: 3, showWaitlist: true })
  await admin.signUp({ eventId: id, shouldSendEmail: true })
  await takeSpots(app.services, id, { spots: 1, status: 'cancelled' })
  const held = await guest.hold(id)
  await admin.signUp({ eventId: id })
  const waitlistData = { customerName: 'Wendy', email: 'wendy@example.test', eventId: id }
  await guest.browser.call(createWaitlist, { body: { waitlistData } })
  await app.services.db.insert(eventPhotos).values([
    { eventId: id, url: '/a.jpg' },
    { eventId: id, url: '/b.jpg' },
  ])
  expect(await remove(id)).toEqual({
    ok: true,
    data: { success: true, reservations: 4, waitlists: 1, photos: 2 },
  })
  expect(await leftOf(id)).toEqual(NOTHING_LEFT)
  const shown = await guest.browser.call(getEvent, { query: { eventUrlName: urlName } })
  expect(shown).toMatchObject({ ok: false, status: 404 })
  await expect(guest.look(held.uuid)).rejects.toThrow('not_found')
  expect(await guest.pay(held.clientSecret)).toBe('payment_intent_unexpected_state')
  await app.runJobs()
  const entries = await auditOf(app, 'event', id)
  expect(entries.at(-1)).toMatchObject({ action: 'event.deleted', actor: 'admin:the-admin', eventId: id })
  expect(await remove(id)).toMatchObject({ ok: false, status: 404, message: 'Event Not Found' })
  expect((await auditOf(app, 'event', id)).length).toBe(entries.length)
})

describe('the deletion of an event for which guests have paid', () => {
  test('is refused with the amount and the number of guests, until all of them are refunded (R11.9, R49.5)', async () => {
    const { id, urlName } = await event()
    const { paymentIntent } = await paidStay(id)
    expect(await remove(id)).toMatchObject({
      ok: false,
      status: 409,
      code: 'money_open',
      message:
        '$450.00 of one guest’s money is open. Refund it, or cancel the stays and keep it, before you delete the event.',
    })
    const second = await paidStay(id)
    expect(await remove(id)).toMatchObject({
      message: expect.stringMatching(/^\$900.00 of 2 guests’ money is open/) as string,
    })
    const shown = await admin.browser.call(getEvent, { query: { eventUrlName: urlName } })
    expect(shown).toMatchObject({ data: { openMoney: { open: 90_000, guests: 2 } } })
    expect((await leftOf(id)).reservations).toHaveLength(2)
    for (const intent of [paymentIntent, second.paymentIntent]) await refundInDashboard(app, intent, 45_000)
    await app.runJobs()
    expect(await remove(id)).toMatchObject({ ok: true })
    expect(await leftOf(id)).toEqual(NOTHING_LEFT)
    await expectBooksToAgree(app)
  })

  test('is refused for manual payments, too, which the card provider does not know', async () => {
    const { id } = await event()
    const { reservationId } = await admin.signUp({ eventId: id })
    await admin.bill({ reservationId, amount: 1_000, paid: true, paymentMethod: 'cash' })
    expect(await remove(id)).toMatchObject({ code: 'money_open' })
    expect(await remove(id, 'true')).toMatchObject({ ok: true })
  })

  test('works if the admin forces it, and keeps the payments in the books without names', async () => {
    const { id } = await event()
    const { paymentIntent } = await paidStay(id)
    expect(await remove(id, 'true')).toMatchObject({ ok: true, data: { reservations: 1 } })
    expect(await leftOf(id)).toEqual(NOTHING_LEFT)
    const kept = await app.services.db.select().from(payments).where(eq(payments.intentId, paymentIntent))
    expect(kept).toMatchObject([{ amount: 45_000, reservationId: null, invoiceId: null }])
    app.clock.advance({ minutes: 180 })
    await app.runJobs()
    await expectBooksToAgree(app)
  })
})

describe('the deletion of an event that has holds', () => {
  test('is refused if a guest with a hold has just paid, and the site then confirms this guest', async () => {
    const { id } = await event()
    const [first, second] = [await guest.hold(id), await guest.hold(id)]
    await guest.pay(second.clientSecret)
    expect(await remove(id, 'true')).toMatchObject({ ok: false, status: 409, code: 'payment_arrived' })
    expect(await guest.look(second.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
    expect(await remove(id)).toMatchObject({ code: 'money_open' })
    expect(await remove(id, 'true')).toMatchObject({ ok: true })
    expect(await guest.pay(first.clientSecret)).toBe('payment_intent_unexpected_state')
    await expectBooksToAgree(app)
  })

  test('is refused while a bank is processing a payment', async () => {
    const { id } = await event()
    const held = await guest.hold(id)
    await app.sandbox?.control.set({ keepProcessing: true })
    await guest.pay(held.clientSecret)
    expect(await remove(id, 'true')).toMatchObject({ status: 409, code: 'payment_processing' })
    await app.sandbox?.control.finish(held.paymentIntent, 'charge')
    expect(await remove(id)).toMatchObject({ code: 'payment_arrived' })
    await app.runJobs()
    await expectBooksToAgree(app)
  })

  test("makes an open sign-up form get a 404, and cancels the form's unused payment", async () => {
    const { id } = await event()
    const { paymentIntent, clientSecret } = await guest.open(id)
    expect(await remove(id)).toMatchObject({ ok: true, data: { reservations: 0 } })
    expect(await guest.order({ eventId: id, paymentIntent })).toMatchObject({ status: 404 })
    app.clock.advance({ minutes: 61 })
    await app.runJobs()
    expect(await guest.pay(clientSecret)).toBe('payment_intent_unexpected_state')
  })

  test('leaves no reservation behind when guests sign up at the same time', async () => {
    const { id } = await event({ cost: 0, spots: 40 })
    const crowd = Array.from({ length: 20 }, () => createGuest(app))
    const [deleted, ...replies] = await Promise.all([
      remove(id),
      ...crowd.map((one) => one.order({ eventId: id, amount: 0 })),
    ])
    expect(deleted).toMatchObject({ ok: true })
    for (const reply of replies) if (!reply.ok) expect(reply).toMatchObject({ status: 404 })
    expect(await leftOf(id)).toEqual(NOTHING_LEFT)
  })
})

test('lets only admins delete an event', async () => {
  const { id } = await event()
  expect(await remove(id, 'true', app.browser())).toMatchObject({ ok: false, status: 401 })
  expect(await remove(id, 'true', await app.signIn({ admin: false }))).toMatchObject({
    ok: false,
    status: 403,
  })
  expect((await leftOf(id)).event).toHaveLength(1)
})
