/**
 * Tests that a sign-up attempt, a hold and a private link each belong to one guest. The guest is identified by
 * mailbox and name (R44).
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { openName } from '#platform/sealing.ts'
import { makeEvent } from '#test/support/factories.ts'
import { cancelReservation } from '../contract/cancellation.ts'
import { getReservation } from '../contract/guest.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import type { Order } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { bookBy, makeLinkOf, NOW, openPassingOn } from '#test/support/booking/replacement.ts'
import { payWhole, WHOLE } from '#test/support/booking/stay.ts'

const ANA = { customerName: 'Ana Ortiz', email: 'ana@example.test', medicalConditions: 'Asthma of Ana' }
const BEN = { customerName: 'Ben Vance', email: 'ben@example.test', medicalConditions: 'Knee of Ben' }
/** The event is far enough away that its price is paid as a deposit and a remainder. */
const FAR = { startDateDate: '2027-09-01' }

const site = await openPassingOn()
const guest = site.guest

const event = async (changes = {}) => (await site.event({ ...FAR, spots: 3, ...changes })).id

/** Signs a guest up with a new payment, and so holds a spot. */
const hold = (eventId: number, changes: Partial<Order>) => guest.hold(eventId, changes)

async function namesAt(eventId: number): Promise<string[]> {
  const { db, sealer } = site.app.services
  const rows = await db.select().from(reservations).where(eq(reservations.eventId, eventId))
  return rows
    .toSorted((one, other) => one.id - other.id)
    .map((row) => `${openName(sealer, 'reservations', row)} ${row.status}`)
}

async function cancel(reservationId: number) {
  const admin = await signInAdmin(site.app)
  const { version } = await admin.look(reservationId)
  const order = { id: reservationId, version, cancelledBy: 'retreat' } as const
  expect(await admin.browser.call(cancelReservation, { body: order })).toMatchObject({ ok: true })
}

