import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reservations } from '../../../platform/database/schema/booking.ts'
import { replacementLinks } from '../../../platform/database/schema/replacement.ts'
import { events } from '../../../platform/database/schema/events.ts'
import { buildTestApp, type TestApp } from '../../../testing/app.ts'
import { makeEvent } from '../../../testing/factories.ts'
import { type Cashier, openCashier, purge, takeCash } from '../cancel/testing/cashier.ts'
import { createPaymentIntent } from '../contract.ts'
import { expectBooksToAgree, intentStatus, mailsOf, refundsOf, statusOf } from '../testing/books.ts'
import { createGuest, type Guest } from '../testing/guest.ts'
import { auditOf, openOffice } from '../testing/office.ts'
import { getPassOn, passOn, takeBack } from './contract.ts'
import { bookBy, lookAt, makeLinkOf, NOW, payWhole, START, WHOLE } from './testing/taker.ts'

let app: TestApp
let guest: Guest
let taker: Guest
let desk: Cashier
beforeAll(async () => {
  app = await buildTestApp({ now: NOW })
  guest = createGuest(app)
  taker = createGuest(app)
})
afterEach(async () => {
  app.clock.set(NOW)
  await app.sandbox?.control.reset()
})
afterAll(() => app.close())

/** 21 days away, with one spot: full as soon as somebody has paid. */
const event = (changes: Parameters<typeof makeEvent>[1] = {}) =>
  makeEvent(app.services.db, { startDateDate: START, spots: 1, ...changes })
const stay = async (changes = {}) => {
  const { id: eventId } = await event(changes)
  return { eventId, ...(await payWhole(guest, eventId)) }
}
const taken = async (uuid: string) => (await guest.look(uuid)).event.reservedSpots
const work = () => app.runJobs()

