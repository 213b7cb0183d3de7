import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { takeCash, WHOLE } from '#test/support/booking/stay.ts'
import {
  expectBooksToAgree,
  intentStatus,
  mailsOf,
  refundsOf,
  statusOf,
} from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { undoCancellation } from '../contract/cancellation.ts'
import { getPassOn } from '../contract/replacement.ts'
import { confirmByMail } from '#test/support/booking/mailbox.ts'
import { bookBy, lookAt, makeLinkOf, openPassingOn } from '#test/support/booking/replacement.ts'

const { app, guest, taker, event, stay } = await openPassingOn()
let admin: Admin

const taken = async (uuid: string) => (await guest.look(uuid)).event.reservedSpots
const work = () => app.runJobs()

test("ends the leaver's stay when the taker of the spot pays, refunds 90 %, and e-mails both guests (R6.2)", async () => {
  const { uuid, eventId, reservationId, paymentIntent } = await stay()
  const token = await makeLinkOf(guest, uuid)
  expect(await makeLinkOf(guest, uuid)).toBe(token)
  expect(await lookAt(taker, token)).toMatchObject({ state: 'open', event: { isFull: true, dueNow: WHOLE } })

  const held = await bookBy(taker, token, eventId)
  expect(await taken(uuid)).toBe(1)
  expect(await lookAt(taker, token)).toMatchObject({ state: 'booking' })
  await taker.pay(held.clientSecret)
  await work()

  expect(await statusOf(app, held.uuid)).toBe('confirmed')
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await taken(uuid)).toBe(1)
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: 81_000, status: 'succeeded' }])
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
  expect(await mailsOf(app, held.uuid)).toEqual(['invoice-success'])
  expect(await lookAt(taker, token)).toMatchObject({ state: 'taken' })
  expect(await guest.browser.call(getPassOn, { query: { uuid } })).toEqual({
    ok: true,
    data: { state: 'passed_on', token: null },
  })
  admin = await signInAdmin(app)
  expect((await admin.refundsOf(reservationId)).cancellation).toMatchObject({
    cancelledBy: 'guest',
    replacementFound: true,
    percent: 90,
    refundToCards: 81_000,
  })
  const actions = (await auditOf(app, 'reservation', reservationId)).map((entry) => entry.action)
  expect(actions).toContain('replacement.offered')
  expect(actions.filter((action) => action === 'reservation.cancelled')).toHaveLength(1)
  await expectBooksToAgree(app)
})

test('ends a free stay only after the guest who takes over its spot has confirmed by e-mail (R46.1)', async () => {
  const { id: eventId } = await event({ cost: 0 })
  const made = await guest.order({ eventId, amount: 0 })
  const uuid = made.ok ? made.data.uuid : ''
  const token = await makeLinkOf(guest, uuid)
  const nextGuest = { email: 'free-taker@example.test', attempt: randomUUID() }
  const next = await taker.order({ eventId, amount: 0, replacement: token, ...nextGuest })
  expect(next).toMatchObject({ ok: true, data: { waitsForMailbox: true } })
  expect(await statusOf(app, uuid)).toBe('confirmed')
  await confirmByMail(app, nextGuest.email)
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await taken(uuid)).toBe(1)
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
})

test("keeps the leaver's stay if the hold of the taker of the spot expires, and lets a third guest use the link", async () => {
  const { uuid, eventId } = await stay()
  const token = await makeLinkOf(guest, uuid)
  const held = await bookBy(taker, token, eventId)
  app.clock.advance({ minutes: 16 })
  await app.runJobs()
  expect(await statusOf(app, held.uuid)).toBe('expired')
  expect(await statusOf(app, uuid)).toBe('confirmed')
  const second = await bookBy(createGuest(app), token, eventId)
  await taker.pay(second.clientSecret)
  await work()
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await taken(uuid)).toBe(1)
})

test("refunds a payment for a passed-on spot that comes after the hold expired, and keeps the former guest's stay", async () => {
  const { uuid, eventId } = await stay()
  const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
  await app.sandbox?.control.set({ keepProcessing: true })
  await taker.pay(held.clientSecret)
  app.clock.advance({ minutes: 90 })
  await app.runJobs()
  await app.sandbox?.control.finish(held.paymentIntent, 'charge')
  await work()
  expect(await statusOf(app, held.uuid)).toBe('refunded')
  expect(await statusOf(app, uuid)).toBe('confirmed')
  expect(await refundsOf(app, held.paymentIntent)).toMatchObject([{ amount: WHOLE }])
  await expectBooksToAgree(app)
})

describe('while a guest is paying for a spot that another guest passes on, the site', () => {
  test('gives the new guest the spot when an admin cancels the stay of the other guest', async () => {
    const { uuid, eventId, reservationId, paymentIntent } = await stay()
    const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
    admin = await signInAdmin(app)
    expect(await admin.cancel(reservationId)).toMatchObject({ ok: true })
    expect(await taken(held.uuid)).toBe(1)
    expect(await createGuest(app).order({ eventId, amount: WHOLE })).toMatchObject({ code: 'event_full' })
    await taker.pay(held.clientSecret)
    await work()
    expect(await statusOf(app, held.uuid)).toBe('confirmed')
    expect(await taken(held.uuid)).toBe(1)
    // The admin canceled within 30 days of the start without a replacement. So the Terms refund the guest of this
    // stay nothing.
    expect(await refundsOf(app, paymentIntent)).toEqual([])
  })

  test('gives the new guest the spot when an admin deletes the stay of the other guest', async () => {
    const { uuid, eventId, reservationId } = await stay()
    const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
    admin = await signInAdmin(app)
    expect(await admin.remove(reservationId, 'true')).toMatchObject({ ok: true })
    await taker.pay(held.clientSecret)
    await work()
    expect(await taker.look(held.uuid)).toMatchObject({ status: 'confirmed', event: { reservedSpots: 1 } })
  })
})

