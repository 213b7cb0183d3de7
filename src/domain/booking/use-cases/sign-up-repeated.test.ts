/**
 * Tests that a guest who sends the same sign-up form again gets one reservation: after a double click, a lost reply
 * or a reload.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { cancelReservation } from '../contract/cancellation.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { intentStatus } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)

const event = (changes = {}) => makeEvent(app.services.db, changes)
const reservationsOf = async (eventId: number) =>
  (await app.services.db.select().from(reservations)).filter((row) => row.eventId === eventId)
const refused = (code: string, status: number) => ({ ok: false, code, status })

test('makes one reservation with the newest details when the same sign-up form is sent several times (R1.8)', async () => {
  const { id } = await event()
  const { paymentIntent } = await guest.open(id)
  const once = { eventId: id, paymentIntent, attempt: randomUUID() }
  const replies = await Promise.all([guest.order(once), guest.order(once), guest.order(once)])
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  const uuid = replies[0]?.ok ? replies[0].data.uuid : ''
  const again = await guest.order({ ...once, uuid, nickname: 'Robbie', email: 'new@example.test' })
  // The form has another mailbox now, so the guest gets another private link (R44.3).
  expect(again).toMatchObject({
    ok: true,
    data: { ...(replies[0]?.ok && replies[0].data), uuid: expect.not.stringContaining(uuid) },
  })
  expect(await reservationsOf(id)).toHaveLength(1)
  expect(again.ok && (await guest.look(again.data.uuid))).toMatchObject({
    nickname: 'Robbie',
    email: 'new@example.test',
  })
})

test('cancels the payment and confirms the hold when the sign-up form is sent again without the paid options', async () => {
  const { id } = await event({ cost: 0 })
  const kit = { eventId: id, kind: 'extra', name: 'Kit', price: 4_000, sort: 0 } as const
  const [option] = await app.services.db.insert(eventOptions).values(kit).returning()
  const held = { attempt: randomUUID(), amount: 2_000, options: [option?.id ?? 0] }
  const { uuid, clientSecret } = await guest.hold(id, held)
  const again = await guest.order({ eventId: id, attempt: held.attempt, amount: 0 })
  expect(again).toMatchObject({ ok: true, data: { uuid, holdExpiresAt: null } })
  expect(await guest.pay(clientSecret)).toBe('payment_intent_unexpected_state')
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalDue: 0, invoices: [] })
})

test("keeps an admin's notes when the sign-up form is sent again", async () => {
  const { id } = await event()
  const held = { eventId: id, attempt: randomUUID() }
  const { reservationId, paymentIntent } = await guest.hold(id, held)
  const admin = await signInAdmin(app)
  const notes = 'Comes with a guide dog'
  const { version } = await admin.look(reservationId)
  expect(await admin.change({ id: reservationId, version, notes })).toMatchObject({ ok: true })
  await guest.order({ ...held, paymentIntent, nickname: 'Robbie' })
  expect(await admin.look(reservationId)).toMatchObject({ notes, nickname: 'Robbie' })
})

test('makes one reservation for sign-up forms in many tabs, and says in the other tabs that nothing was charged', async () => {
  const { id } = await event()
  const attempt = randomUUID()
  const opened = await Promise.all(Array.from({ length: 20 }, () => guest.open(id)))
  const replies = await Promise.all(
    opened.map(({ paymentIntent }) => guest.order({ eventId: id, attempt, paymentIntent })),
  )
  expect(replies.some(({ ok }) => ok)).toBe(true)
  for (const reply of replies) if (!reply.ok) expect(reply.code).toBe('payment_intent_expired')
  const [row, ...others] = await reservationsOf(id)
  expect(others).toEqual([])
  const last = await guest.hold(id, { attempt })
  expect(await guest.pay(last.clientSecret)).toBe('succeeded')
  expect(await guest.look(row?.uuid ?? '')).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
})

test('makes one reservation for two forms without attempt key that send the same payment and e-mail address (R1.8)', async () => {
  const { id } = await event()
  const held = await guest.hold(id, { attempt: null })
  const again = await guest.order({
    eventId: id,
    paymentIntent: held.paymentIntent,
    email: 'ROBIN@example.test',
  })
  expect(again).toMatchObject({ ok: true, data: { uuid: held.uuid } })
  expect(await reservationsOf(id)).toHaveLength(1)
})

test('cancels the payment of a sign-up form that is reloaded, so that only the new payment can be charged', async () => {
  const { id } = await event()
  const attempt = randomUUID()
  const first = await guest.hold(id, { attempt })
  const second = await guest.hold(id, { attempt })
  expect(second.uuid).toBe(first.uuid)
  expect(await guest.pay(first.clientSecret)).toBe('payment_intent_unexpected_state')
  expect(await guest.pay(second.clientSecret)).toBe('succeeded')
  expect(await guest.look(first.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
})

test('refuses a payment at a second event, even if the payment was opened without naming an event', async () => {
  const [one, other] = [await event(), await event()]
  const intent = await guest.browser.call(createPaymentIntent, { body: { amount: 45_000 } })
  const paymentIntent = intent.ok ? intent.data.paymentIntent : ''
  expect(await guest.order({ eventId: one.id, paymentIntent })).toMatchObject({ ok: true })
  const again = await guest.order({ eventId: other.id, paymentIntent, nickname: 'Changed' })
  expect(again).toMatchObject(refused('payment_intent_used', 409))
  expect(await reservationsOf(other.id)).toHaveLength(0)
})

test('repeats the reply when a sign-up form is reloaded after it was paid, and cannot charge again', async () => {
  const { id } = await event()
  const attempt = randomUUID()
  const first = await guest.hold(id, { attempt })
  await guest.pay(first.clientSecret)
  const second = await guest.hold(id, { attempt })
  expect(second).toMatchObject({ uuid: first.uuid, holdExpiresAt: null })
  expect(await guest.pay(second.clientSecret)).toBe('payment_intent_unexpected_state')
  expect(await guest.look(first.uuid)).toMatchObject({ totalPaid: 45_000 })
})

test('refuses a reloaded sign-up form with a new payment while a bank is deciding about the first payment', async () => {
  const { id } = await event()
  const attempt = randomUUID()
  const first = await guest.hold(id, { attempt })
  await app.sandbox?.control.set({ keepProcessing: true })
  expect(await guest.pay(first.clientSecret)).toBe('processing')
  const { paymentIntent } = await guest.open(id)
  const again = { eventId: id, attempt, paymentIntent }
  expect(await guest.order(again)).toMatchObject(refused('payment_processing', 409))

  await app.sandbox?.control.finish(first.paymentIntent, 'charge')
  expect(await guest.order(again)).toMatchObject({
    ok: true,
    data: { uuid: first.uuid, holdExpiresAt: null },
  })
  expect(await guest.look(first.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  expect(await intentStatus(app, paymentIntent)).toBe('canceled')
})

test('makes a new sign-up for the same form after the hold expired', async () => {
  const { id } = await event()
  const attempt = randomUUID()
  const first = await guest.hold(id, { attempt })
  app.clock.advance({ minutes: 16 })
  await app.runJobs()
  const old = { eventId: id, paymentIntent: first.paymentIntent, attempt }
  expect(await guest.order(old)).toMatchObject({ ok: false, status: 409 })
  const second = await guest.hold(id, { attempt })
  expect(second.uuid).not.toBe(first.uuid)
  expect(await guest.look(first.uuid)).toMatchObject({ status: 'expired' })
})

test.each([
  ['a hold', false],
  ['a paid stay', true],
])('makes a new sign-up for the same form after %s was canceled', async (_name, paid) => {
  const { id } = await event()
  const attempt = randomUUID()
  const first = await guest.hold(id, { attempt })
  if (paid) {
    await guest.pay(first.clientSecret)
    await guest.look(first.uuid)
  }
  const admin = await app.signIn({ admin: true })
  const [stay] = await reservationsOf(id)
  const order = { id: stay?.id ?? 0, version: stay?.version ?? 0, cancelledBy: 'retreat' } as const
  expect(await admin.call(cancelReservation, { body: order })).toMatchObject({ ok: true })

  const old = { eventId: id, paymentIntent: first.paymentIntent, attempt }
  expect(await guest.order(old)).toMatchObject({ ok: false, status: 409 })
  const second = await guest.hold(id, { attempt })
  expect(second).toMatchObject({ holdExpiresAt: expect.any(String) as string })
  expect(second.uuid).not.toBe(first.uuid)
  expect(await guest.look(first.uuid)).toMatchObject({ status: 'cancelled' })
})
