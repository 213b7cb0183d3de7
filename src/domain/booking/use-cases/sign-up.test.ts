import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { statementsOf } from '#test/support/measures.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { unlockEvent } from '#domain/events/contract/events.ts'
import { mailsOf } from '#test/support/booking/books.ts'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)

const event = (changes = {}) => makeEvent(app.services.db, changes)
const reservationsOf = async (eventId: number) =>
  (await app.services.db.select().from(reservations)).filter((row) => row.eventId === eventId)
const refused = (code: string, status: number) => ({ ok: false, code, status })

test('holds a spot for a deposit, confirms the spot by card, and shows what is paid and what is due', async () => {
  const { id } = await event()
  const { uuid, holdExpiresAt, clientSecret } = await guest.hold(id)
  expect(holdExpiresAt).toBe('2027-05-06T18:15:00.000Z')
  const held = await guest.look(uuid)
  expect(held).toMatchObject({
    status: 'pending',
    totalDue: 90_000,
    totalPaid: 0,
    fullyPaid: false,
    additionalInformationProvided: true,
    customerName: 'Robin Doe',
    foodAllergies: 'Peanuts',
    event: { id, reservedSpots: 1 },
  })
  expect(held.invoices).toMatchObject([
    { amount: 45_000, due: '2027-05-06', paid: false, clientSecret },
    { amount: 45_000, due: '2027-06-01', paid: false, clientSecret: null },
  ])

  expect(await guest.pay(clientSecret)).toBe('succeeded')
  const paid = await guest.look(uuid)
  expect(paid).toMatchObject({ status: 'confirmed', holdExpiresAt: null, totalPaid: 45_000 })
  expect(paid.invoices).toMatchObject([
    { paid: true, paymentMethod: 'card', clientSecret: null, refunded: 0, disputed: false },
    { paid: false, due: '2027-06-01', clientSecret: expect.stringContaining('_secret_') },
  ])
})

test('stores personal fields of a sign-up encrypted, and stores the consent as evidence (R1.11)', async () => {
  const { id } = await event()
  await guest.hold(id)
  const [row] = await reservationsOf(id)
  expect(JSON.stringify(row)).not.toMatch(/Robin|example|Juniper|Peanuts|505-/)
  expect(row).toMatchObject({ consentTermsHash: 'f'.repeat(64), consentAt: app.clock.now() })
})

describe('a sign-up that needs no payment', () => {
  test.each([
    ['a free event', 0, 0],
    ['an event without a price', -1, -1],
    ['an event without a price, whose form sends 0', -1, 0],
  ])('confirms the guest immediately and sends an e-mail: %s (R1.9)', async (_name, cost, amount) => {
    const { id } = await event({ cost })
    const made = await guest.order({ eventId: id, amount })
    expect(made).toMatchObject({ ok: true, data: { holdExpiresAt: null } })
    const uuid = made.ok ? made.data.uuid : ''
    expect(await guest.look(uuid)).toMatchObject({
      status: 'confirmed',
      totalDue: 0,
      fullyPaid: true,
      invoices: [],
    })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
  })

  test('refuses an amount above 0 for a free event', async () => {
    const { id } = await event({ cost: 0 })
    expect(await guest.order({ eventId: id, amount: 100 })).toMatchObject(refused('amount_mismatch', 422))
  })
})

test('invoices the full price immediately when a guest books within 30 days of the start', async () => {
  const { id } = await event({ cost: 48_001, startDateDate: '2027-06-05' })
  expect(await guest.order({ eventId: id, amount: 24_001 })).toMatchObject(refused('amount_mismatch', 422))
  const { uuid, clientSecret } = await guest.hold(id, { amount: 48_001 })
  await guest.pay(clientSecret)
  expect(await guest.look(uuid)).toMatchObject({
    fullyPaid: true,
    totalPaid: 48_001,
    invoices: [{ amount: 48_001, paid: true }],
  })
})

