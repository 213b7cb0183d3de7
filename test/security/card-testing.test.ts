/**
 * Thieves try stolen cards on sites that do not count declined cards. So this site counts them
 * (R4.13).
 */
import type { HttpBindings } from '@hono/node-server'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { intentStatus } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { unlockEvent } from '#domain/events/contract/events.ts'
import { paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { createTestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  keepTime: true,
  settings: { rateLimits: true },
})
beforeEach(() => app.clock.advance({ hours: 3 }))

let callers = 0
/** Creates a caller with a new network address, unless the test gives one. */
function newCaller(address = `198.51.100.${(callers += 1)}`) {
  const incoming = { socket: { remoteAddress: address } } as unknown as HttpBindings['incoming']
  const send = (request: Request) => app.http.fetch(request, { incoming })
  return createGuest(app, createTestBrowser(app.services.settings.publicUrl, send))
}
type Caller = ReturnType<typeof newCaller>

const event = (changes = {}) => makeEvent(app.services.db, changes)
/** Requests a payment intent and returns the reply. A refusal includes the header `Retry-After`. */
async function ask({ browser }: Caller, body: object) {
  await browser.fetch('/api/auth/is-admin')
  const response = await browser.fetch('/api/createPaymentIntent', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '' },
    body: JSON.stringify(body),
  })
  const reply = (await response.json()) as { code?: string; message?: string; clientSecret?: string }
  return { status: response.status, ...reply, wait: Number(response.headers.get('retry-after')) }
}
const openAt = (caller: Caller, eventId: number) => ask(caller, { amount: 45_000, eventId })

/**
 * Tries cards that the bank declines until the site refuses another attempt. Returns how many cards the site
 * let the caller try.
 */
async function tryCards({ pay }: Caller, clientSecret: string, most: number): Promise<number> {
  for (let tried = 0; tried < most; tried += 1) {
    if ((await pay(clientSecret, 'pm_card_chargeDeclined')) !== 'card_declined') return tried
    await app.runJobs()
  }
  return most
}
const SLOWED = {
  status: 429,
  code: 'rate_limited',
  message: expect.stringMatching(/declined.+nothing was charged.+wait.+another card.+write to/is) as string,
}

test('accepts five declined cards for a payment, and then cancels the payment at Stripe (R4.13)', async () => {
  const { id } = await event()
  const tester = newCaller()
  const { paymentIntent, clientSecret } = await tester.open(id)
  expect(await tryCards(tester, clientSecret, 60)).toBe(5)
  expect(await intentStatus(app, paymentIntent)).toBe('canceled')
  expect(await tester.pay(clientSecret)).toBe('payment_intent_unexpected_state')
})

test("counts cards that fail the bank's authentication as declined, and counts a repeated webhook once", async () => {
  const { id } = await event()
  const guest = newCaller()
  await app.sandbox?.control.set({ copies: 4, order: 'random' })
  const { paymentIntent, clientSecret } = await guest.open(id)
  for (let tried = 0; tried < 2; tried += 1) {
    expect(await guest.pay(clientSecret, 'pm_card_authenticationRequired')).toBe('requires_action')
    await app.sandbox?.control.authenticate(paymentIntent, 'fail')
    await app.runJobs()
  }
  expect(await tryCards(guest, clientSecret, 2)).toBe(2)
  expect(await intentStatus(app, paymentIntent)).toBe('open')
  expect(await tryCards(guest, clientSecret, 10)).toBe(1)
  expect(await intentStatus(app, paymentIntent)).toBe('canceled')
  await app.sandbox?.control.reset()
})

test('counts declined cards within two minutes even if no webhook arrives', async () => {
  const { id } = await event()
  const tester = newCaller()
  await app.sandbox?.control.set({ holdWebhooks: true })
  const { paymentIntent, clientSecret } = await tester.open(id)
  for (let tried = 0; tried < 7; tried += 1) {
    expect(await tryCards(tester, clientSecret, 1)).toBe(1)
    app.clock.advance({ seconds: 5 })
  }
  app.clock.advance({ minutes: 2 })
  await app.runJobs()
  expect(await intentStatus(app, paymentIntent)).toBe('canceled')
  await app.sandbox?.control.reset()
})