describe("when another guest's form sends the same attempt key, as from a copied tab (R44.1), the site", () => {
  const leave: [string, (held: Awaited<ReturnType<typeof hold>>) => Promise<unknown>][] = [
    ['pending', async () => undefined],
    [
      'confirmed',
      async ({ clientSecret, uuid }) => {
        await guest.pay(clientSecret)
        expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed' })
      },
    ],
    [
      'expired',
      async () => {
        site.app.clock.advance({ minutes: 16 })
        await site.app.runJobs()
      },
    ],
    ['cancelled', ({ reservationId }) => cancel(reservationId)],
  ]
  test.each(leave)(
    "makes a new sign-up for the other guest while the first guest's sign-up is %s",
    async (status, end) => {
      const eventId = await event()
      const attempt = randomUUID()
      const ana = await hold(eventId, { ...ANA, attempt })
      await end(ana)
      const ben = await hold(eventId, { ...BEN, attempt })
      expect(ben).toMatchObject({ holdExpiresAt: expect.any(String) as string })
      expect(ben.uuid).not.toBe(ana.uuid)
      expect(await guest.look(ana.uuid)).toMatchObject({ ...ANA, status })
      expect(await guest.look(ben.uuid)).toMatchObject({ ...BEN, status: 'pending' })
      await guest.pay(ben.clientSecret)
      expect(await guest.look(ben.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
    },
  )

  test.each([
    ['the same mailbox and another name', { ...ANA, customerName: BEN.customerName }],
    ['the same name and another mailbox', { ...ANA, email: BEN.email }],
  ])('makes a new sign-up if the form has %s', async (_which, other) => {
    const eventId = await event()
    const attempt = randomUUID()
    const first = await hold(eventId, { ...ANA, attempt })
    const second = await hold(eventId, { ...other, attempt })
    expect(second.uuid).not.toBe(first.uuid)
    expect(await guest.look(first.uuid)).toMatchObject(ANA)
  })

  test('makes a new sign-up for the other guest at a free event', async () => {
    const eventId = await event({ cost: 0 })
    const free = { eventId, amount: 0, attempt: randomUUID() }
    const ana = await guest.order({ ...free, ...ANA })
    const ben = await guest.order({ ...free, ...BEN })
    expect(ben.ok && ana.ok && ben.data.uuid !== ana.data.uuid).toBe(true)
    expect(await namesAt(eventId)).toEqual(['Ana Ortiz confirmed', 'Ben Vance confirmed'])
  })

  test("makes a new sign-up for the other guest's party, and all companions keep their own links", async () => {
    const eventId = await event({ spots: 4 })
    const both = { attempt: randomUUID(), amount: 90_000 }
    const ana = await hold(eventId, { ...ANA, ...both, companions: [{ customerName: 'Cleo Ortiz' }] })
    const ben = await hold(eventId, { ...BEN, ...both, companions: [{ customerName: 'Dan Vance' }] })
    expect(ben.uuid).not.toBe(ana.uuid)
    expect(await namesAt(eventId)).toEqual([
      'Ana Ortiz pending',
      'Cleo Ortiz pending',
      'Ben Vance pending',
      'Dan Vance pending',
    ])
  })

  test('makes a new sign-up for the first guest after an admin has given the first reservation to another guest', async () => {
    const eventId = await event()
    const attempt = randomUUID()
    const { uuid, reservationId, clientSecret } = await hold(eventId, { ...ANA, attempt })
    await guest.pay(clientSecret)
    await guest.look(uuid)
    const admin = await signInAdmin(site.app)
    const { version } = await admin.look(reservationId)
    const { customerName, email } = BEN
    expect(await admin.change({ id: reservationId, version, customerName, email })).toMatchObject({
      ok: true,
    })
    const again = await hold(eventId, { ...ANA, attempt })
    expect(again.uuid).not.toBe(uuid)
  })
})

test('recognizes the same guest by mailbox and name, ignoring capitals and extra blanks (R44.1)', async () => {
  const eventId = await event({ spots: 1 })
  const attempt = randomUUID()
  const first = await hold(eventId, { ...ANA, attempt })
  const { paymentIntent } = first
  const spelled = { ...ANA, customerName: ' ana  ORTIZ ', email: ' Ana@Example.test' }
  const again = await guest.order({ eventId, attempt, paymentIntent, ...spelled })
  expect(again).toMatchObject({ ok: true, data: { uuid: first.uuid } })
})

test('returns the same reply if a guest sends the form of a copied tab several times', async () => {
  const eventId = await event()
  const attempt = randomUUID()
  await hold(eventId, { ...ANA, attempt })
  const { paymentIntent } = await guest.open(eventId)
  const order = { eventId, attempt, paymentIntent, ...BEN }
  const replies = await Promise.all([guest.order(order), guest.order(order), guest.order(order)])
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  const reloaded = await hold(eventId, { ...BEN, attempt })
  expect(replies[0]).toMatchObject({ ok: true, data: { uuid: reloaded.uuid } })
  expect(await namesAt(eventId)).toEqual(['Ana Ortiz pending', 'Ben Vance pending'])
})

test.each([
  ['name and mailbox', BEN],
  ['name', { ...ANA, customerName: BEN.customerName }],
  ['mailbox', { ...ANA, email: BEN.email }],
])(
  "refuses a sign-up that uses another guest's payment, even if the two guests differ only by this: %s",
  async (_which, other) => {
    const eventId = await event()
    const { paymentIntent, uuid } = await hold(eventId, ANA)
    const reply = await guest.order({ eventId, paymentIntent, ...other })
    expect(reply).toMatchObject({ ok: false, code: 'payment_intent_used', status: 409 })
    expect(await guest.look(uuid)).toMatchObject(ANA)
  },
)

describe('when a sign-up form is sent with the private link of a hold, the site', () => {
  test('lets the guest correct mailbox and name, and keeps the last spot for the guest (R44.2)', async () => {
    const eventId = await event({ spots: 1 })
    const attempt = randomUUID()
    const { reservationId, uuid, paymentIntent, clientSecret } = await hold(eventId, { ...ANA, attempt })
    expect(await guest.pay(clientSecret, 'pm_card_chargeDeclined')).not.toBe('succeeded')
    const right = { ...ANA, customerName: 'Ana Ortíz', email: 'ana.ortiz@example.test' }
    const again = await guest.order({ eventId, attempt, paymentIntent, uuid, ...right })
    expect(again).toMatchObject({ ok: true, data: { reservationId } })
    const link = again.ok ? again.data.uuid : ''
    expect(await guest.browser.call(getReservation, { query: { uuid } })).toMatchObject({ status: 404 })
    expect(await guest.pay(clientSecret)).toBe('succeeded')
    expect(await guest.look(link)).toMatchObject({ ...right, status: 'confirmed' })
    // From now on, the attempt key belongs to the corrected mailbox and name.
    expect(await guest.order({ eventId, attempt, ...right })).toMatchObject({
      ok: true,
      data: { uuid: link },
    })
    expect(await guest.order({ eventId, attempt, paymentIntent, ...ANA })).toMatchObject({ ok: false })
  })

  test('returns a paid spot again to its own guest, and holds a new spot for another guest (R44.3)', async () => {
    const eventId = await event()
    const { uuid, clientSecret } = await hold(eventId, ANA)
    await guest.pay(clientSecret)
    await guest.look(uuid)
    const { paymentIntent } = await guest.open(eventId)
    const own = await guest.order({ eventId, paymentIntent, uuid, attempt: randomUUID(), ...ANA })
    expect(own).toMatchObject({ ok: true, data: { uuid, holdExpiresAt: null } })
    const ben = await hold(eventId, { ...BEN, uuid, attempt: randomUUID() })
    expect(ben.uuid).not.toBe(uuid)
    expect(await guest.look(uuid)).toMatchObject(ANA)
    expect(await namesAt(eventId)).toEqual(['Ana Ortiz confirmed', 'Ben Vance pending'])
  })

  test.each([
    ['of another event', async () => (await hold(await event(), ANA)).uuid],
    ['that nobody has', async () => randomUUID()],
    [
      'of an ended hold',
      async () => {
        const { uuid, reservationId } = await hold(await event(), ANA)
        await cancel(reservationId)
        return uuid
      },
    ],
  ])('makes a new sign-up if the form has a private link %s (R44.2)', async (_which, link) => {
    const uuid = await link()
    const eventId = await event()
    const made = await hold(eventId, { ...BEN, uuid, attempt: randomUUID() })
    expect(made.uuid).not.toBe(uuid)
    expect(await namesAt(eventId)).toEqual(['Ben Vance pending'])
  })

  test('gives a new private link to a companion who replaces another companion (R44.3)', async () => {
    const eventId = await event({ spots: 2 })
    const form = { eventId, attempt: randomUUID(), amount: 90_000 }
    const { uuid, paymentIntent } = await hold(eventId, {
      ...ANA,
      ...form,
      companions: [{ customerName: 'Cleo Ortiz' }],
    })
    const linkOf = async () => (await guest.look(uuid)).party?.members[1]?.uuid ?? ''
    const first = await linkOf()
    await guest.order({ ...ANA, ...form, paymentIntent, companions: [{ customerName: 'cleo  ortiz' }] })
    expect(await linkOf()).toBe(first)
    await guest.order({ ...ANA, ...form, paymentIntent, companions: [{ customerName: 'Dan Vance' }] })
    expect(await linkOf()).not.toBe(first)
    expect(await guest.look(await linkOf())).toMatchObject({ customerName: 'Dan Vance' })
  })
})

describe('when a guest takes over a spot that another guest passes on, the site', () => {
  test('refuses the spot to a third guest who sends the same attempt key', async () => {
    const { eventId, uuid } = await site.stay()
    const replacement = await makeLinkOf(guest, uuid)
    const taker = await bookBy(site.taker, replacement, eventId)
    const { paymentIntent } = taker
    const attempt = randomUUID()
    const order = { eventId, amount: WHOLE, replacement, paymentIntent, attempt }
    expect(await guest.order({ ...order, ...BEN })).toMatchObject({ ok: false, code: 'replacement_taken' })
    // The guest who takes over the spot corrects their name by sending the form with the private link of the hold.
    const right = { ...ANA, uuid: taker.uuid }
    const corrected = await guest.order({ ...order, ...right })
    if (!corrected.ok) throw new Error(corrected.code)
    expect(await guest.order({ ...order, ...BEN })).toMatchObject({ ok: false, code: 'replacement_taken' })
    expect(await guest.look(corrected.data.uuid)).toMatchObject({ ...ANA, id: taker.reservationId })
  })
})

/**
 * Offers a spot to a waitlist guest. Returns functions that open the payment of the spot and send its form.
 */
const offered = async (cost = 90_000) => {
  const line = makeWaitlist(site.app, randomUUID().slice(0, 8))
  const { eventId, guests } = await line.full({ waiting: ['ruth'], ...FAR, cost })
  const admin = await signInAdmin(site.app)
  await admin.remove(guests[0] ?? 0, 'true')
  await site.app.runJobs()
  const token = await line.tokenOf(eventId, 'ruth')
  const open = async () => {
    const opened = await guest.browser.call(createPaymentIntent, {
      body: { amount: 45_000, eventId, offer: token },
    })
    if (!opened.ok) throw new Error(opened.code)
    return opened.data
  }
  const fill = (paymentIntent: string | null, more: Partial<Order>) =>
    line.order(eventId, token, paymentIntent, { amount: cost === 0 ? 0 : 45_000, ...more } as object)
  return { eventId, open, fill }
}

describe('when two guests use the link of one waitlist offer, the site', () => {
  test("gives a spot a new private link when a second guest sends its form, and cancels the first's payment (R44.4)", async () => {
    const { open, fill } = await offered()
    // Both guests open the form before one of them sends it.
    const [first, second] = [await open(), await open()]
    expect(second).toEqual(first)
    const ana = await fill(first.paymentIntent, ANA)
    if (!ana.ok) throw new Error(ana.code)
    expect(await fill(second.paymentIntent, BEN)).toMatchObject({ code: 'payment_intent_expired' })
    expect(await guest.pay(first.clientSecret)).toBe('payment_intent_unexpected_state')
    const third = await open()
    const ben = await fill(third.paymentIntent, BEN)
    if (!ben.ok) throw new Error(ben.code)
    expect(ben.data.uuid).not.toBe(ana.data.uuid)
    const looked = await guest.browser.call(getReservation, { query: { uuid: ana.data.uuid } })
    expect(looked).toMatchObject({ ok: false, status: 404 })
    expect(await guest.look(ben.data.uuid)).toMatchObject({ ...BEN, status: 'pending' })
    expect(await guest.pay(third.clientSecret)).toBe('succeeded')
    expect(await guest.look(ben.data.uuid)).toMatchObject({ ...BEN, status: 'confirmed' })
    const late = await fill(null, ANA)
    expect(late).toMatchObject({ ok: false, code: 'offer_over' })
  })

  test('gives the spot to the guest who paid, even if another guest sends the form later', async () => {
    const { open, fill } = await offered()
    const first = await open()
    const ana = await fill(first.paymentIntent, ANA)
    if (!ana.ok) throw new Error(ana.code)
    const second = await open()
    expect(second.paymentIntent).not.toBe(first.paymentIntent)
    expect(await guest.pay(first.clientSecret)).toBe('succeeded')
    const ben = await fill(second.paymentIntent, BEN)
    expect(ben.ok).toBe(false)
    expect(JSON.stringify(ben)).not.toContain(ana.data.uuid)
    expect(await guest.look(ana.data.uuid)).toMatchObject({ ...ANA, status: 'confirmed' })
  })

  test("keeps an admin's notes when another guest sends the form", async () => {
    const { open, fill } = await offered()
    const ana = await fill((await open()).paymentIntent, ANA)
    if (!ana.ok) throw new Error(ana.code)
    const admin = await signInAdmin(site.app)
    const { reservationId: id } = ana.data
    const { version } = await admin.look(id)
    expect(await admin.change({ id, version, notes: 'Vegetarian' })).toMatchObject({ ok: true })
    expect(await fill((await open()).paymentIntent, BEN)).toMatchObject({ ok: true })
    expect(await admin.look(id)).toMatchObject({ customerName: 'Ben Vance', notes: 'Vegetarian' })
  })

  test('confirms the spot after a declined card, a double click, a reload and a corrected mailbox', async () => {
    const { open, fill } = await offered()
    const attempt = randomUUID()
    const first = await open()
    const made = await Promise.all([1, 2].map(() => fill(first.paymentIntent, { ...ANA, attempt })))
    const uuid = made[0]?.ok ? made[0].data.uuid : ''
    expect(made[1]).toEqual(made[0])
    expect(await guest.pay(first.clientSecret, 'pm_card_chargeDeclined')).not.toBe('succeeded')
    const reloaded = await open()
    expect(await fill(reloaded.paymentIntent, { ...ANA, attempt })).toMatchObject({ data: { uuid } })
    const right = { ...ANA, email: 'ana.ortiz@example.test', attempt, uuid }
    const corrected = await fill(reloaded.paymentIntent, right)
    if (!corrected.ok) throw new Error(corrected.code)
    expect(await guest.pay(reloaded.clientSecret)).toBe('succeeded')
    expect(await guest.look(corrected.data.uuid)).toMatchObject({ email: right.email, status: 'confirmed' })
  })

  test('returns the private link of a spot that costs nothing only to the guest who took the spot', async () => {
    const { eventId, fill } = await offered(0)
    const attempt = randomUUID()
    const ana = await fill(null, { ...ANA, attempt })
    if (!ana.ok) throw new Error(ana.code)
    expect(await fill(null, { ...ANA, attempt })).toMatchObject({ data: { uuid: ana.data.uuid } })
    expect(await fill(null, { ...BEN, attempt })).toMatchObject({ ok: false, code: 'offer_over' })
    expect(await namesAt(eventId)).toEqual(['Ana Ortiz confirmed'])
  })
})

test('does not return the private link of a fully paid stay to another guest who sends its payment', async () => {
  const { id } = await makeEvent(site.app.services.db, { startDateDate: '2027-05-27', spots: 2 })
  site.app.clock.set(NOW)
  const { uuid, paymentIntent } = await payWhole(guest, id)
  const reply = await guest.order({ eventId: id, amount: WHOLE, paymentIntent, ...BEN })
  expect(reply).toMatchObject({ ok: false })
  expect(JSON.stringify(reply)).not.toContain(uuid)
})