describe('the endpoint for sign-ups', () => {
  test.each([
    ['a full event', { spots: 0 }, {}, refused('event_full', 409)],
    ['an event that starts today', { startDateDate: '2027-05-06' }, {}, refused('event_started', 409)],
    [
      'a canceled event',
      { cancelledAt: new Date('2027-05-01T12:00:00Z') },
      {},
      { ...refused('event_cancelled', 409), message: 'This retreat has been canceled.' },
    ],
    ['another amount', {}, { amount: 1 }, refused('amount_mismatch', 422)],
    ['no payment', {}, {}, { ...refused('invalid', 400), fields: { paymentIntent: 'Required' } }],
    ['an unknown payment', {}, { paymentIntent: 'pi_none' }, refused('payment_intent_expired', 409)],
    [
      'missing consent',
      {},
      { safetyConsent: false },
      { ...refused('invalid', 400), fields: { safetyConsent: 'Required' } },
    ],
    [
      'a missing name',
      {},
      { customerName: ' ' },
      { ...refused('invalid', 400), fields: { customerName: 'Required' } },
    ],
    [
      'phone numbers that cannot be called',
      {},
      { phone: '12', emergencyContactPhone: 'abc' },
      {
        ...refused('invalid', 400),
        message:
          'Phone: This number is 8 digits short. Please enter it with its area code. Emergency contact phone: Please enter a number that we can call, such as 505-555-0142.',
        fields: {
          phone: 'This number is 8 digits short. Please enter it with its area code',
          emergencyContactPhone: 'Please enter a number that we can call, such as 505-555-0142',
        },
      },
    ],
  ])('refuses a sign-up: %s, and stores nothing (R1.6, R1.7)', async (_name, changes, order, reply) => {
    const { id } = await event(changes)
    expect(await guest.order({ eventId: id, ...order })).toMatchObject(reply)
    expect(await reservationsOf(id)).toEqual([])
  })

  test('returns 404 for a sign-up at an event that does not exist', async () => {
    expect(await guest.order({ eventId: 999_999 })).toMatchObject(refused('not_found', 404))
  })

  test('refuses the payment of another amount, another event or another reservation', async () => {
    const [dear, cheap, other] = [await event(), await event({ cost: 50_000 }), await event()]
    const { paymentIntent } = await guest.open(cheap.id, 25_000)
    expect(await guest.order({ eventId: dear.id, paymentIntent })).toMatchObject(
      refused('payment_intent_used', 409),
    )
    const others = await guest.open(other.id)
    expect(await guest.order({ eventId: dear.id, paymentIntent: others.paymentIntent })).toMatchObject(
      refused('payment_intent_used', 409),
    )
    const held = await guest.hold(dear.id)
    const stolen = { eventId: dear.id, paymentIntent: held.paymentIntent, email: 'mallory@example.test' }
    expect(await guest.order(stolen)).toMatchObject(refused('payment_intent_used', 409))
  })

  test('refuses a payment that the site canceled because nobody used it', async () => {
    const { id } = await event()
    const { paymentIntent, clientSecret } = await guest.open(id)
    app.clock.advance({ minutes: 61 })
    await app.runJobs()
    expect(await guest.order({ eventId: id, paymentIntent })).toMatchObject(
      refused('payment_intent_expired', 409),
    )
    expect(await guest.pay(clientSecret)).toBe('payment_intent_unexpected_state')
  })

  test('refuses a sign-up without the XSRF header', async () => {
    const { id } = await event({ cost: 0 })
    const body = JSON.stringify({ createReservationData: { ...DETAILS, eventId: id, amount: 0 } })
    const headers = { 'content-type': 'application/json' }
    const response = await app.request('/api/createReservation', { method: 'POST', body, headers })
    expect(response.status).toBe(403)
    expect(await reservationsOf(id)).toEqual([])
  })
})

test('returns 404 for a sign-up at a private event until the caller unlocks the event', async () => {
  const { id, urlName } = await event({ cost: 0, password: 'Yucca' })
  expect(await guest.order({ eventId: id, amount: 0 })).toMatchObject(refused('not_found', 404))
  const invited = createGuest(app)
  await invited.browser.call(unlockEvent, { body: { eventUrlName: urlName, password: ' yucca' } })
  expect(await invited.order({ eventId: id, amount: 0 })).toMatchObject({ ok: true })
})

test('confirms a sign-up immediately if its payment already succeeded', async () => {
  const { id } = await event()
  const { paymentIntent, clientSecret } = await guest.open(id)
  await guest.pay(clientSecret)
  const made = await guest.order({ eventId: id, paymentIntent })
  expect(made).toMatchObject({ ok: true, data: { holdExpiresAt: null } })
  expect(made.ok && (await guest.look(made.data.uuid))).toMatchObject({
    status: 'confirmed',
    totalPaid: 45_000,
  })
})

test('refuses a sign-up with a payment that the site refunded because no sign-up came in time', async () => {
  const { id } = await event()
  const { paymentIntent, clientSecret } = await guest.open(id)
  await guest.pay(clientSecret)
  app.clock.advance({ minutes: 16 })
  await app.runJobs()
  const late = await guest.order({ eventId: id, paymentIntent })
  expect(late).toMatchObject({
    ...refused('payment_intent_used', 409),
    message: expect.stringContaining('we are refunding your card') as string,
  })
  expect(await reservationsOf(id)).toHaveLength(0)
})

test('holds the last two spots for two of twenty concurrent guests, and refuses the others', async () => {
  const { id } = await event()
  await takeSpots(app.services, id, { spots: 9 })
  const guests = Array.from({ length: 20 }, () => createGuest(app))
  const intents = await Promise.all(guests.map((one) => one.open(id)))
  const replies = await Promise.all(
    guests.map((one, index) =>
      one.order({ eventId: id, paymentIntent: intents[index]?.paymentIntent ?? null, attempt: randomUUID() }),
    ),
  )
  expect(replies.filter((reply) => reply.ok)).toHaveLength(2)
  for (const reply of replies) {
    if (!reply.ok) expect(reply).toMatchObject({ ...refused('event_full', 409), message: 'No spaces left' })
  }
})

test("runs only thirteen SQL statements for a sign-up, because other sign-ups wait for the event's lock", async () => {
  const { db } = app.services
  const free = await event({ cost: 0 })
  const sign = (email: string) => guest.order({ eventId: free.id, amount: 0, attempt: randomUUID(), email })
  await sign('first@example.test')
  expect(await statementsOf(db, () => sign('second@example.test'))).toHaveLength(13)

  const { id } = await event()
  const { paymentIntent } = await guest.open(id)
  const hold = () => guest.order({ eventId: id, attempt: randomUUID(), paymentIntent })
  expect(await statementsOf(db, hold)).toHaveLength(13)
})