test('makes a network address with declined cards, and no other, wait before each new payment for an hour (R4.13)', async () => {
  const { id } = await event()
  const address = '198.51.101.1'
  const tester = newCaller(address)
  let declined = 0
  const waits: number[] = []
  while (waits.reduce((sum, wait) => sum + wait, 0) < 3_600) {
    const made = await openAt(tester, id)
    if (made.status === 200) {
      declined += await tryCards(tester, made.clientSecret ?? '', 60)
      continue
    }
    expect(made).toMatchObject(SLOWED)
    waits.push(made.wait)
    expect(await openAt(newCaller(address), id)).toMatchObject({ ...SLOWED, wait: made.wait })
    expect((await openAt(newCaller(), id)).status).toBe(200)
    app.clock.advance({ seconds: made.wait })
  }
  expect(waits).toEqual([60, 60, ...Array<number>(6).fill(600)])
  expect(declined).toBe(5 + 5 + 5 + 5)
  app.clock.advance({ hours: 1 })
  expect((await openAt(newCaller(address), id)).status).toBe(200)
})

test('accepts one more card for each payment that a card tester opened before the site noticed the testing', async () => {
  const { id } = await event()
  const tester = newCaller()
  const secrets: string[] = []
  while (secrets.length < 30) secrets.push((await tester.open(id)).clientSecret)
  let declined = 0
  for (const secret of secrets) declined += await tryCards(tester, secret, 60)
  expect(declined).toBe(15 + 27)
})

test('counts declined cards of payments that stay open for hours (as for waitlist offers) against the network', async () => {
  const { db } = app.services
  const address = '198.51.102.1'
  const tester = newCaller(address)
  const held: Awaited<ReturnType<Caller['hold']>>[] = []
  for (let nth = 0; nth < 3; nth += 1) held.push(await tester.hold((await event()).id))
  const holdExpiresAt = new Date(app.clock.now().getTime() + 24 * 3_600_000)
  for (const { reservationId } of held)
    await db.update(reservations).set({ holdExpiresAt }).where(eq(reservations.id, reservationId))
  app.clock.advance({ hours: 3 })
  await app.runJobs()
  for (const { clientSecret } of held) expect(await tryCards(tester, clientSecret, 60)).toBe(5)
  app.clock.advance({ minutes: 2 })
  await app.runJobs()
  const other = await event()
  const slowed = await openAt(newCaller(address), other.id)
  expect(slowed).toMatchObject(SLOWED)
  expect(slowed.wait).toBeGreaterThan(60)
})

test('cancels a payment that stays open for hours after five declined cards in all', async () => {
  const { id } = await event()
  const tester = newCaller()
  const { reservationId, paymentIntent, clientSecret } = await tester.hold(id)
  const holdExpiresAt = new Date(app.clock.now().getTime() + 24 * 3_600_000)
  await app.services.db.update(reservations).set({ holdExpiresAt }).where(eq(reservations.id, reservationId))
  expect(await tryCards(tester, clientSecret, 4)).toBe(4)
  app.clock.advance({ hours: 3 })
  await app.runJobs()
  expect(await tryCards(tester, clientSecret, 60)).toBe(1)
  expect(await intentStatus(app, paymentIntent)).toBe('canceled')
})

test('counts declined cards of all IPv6 addresses of one internet customer together', async () => {
  const { id } = await event()
  const tester = newCaller('2001:db8:77:1::1')
  const { clientSecret } = await tester.open(id)
  await tryCards(tester, clientSecret, 60)
  expect(await openAt(newCaller('2001:db8:77:ff00::2'), id)).toMatchObject(SLOWED)
  expect((await openAt(newCaller('2001:db8:78::1'), id)).status).toBe(200)
})

test('does not slow a guest who mistypes the card three times, opens the form again and pays', async () => {
  const { id } = await event()
  const guest = newCaller()
  const held = await guest.hold(id, { attempt: randomUUID() })
  expect(await tryCards(guest, held.clientSecret, 3)).toBe(3)
  expect((await openAt(guest, id)).status).toBe(200)
  expect(await guest.pay(held.clientSecret)).toBe('succeeded')
  expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed' })
})

test('keeps the spot held after five declined cards, and lets the same form pay a minute later', async () => {
  const { id } = await event({ spots: 1 })
  const guest = newCaller()
  const attempt = randomUUID()
  const held = await guest.hold(id, { attempt })
  expect(await tryCards(guest, held.clientSecret, 60)).toBe(5)
  const [deposit] = (await guest.look(held.uuid)).invoices
  expect(deposit).toMatchObject({ paid: false, clientSecret: null })
  const again = { amount: 45_000, invoiceId: deposit?.id, uuid: held.uuid }
  const slowed = await ask(guest, again)
  expect(slowed).toMatchObject(SLOWED)
  expect(slowed.wait).toBeLessThanOrEqual(60)
  app.clock.advance({ seconds: slowed.wait })
  const fresh = await ask(guest, again)
  expect(fresh.status).toBe(200)
  expect(await guest.pay(fresh.clientSecret ?? '')).toBe('succeeded')
  expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
})