test('refunds the leaver of the spot 90 % of what they had paid so far, and cancels their open payment', async () => {
  const { id: eventId } = await event()
  admin = await signInAdmin(app)
  const signed = await admin.signUp({ eventId, amount: 50_000, totalDue: WHOLE })
  const page = await guest.look(signed.uuid)
  const [first, second] = page.invoices
  await guest.pay(first?.clientSecret ?? '')
  await guest.look(signed.uuid)
  const held = await bookBy(taker, await makeLinkOf(guest, signed.uuid), eventId)
  await taker.pay(held.clientSecret)
  await work()
  const intentId = (second?.clientSecret ?? '').split('_secret_')[0] ?? ''
  expect(await intentStatus(app, intentId)).toBe('canceled')
  expect(await guest.pay(second?.clientSecret ?? '')).toBe('payment_intent_unexpected_state')
  expect((await admin.refundsOf(signed.reservationId)).cancellation).toMatchObject({
    paid: 50_000,
    refundToCards: 45_000,
  })
  await expectBooksToAgree(app)
})

test('cancels the open payment of a stay whose spot is taken over again after the stay was restored', async () => {
  const { id: eventId } = await event()
  admin = await signInAdmin(app)
  const signed = await admin.signUp({ eventId, amount: WHOLE })
  const secret = (await guest.look(signed.uuid)).invoices[0]?.clientSecret ?? ''
  const intentId = secret.split('_secret_')[0] ?? ''
  await app.sandbox?.control.set({ keepProcessing: true })
  await guest.pay(secret)
  await app.sandbox?.control.set({ keepProcessing: false })
  const takeOver = async () => {
    const held = await bookBy(taker, await makeLinkOf(guest, signed.uuid), eventId)
    await taker.pay(held.clientSecret)
    await work()
    expect(await statusOf(app, signed.uuid)).toBe('cancelled')
    return held
  }
  const first = await takeOver()
  expect(await intentStatus(app, intentId)).toBe('open')
  expect(await admin.cancel(first.reservationId)).toMatchObject({ ok: true })
  const { version } = await admin.look(signed.reservationId)
  const undo = { id: signed.reservationId, version }
  expect(await admin.browser.call(undoCancellation, { body: undo })).toMatchObject({ ok: true })
  await app.sandbox?.control.finish(intentId, 'fail')
  await work()
  expect(await intentStatus(app, intentId)).toBe('open')
  await takeOver()
  expect(await intentStatus(app, intentId)).toBe('canceled')
  await expectBooksToAgree(app)
})

test('refunds in full a payment that a guest makes at the moment when another guest takes over the spot', async () => {
  const { id: eventId } = await event()
  admin = await signInAdmin(app)
  const signed = await admin.signUp({ eventId, amount: WHOLE })
  const secret = (await guest.look(signed.uuid)).invoices[0]?.clientSecret ?? ''
  const held = await bookBy(taker, await makeLinkOf(guest, signed.uuid), eventId)
  await app.sandbox?.control.set({ holdWebhooks: true })
  await taker.pay(held.clientSecret)
  await guest.pay(secret)
  expect(await taker.look(held.uuid)).toMatchObject({ status: 'confirmed' })
  await work()
  await work()
  expect(await guest.look(signed.uuid)).toMatchObject({ status: 'cancelled', totalPaid: 0 })
  expect(await mailsOf(app, signed.uuid)).toEqual(['cancellation', 'late-refund', 'late-refund-admin'])
  await expectBooksToAgree(app)
})

test('ends the stay of a guest who passed the spot on when an admin records cash for the new guest', async () => {
  const { uuid, eventId } = await stay()
  const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
  const { reservationId } = held
  const admin = await signInAdmin(app)
  const [whole] = (await admin.look(reservationId)).invoices
  expect(await admin.rebill({ id: whole?.id ?? 0, paid: true })).toMatchObject({ ok: true })
  await work()
  expect(await statusOf(app, held.uuid)).toBe('confirmed')
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await taken(uuid)).toBe(1)
})

test('records the refund for a passed-on spot as owed by an admin if it was paid in cash', async () => {
  const { id: eventId } = await event()
  admin = await signInAdmin(app)
  const signed = await admin.signUp({ eventId, amount: 50_000, totalDue: WHOLE })
  await takeCash(app, signed.reservationId)
  const held = await bookBy(taker, await makeLinkOf(guest, signed.uuid), eventId)
  await taker.pay(held.clientSecret)
  await work()
  expect((await admin.refundsOf(signed.reservationId)).cancellation).toMatchObject({
    refundToCards: 0,
    refundByHand: 36_000,
  })
})

test('refunds both guests of a passed-on spot in full if the event is canceled while the spot is taken over', async () => {
  const { uuid, eventId, paymentIntent } = await stay()
  const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
  admin = await signInAdmin(app)
  await taker.pay(held.clientSecret)
  await admin.cancelEvent(eventId)
  await work()
  // The job cannot cancel the stay of a guest who is paying. The job's next run can.
  app.clock.advance({ minutes: 2 })
  await work()
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: WHOLE }])
  expect(await refundsOf(app, held.paymentIntent)).toMatchObject([{ amount: WHOLE }])
})