test('somebody books by the link: the stay ends, 90 % goes back, both are told, and one spot is taken', async () => {
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
  desk = await openCashier(app)
  expect((await desk.moneyBack(reservationId)).cancellation).toMatchObject({
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

test('a free stay is passed on at once', async () => {
  const { id: eventId } = await event({ cost: 0 })
  const made = await guest.order({ eventId, amount: 0 })
  const uuid = made.ok ? made.data.uuid : ''
  const token = await makeLinkOf(guest, uuid)
  const next = await taker.order({ eventId, amount: 0, replacement: token, attempt: randomUUID() })
  expect(next).toMatchObject({ ok: true, data: { holdExpiresAt: null } })
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await taken(uuid)).toBe(1)
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
})

test('the hold runs out: the stay simply stays, and the link is good for another', async () => {
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

test('money that comes after the hold finds no spot and goes back; the stay stays', async () => {
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

test('one at a time: the second hears that somebody is booking, and cannot open a payment either', async () => {
  const { uuid, eventId } = await stay()
  const replacement = await makeLinkOf(guest, uuid)
  const { paymentIntent } = await bookBy(taker, replacement, eventId)
  const body = { amount: WHOLE, eventId, replacement }
  const told = { ok: false, status: 409, code: 'replacement_taken' }
  const other = createGuest(app)
  expect(await other.browser.call(createPaymentIntent, { body })).toMatchObject(told)
  const order = { eventId, amount: WHOLE, replacement, paymentIntent, email: 'other@example.test' }
  expect(await other.order({ ...order, attempt: randomUUID() })).toMatchObject(told)
  expect(await guest.browser.call(takeBack, { query: { uuid } })).toMatchObject({
    ok: false,
    status: 409,
    code: 'being_booked',
  })
})

test('a link that was taken back books nothing, and a new one is another', async () => {
  const { uuid, eventId } = await stay()
  const token = await makeLinkOf(guest, uuid)
  const back = await guest.browser.call(takeBack, { query: { uuid } })
  expect(back).toMatchObject({ ok: true, data: { passOn: { state: 'possible', token: null } } })
  expect(await lookAt(taker, token)).toMatchObject({ state: 'withdrawn' })
  const body = { amount: WHOLE, eventId, replacement: token }
  const told = { ok: false, status: 409, code: 'replacement_over' }
  expect(await taker.browser.call(createPaymentIntent, { body })).toMatchObject(told)
  expect(await makeLinkOf(guest, uuid)).not.toBe(token)
})

describe('an admin cancels the stay while somebody pays for its spot', () => {
  test('the hold takes the spot that was freed, and the money comes for it', async () => {
    const { uuid, eventId, reservationId, paymentIntent } = await stay()
    const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
    desk = await openCashier(app)
    expect(await desk.cancel(reservationId)).toMatchObject({ ok: true })
    expect(await taken(held.uuid)).toBe(1)
    expect(await createGuest(app).order({ eventId, amount: WHOLE })).toMatchObject({ code: 'event_full' })
    await taker.pay(held.clientSecret)
    await work()
    expect(await statusOf(app, held.uuid)).toBe('confirmed')
    expect(await taken(held.uuid)).toBe(1)
    // By what the admin decided: within 30 days, nothing.
    expect(await refundsOf(app, paymentIntent)).toEqual([])
  })

  test('deleting it does the same', async () => {
    const { uuid, eventId, reservationId } = await stay()
    const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
    desk = await openCashier(app)
    expect(await desk.remove(reservationId, 'true')).toMatchObject({ ok: true })
    await taker.pay(held.clientSecret)
    await work()
    expect(await taker.look(held.uuid)).toMatchObject({ status: 'confirmed', event: { reservedSpots: 1 } })
  })
})

test('a stay that is half paid gives back 90 % of that; what was still open can be paid no more', async () => {
  const { id: eventId } = await event()
  desk = await openCashier(app)
  const signed = await desk.signUp({ eventId, amount: 50_000, totalDue: WHOLE })
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
  expect((await desk.moneyBack(signed.reservationId)).cancellation).toMatchObject({
    paid: 50_000,
    refundToCards: 45_000,
  })
  await expectBooksToAgree(app)
})

test('the old guest pays the rest in the moment in which the spot goes: all of that comes back', async () => {
  const { id: eventId } = await event()
  desk = await openCashier(app)
  const signed = await desk.signUp({ eventId, amount: WHOLE })
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

test('cash for the new stay ends the old one as a card does', async () => {
  const { uuid, eventId } = await stay()
  const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
  const { reservationId } = held
  const office = await openOffice(app)
  const [whole] = (await office.look(reservationId)).invoices
  expect(await office.rebill({ id: whole?.id ?? 0, paid: true })).toMatchObject({ ok: true })
  await work()
  expect(await statusOf(app, held.uuid)).toBe('confirmed')
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await taken(uuid)).toBe(1)
})

test('cash that had come for the stay is owed back by hand', async () => {
  const { id: eventId } = await event()
  desk = await openCashier(app)
  const signed = await desk.signUp({ eventId, amount: 50_000, totalDue: WHOLE })
  await takeCash(app, signed.reservationId)
  const held = await bookBy(taker, await makeLinkOf(guest, signed.uuid), eventId)
  await taker.pay(held.clientSecret)
  await work()
  expect((await desk.moneyBack(signed.reservationId)).cancellation).toMatchObject({
    refundToCards: 0,
    refundByHand: 36_000,
  })
})

test('of a retreat that was called off meanwhile everything goes back', async () => {
  const { uuid, eventId, paymentIntent } = await stay()
  const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
  desk = await openCashier(app)
  await taker.pay(held.clientSecret)
  await desk.cancelEvent(eventId)
  await work()
  // What was paid in that moment is cancelled at the next look.
  app.clock.advance({ minutes: 2 })
  await work()
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: WHOLE }])
  expect(await refundsOf(app, held.paymentIntent)).toMatchObject([{ amount: WHOLE }])
})

const ask = (uuid: string) => guest.browser.call(passOn, { body: { uuid } })

describe('by ranch days', () => {
  test.each([
    // 23:59 at the ranch, and a minute later.
    ['30 days before', '2027-04-28T05:59:00Z', { status: 409, code: 'too_early' }],
    ['29 days before', '2027-04-28T06:00:00Z', { ok: true }],
    ['the day before', '2027-05-27T05:59:00Z', { ok: true }],
    ['on the start day', '2027-05-27T06:00:00Z', { status: 409, code: 'event_started' }],
  ])('%s', async (_name, at, told) => {
    const { uuid } = await stay()
    app.clock.set(new Date(at))
    expect(await ask(uuid)).toMatchObject(told)
  })
})

test('only a stay that stands has a link; a wrong uuid and a purged one say so', async () => {
  const { uuid, reservationId } = await stay()
  const { uuid: pending } = await guest.hold((await event()).id, { amount: WHOLE })
  expect(await ask(pending)).toMatchObject({ status: 409, code: 'not_standing' })
  for (const wrong of [randomUUID(), '17', '']) expect(await ask(wrong)).toMatchObject({ status: 404 })
  const token = await makeLinkOf(guest, uuid)
  await purge(app, reservationId)
  expect(await ask(uuid)).toMatchObject({ status: 410, code: 'purged' })
  expect(await guest.browser.call(getPassOn, { query: { uuid } })).toMatchObject({ status: 410 })
  expect(await guest.browser.call(takeBack, { query: { uuid } })).toMatchObject({ status: 410 })
  await expect(lookAt(taker, token)).rejects.toThrow('not_found')
})

test('the link opens a private event for its sign-up, and only that event', async () => {
  const { uuid, eventId } = await stay()
  const token = await makeLinkOf(guest, uuid)
  const { db } = app.services
  await db.update(events).set({ password: 'coyote' }).where(eq(events.id, eventId))
  const shown = await lookAt(taker, token)
  expect(shown).toMatchObject({ state: 'open', event: { id: eventId, private: true } })
  expect(JSON.stringify(shown)).not.toMatch(/coyote|hostCell|adminEmail|example\.test|reservationId/)
  const held = await bookBy(taker, token, eventId)
  expect(held.holdExpiresAt).not.toBeNull()
  const other = await event({ password: 'coyote' })
  const body = { amount: WHOLE, eventId: other.id, replacement: token }
  expect(await taker.browser.call(createPaymentIntent, { body })).toMatchObject({ code: 'replacement_over' })
  expect(await taker.order({ eventId: other.id, amount: WHOLE, replacement: token })).toMatchObject({
    status: 404,
  })
})

test('nothing but the spot is taken over by the link, and its token is in no other reply', async () => {
  const { uuid, eventId, reservationId } = await stay()
  const token = await makeLinkOf(guest, uuid)
  const forbidden = {
    replacesId: reservationId,
    replaces_id: reservationId,
    status: 'confirmed',
    totalDue: 1,
  }
  const { paymentIntent } = await openBy(token, eventId)
  const refused = await taker.order({
    eventId,
    amount: WHOLE,
    paymentIntent,
    attempt: randomUUID(),
    ...forbidden,
  })
  expect(refused).toMatchObject({ status: 409, code: 'event_full' })
  const order = { eventId, amount: WHOLE, paymentIntent, attempt: randomUUID(), replacement: token }
  const made = await taker.order({ ...order, ...forbidden })
  const [row] = await app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.uuid, made.ok ? made.data.uuid : ''))
  expect(row).toMatchObject({ status: 'pending', totalDue: WHOLE, replacesId: reservationId })
  expect(JSON.stringify([made, await guest.look(uuid), await taker.look(row?.uuid ?? '')])).not.toContain(
    token,
  )
  const links = await app.services.db
    .select()
    .from(replacementLinks)
    .where(eq(replacementLinks.reservationId, reservationId))
  expect(links).toHaveLength(1)
})

async function openBy(replacement: string, eventId: number) {
  const made = await taker.browser.call(createPaymentIntent, {
    body: { amount: WHOLE, eventId, replacement },
  })
  if (!made.ok) throw new Error(made.code)
  return made.data
}