test('counts declined cards of all payments of one invoice together, whatever addresses they come from (R4.13)', async () => {
  const { id } = await event()
  const { uuid, clientSecret } = await newCaller().hold(id)
  let declined = await tryCards(newCaller(), clientSecret, 60)
  for (let looked = 0; looked < 5; looked += 1) {
    const tester = newCaller()
    const secret = (await tester.look(uuid)).invoices[0]?.clientSecret
    if (secret) declined += await tryCards(tester, secret, 60)
  }
  expect(declined).toBe(5)
})

test('delays a caller’s second payment, not the first, at an event where thieves test cards from many addresses', async () => {
  const [tested, other] = [await event(), await event()]
  const known = newCaller()
  const paid = await known.hold(tested.id)
  await known.pay(paid.clientSecret)
  await app.runJobs()
  for (let testers = 0; testers < 5; testers += 1) {
    const tester = newCaller()
    await tryCards(tester, (await tester.open(tested.id)).clientSecret, 4)
  }
  const guest = newCaller()
  expect((await openAt(guest, tested.id)).status).toBe(200)
  const again = await openAt(guest, tested.id)
  expect(again).toMatchObject({ ...SLOWED, message: expect.stringMatching(/declined.+wait/is) as string })
  expect(again.wait).toBeLessThanOrEqual(120)
  expect((await openAt(guest, other.id)).status).toBe(200)
  // This caller has paid on the site before, and so does not count as a card tester.
  for (let times = 0; times < 3; times += 1) expect((await openAt(known, tested.id)).status).toBe(200)
  app.clock.advance({ seconds: again.wait })
  expect((await openAt(guest, tested.id)).status).toBe(200)
  app.clock.advance({ hours: 1 })
  for (let times = 0; times < 3; times += 1) expect((await openAt(guest, tested.id)).status).toBe(200)
})

test('accepts a payment without an event only if its amount is the price of a bookable event (R4.10)', async () => {
  const { db } = app.services
  await db.update(events).set({ cancelledAt: app.clock.now() })
  const caller = newCaller()
  const alone = (amount: number, who = caller) => ask(who, { amount })
  const refused = { status: 422, code: 'amount_mismatch' }
  expect(await alone(50)).toMatchObject(refused)
  expect(await alone(0)).toMatchObject({ status: 400, code: 'amount_zero', message: 'Amount must be non-0' })

  const open = await event({ cost: 33_333 })
  expect(await alone(16_667)).toMatchObject({ status: 200 })
  for (const amount of [16_666, 33_333, 33_334, 16_668]) expect(await alone(amount)).toMatchObject(refused)
  await event({ cost: 64_000, startDateDate: '2027-05-20' })
  expect(await alone(64_000)).toMatchObject({ status: 200 })
  expect(await alone(32_000)).toMatchObject(refused)

  await event({ cost: 71_000, spots: 0 })
  await event({ cost: 72_000, startDateDate: '2027-05-01' })
  await event({ cost: 73_000, cancelledAt: app.clock.now() })
  const hidden = await event({ cost: 74_000, password: 'Yucca' })
  for (const amount of [35_500, 71_000, 36_000, 72_000, 36_500, 37_000])
    expect(await alone(amount)).toMatchObject(refused)
  const insider = newCaller()
  await insider.browser.call(unlockEvent, { body: { eventUrlName: hidden.urlName, password: 'yucca' } })
  expect(await alone(37_000, insider)).toMatchObject({ status: 200 })

  await db.update(events).set({ cost: 40_000 }).where(eq(events.id, open.id))
  expect(await alone(16_667)).toMatchObject(refused)
  expect(await newCaller().browser.call(createPaymentIntent, { body: { amount: 20_000 } })).toMatchObject({
    ok: true,
  })
})

test("stores a caller's address only as a keyed hash, and deletes the hash after two hours", async () => {
  const { db } = app.services
  const { id } = await event()
  await newCaller('198.51.101.77').open(id)
  const kept = async () =>
    (await db.select().from(paymentIntents)).filter(({ madeFrom }) => madeFrom !== null)
  expect((await kept()).length).toBeGreaterThan(0)
  expect(JSON.stringify(await kept())).not.toContain('198.51')
  app.clock.advance({ hours: 2, minutes: 1 })
  await app.runJobs()
  expect(await kept()).toEqual([])
})
