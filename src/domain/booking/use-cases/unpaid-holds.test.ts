/** Tests how many unpaid spots of an event one IP network may hold (R2.9). */
import type { HttpBindings } from '@hono/node-server'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '#test/support/app.ts'
import { createTestBrowser } from '#test/support/browser.ts'
import { columns } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { createGuest } from '#test/support/booking/guest.ts'

const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  keepTime: true,
  settings: { rateLimits: true },
})

let callers = 0
/** Creates a guest at an IP address that no other test uses. */
function newGuest(address = `198.51.100.${(callers += 1)}`, site = app) {
  const incoming = { socket: { remoteAddress: address } } as unknown as HttpBindings['incoming']
  const send = (request: Request) => site.http.fetch(request, { incoming })
  return createGuest(site, createTestBrowser(site.services.settings.publicUrl, send))
}

const TOO_MANY = {
  ok: false,
  status: 409,
  code: 'too_many_holds',
  message: expect.stringMatching(/pay for one of them first, or try again in an hour/) as string,
}

const event = (changes = {}) => makeEvent(app.services.db, changes)
async function next(guest: ReturnType<typeof newGuest>, eventId: number, attempt = randomUUID()) {
  const { paymentIntent } = await guest.open(eventId)
  return guest.order({ eventId, paymentIntent, attempt })
}

test('lets one IP network hold four unpaid spots, and does not limit other networks or events', async () => {
  const [full, other] = [await event(), await event()]
  const guest = newGuest()
  for (let held = 0; held < 4; held += 1) await guest.hold(full.id)
  expect(await next(guest, full.id)).toMatchObject(TOO_MANY)
  expect(await next(guest, other.id)).toMatchObject({ ok: true })
  expect(await next(newGuest(), full.id)).toMatchObject({ ok: true })
})

const along = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ customerName: `Companion ${index}`, email: null }))

test("counts each unpaid guest toward the IP network's limit, but lets its first party be larger (R2.9, R39.1)", async () => {
  const { id } = await event()
  const guest = newGuest()
  const held = await guest.hold(id, { amount: 45_000 * 6, companions: along(5) })
  expect(held.holdExpiresAt).not.toBeNull()
  expect(await next(guest, id)).toMatchObject(TOO_MANY)
  const other = newGuest()
  await other.hold(id, { amount: 90_000, companions: along(1) })
  const { paymentIntent } = await other.open(id, 45_000 * 3, [], [], [])
  const three = { eventId: id, amount: 45_000 * 3, paymentIntent, companions: along(2) }
  expect(await other.order(three)).toMatchObject(TOO_MANY)
  expect(await next(other, id)).toMatchObject({ ok: true })
})

test('counts companions whom a guest adds to a hold toward the limit of unpaid spots per IP network (R2.9)', async () => {
  const { id } = await event()
  const guest = newGuest()
  const grow = async (attempt: string, people: number) => {
    const amount = 45_000 * people
    const companions = along(people - 1)
    const body = { amount, eventId: id, companions: people - 1, attempt }
    const made = await guest.browser.call(createPaymentIntent, { body })
    const paymentIntent = made.ok ? made.data.paymentIntent : null
    return guest.order({ eventId: id, amount, companions, attempt, paymentIntent })
  }
  const [first, second] = [randomUUID(), randomUUID()]
  await guest.hold(id, { attempt: first })
  expect(await grow(first, 3)).toMatchObject({ ok: true })
  expect(await next(guest, id, second)).toMatchObject({ ok: true })
  expect(await grow(second, 2)).toMatchObject(TOO_MANY)
  expect(await grow(first, 2)).toMatchObject({ ok: true })
})

/** Makes an event at which one IP network may hold two unpaid spots. */
const small = () => event({ spots: 4 })

test('applies the limit of unpaid spots per IP network also to holds that are made at the same time', async () => {
  const { id } = await small()
  const guest = newGuest()
  await guest.browser.fetch('/api/auth/is-admin')
  const intents = await Promise.all(Array.from({ length: 6 }, () => guest.open(id)))
  const made = await Promise.all(
    intents.map(({ paymentIntent }) => guest.order({ eventId: id, paymentIntent, attempt: randomUUID() })),
  )
  expect(made.filter(({ ok }) => ok)).toHaveLength(2)
  for (const refused of made.filter(({ ok }) => !ok)) expect(refused).toMatchObject(TOO_MANY)
})

test('counts unpaid spots once if the form that holds them is sent again, and does not count a paid hold', async () => {
  const { id } = await small()
  const guest = newGuest()
  const { clientSecret } = await guest.hold(id)
  const attempt = randomUUID()
  const first = await next(guest, id, attempt)
  expect(first).toMatchObject({ ok: true })
  expect(await next(guest, id, attempt)).toEqual(first)
  expect(await next(guest, id)).toMatchObject(TOO_MANY)
  await guest.pay(clientSecret)
  await app.sandbox?.deliverDue()
  await app.jobs.runDue()
  expect(await next(guest, id)).toMatchObject({ ok: true })
})

test('counts an expired unpaid hold until an hour after it was made, so that nobody can hold spots again and again', async () => {
  const { id } = await small()
  const guest = newGuest()
  for (let held = 0; held < 2; held += 1) await guest.hold(id)
  app.clock.advance({ minutes: 16 })
  await app.jobs.run('expire-holds')
  expect(await next(guest, id)).toMatchObject(TOO_MANY)
  app.clock.advance({ minutes: 45 })
  expect(await next(guest, id)).toMatchObject({ ok: true })
})

test('does not count a refused sign-up as an unpaid hold', async () => {
  const { id } = await small()
  const guest = newGuest()
  for (let tried = 0; tried < 3; tried += 1)
    expect(await guest.order({ eventId: id, paymentIntent: 'pi_none' })).toMatchObject({
      code: 'payment_intent_expired',
    })
  expect(await next(guest, id)).toMatchObject({ ok: true })
})

test('counts unpaid holds of two processes together, and deletes the stored IP network after an hour (R2.9)', async () => {
  const { id } = await small()
  const { db } = app.services
  const second = await buildTestApp({
    now: app.clock.now(),
    settings: { rateLimits: true },
    database: { db, close: async () => {} },
  })
  try {
    const address = '203.0.113.7'
    for (const site of [app, second]) await newGuest(address, site).hold(id)
    for (const site of [app, second]) expect(await next(newGuest(address, site), id)).toMatchObject(TOO_MANY)
    const networks = async () =>
      (await db.select(columns(reservations, 'eventId', 'madeFrom')).from(reservations)).flatMap(
        ({ eventId, madeFrom }) => (eventId === id ? [madeFrom] : []),
      )
    const kept = await networks()
    expect(kept).toEqual([expect.any(String), expect.any(String)])
    expect(kept.join()).not.toContain(address)
    app.clock.advance({ minutes: 61 })
    await app.jobs.run('find-missed-payments')
    expect(await networks()).toEqual([null, null])
  } finally {
    await second.close()
  }
})
