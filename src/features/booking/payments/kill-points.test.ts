/** The process stops at each named step between the card and the record; what runs by itself makes it right. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { makeEvent } from '#testing/factories.ts'
import { invoices, refunds } from '#platform/database/schema/booking.ts'
import { applyPaymentIntent, settleHold } from './apply-intent.ts'
import type { BookingDeps, FaultPoint } from '../deps.ts'
import { createIntent, intentOfInvoice } from './create-intent.ts'
import { makeRefund } from './refund.ts'
import { signUp } from '../use-cases/sign-up.ts'
import { expectBooksToAgree, intentStatus, mailsOf, refundsOf } from '../testing/books.ts'
import { bookingDeps, providerWith } from '../testing/deps.ts'
import { payTooLate } from '../testing/stripe-dashboard.ts'
import { createGuest, DETAILS, type Guest } from '../testing/guest.ts'

let app: TestApp
let guest: Guest
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
  guest = createGuest(app)
})
afterEach(() => app.sandbox?.control.reset())
afterAll(() => app.close())

class Killed extends Error {}

/** Booking as in a process that dies at a step, the first time that it gets there. */
function dyingAt(point: FaultPoint): BookingDeps {
  return bookingDeps(app, {
    fault: (reached) => {
      if (reached === point) throw new Killed(point)
    },
  })
}
const pass = async (minutes: number) => {
  app.clock.advance({ minutes })
  await app.runJobs()
}
const eventId = async (changes = {}) => (await makeEvent(app.services.db, changes)).id

describe.each(['intent-read', 'changes-written', 'changes-committed'] as const)('killed at %s', (point) => {
  test('a paid hold is confirmed once, with one mail', async () => {
    await app.sandbox?.control.set({ holdWebhooks: true })
    const { uuid, clientSecret, paymentIntent } = await guest.hold(await eventId())
    await guest.pay(clientSecret)
    await expect(applyPaymentIntent(dyingAt(point), paymentIntent, 'provider')).rejects.toThrow(Killed)
    expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
    await pass(2)
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
    await expectBooksToAgree(app)
  })
})

describe.each(['sign-up-written', 'sign-up-committed'] as const)('killed at %s', (point) => {
  test.each([0, 1])('the guest tries again with %i along: one sign-up, as many spots', async (along) => {
    const spots = 1 + along
    const id = await eventId({ spots })
    const amount = 45_000 * spots
    const { paymentIntent, clientSecret } = await guest.open(
      id,
      amount,
      ...Array.from({ length: spots }, () => []),
    )
    const attempt = randomUUID()
    const companions = Array.from({ length: along }, () => ({
      customerName: 'Sam Doe',
      email: null,
      options: [],
    }))
    const order = { eventId: id, amount, paymentIntent, attempt, companions }
    const dead = signUp(dyingAt(point), {
      ...order,
      options: [],
      code: null,
      pays: null,
      offer: null,
      replacement: null,
      guest: { ...DETAILS },
    })
    await expect(dead).rejects.toThrow(Killed)
    const again = await guest.order(order)
    expect(again).toMatchObject({ ok: true })
    await guest.pay(clientSecret)
    const uuid = again.ok ? again.data.uuid : ''
    expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', event: { reservedSpots: spots } })
  })
})

describe('killed at intent-made', () => {
  test('an intent that nobody heard of is found and cancelled', async () => {
    const deps = dyingAt('intent-made')
    const made: string[] = []
    const provider = providerWith(app, {
      createIntent: async (order) => {
        const reply = await app.provider.createIntent(order)
        if (reply.outcome === 'ok') made.push(reply.intent.id)
        return reply
      },
    })
    const dead = createIntent(
      { ...deps, ...provider },
      {
        amount: 45_000,
        eventId: await eventId(),
        madeFrom: 'somewhere',
      },
    )
    await expect(dead).rejects.toThrow(Killed)
    const [id = ''] = made
    expect(await intentStatus(app, id)).toBeUndefined()
    await pass(2)
    expect(await intentStatus(app, id)).toBe('open')
    await pass(60)
    expect(await intentStatus(app, id)).toBe('canceled')
  })

  test("an invoice's intent is found again by whoever asks next, and its money counts", async () => {
    const { uuid, clientSecret, reservationId } = await guest.hold(await eventId())
    await guest.pay(clientSecret)
    await app.runJobs()
    const id = await remainderOf(reservationId)
    const dead = intentOfInvoice(dyingAt('intent-made'), { id, amount: 45_000, held: false })
    await expect(dead).rejects.toThrow(Killed)
    const secret = (await guest.look(uuid)).invoices.find((invoice) => !invoice.paid)?.clientSecret ?? ''
    expect(await guest.pay(secret)).toBe('succeeded')
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true })
    await expectBooksToAgree(app)
  })
})

test('killed at intent-cancelled: the hold ends all the same', async () => {
  const { uuid, reservationId } = await guest.hold(await eventId())
  app.clock.advance({ minutes: 16 })
  const dead = settleHold(dyingAt('intent-cancelled'), reservationId, 'job:expire-holds')
  await expect(dead).rejects.toThrow(Killed)
  await app.runJobs()
  expect(await guest.look(uuid)).toMatchObject({ status: 'expired' })
})

describe.each(['refund-wanted', 'refund-made'] as const)('killed at %s', (point) => {
  test('a late payment is given back once', async () => {
    const { uuid, paymentIntent, charge } = await payTooLate(app, guest)
    await app.sandbox?.control.set({ holdWebhooks: true })
    await charge()
    // A dead process works no outbox: its only step is the one that it dies in.
    await applyPaymentIntent(dyingAt(point), paymentIntent, 'provider')
    const key = `late:${paymentIntent}`
    const [refund] = await app.services.db.select().from(refunds).where(eq(refunds.key, key))
    await expect(makeRefund(dyingAt(point), refund?.id ?? 0)).rejects.toThrow(Killed)
    await pass(2)
    await pass(10)
    expect(await refundsOf(app, paymentIntent)).toEqual([{ key, amount: 45_000, status: 'succeeded' }])
    expect(await guest.look(uuid)).toMatchObject({ status: 'refunded', totalPaid: 0 })
    await expectBooksToAgree(app)
  })
})

test('a reading that is overtaken is thrown away', async () => {
  const { uuid, clientSecret, paymentIntent, reservationId } = await guest.hold(await eventId())
  app.clock.advance({ minutes: 16 })
  const deps = dyingAt('webhook-stored')
  let overtaken = false
  // Read as waiting for a card, after the hold: but before that is acted upon, the card is charged and applied.
  const fault = async (point: FaultPoint) => {
    if (point !== 'intent-read' || overtaken) return
    overtaken = true
    await guest.pay(clientSecret)
    await applyPaymentIntent(deps, paymentIntent, 'provider')
  }
  expect(await settleHold({ ...deps, fault }, reservationId, 'job:expire-holds')).toBe('settled')
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  await expectBooksToAgree(app)
})

async function remainderOf(reservationId: number): Promise<number> {
  const all = await app.services.db.select().from(invoices)
  const found = all.find((row) => row.reservationId === reservationId && row.purpose === 'remainder')
  return found?.id ?? 0
}
