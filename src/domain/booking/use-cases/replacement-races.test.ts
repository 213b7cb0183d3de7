import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { events } from '#platform/database/schema/events.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { untilOneWaits } from '#test/support/measures.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { applyPaymentIntent } from '../payments/apply-intent.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { expectBooksToAgree, mailsOf, refundsOf, statusOf } from '#test/support/booking/books.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { takeBack } from '../contract/replacement.ts'
import { bookBy, makeLinkOf, NOW, START } from '#test/support/booking/replacement.ts'
import { payWhole, WHOLE } from '#test/support/booking/stay.ts'

const app = await openTestApp({ now: NOW })
const guest = createGuest(app)

async function passedOn() {
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START, spots: 1 })
  const old = await payWhole(guest, eventId)
  return { eventId, old, token: await makeLinkOf(guest, old.uuid) }
}
const work = () => app.runJobs()
const decided = async (id: number) =>
  app.services.db.select().from(cancellations).where(eq(cancellations.reservationId, id))
const takenOf = async (uuid: string) => (await guest.look(uuid)).event.reservedSpots

class Killed extends Error {}

describe.each(['intent-read', 'changes-written', 'changes-committed'] as const)(
  "after a kill at the step %s while a guest takes over another guest's spot, the site",
  (point) => {
    test("confirms the new guest once and ends the former guest's stay once when another process continues", async () => {
      await app.sandbox?.control.set({ holdWebhooks: true })
      const { eventId, old, token } = await passedOn()
      const next = await bookBy(guest, token, eventId)
      await guest.pay(next.clientSecret)
      const dying = bookingDeps(app, {
        fault: (reached) => {
          if (reached === point) throw new Killed(point)
        },
      })
      await expect(applyPaymentIntent(dying, next.paymentIntent, 'provider')).rejects.toThrow(Killed)
      const standing = [await statusOf(app, old.uuid), await statusOf(app, next.uuid)]
      expect(standing).toEqual(
        point === 'changes-committed' ? ['cancelled', 'confirmed'] : ['confirmed', 'pending'],
      )
      app.clock.advance({ minutes: 2 })
      await work()
      expect(await statusOf(app, next.uuid)).toBe('confirmed')
      expect(await takenOf(old.uuid)).toBe(1)
      expect(await refundsOf(app, old.paymentIntent)).toMatchObject([{ amount: 81_000, status: 'succeeded' }])
      expect(await mailsOf(app, old.uuid)).toEqual(['invoice-success', 'cancellation'])
      expect(await mailsOf(app, next.uuid)).toEqual(['invoice-success'])
      await expectBooksToAgree(app)
    })
  },
)

test('lets only one guest take over a spot when several book by the same link at the same time', async () => {
  const { eventId, old, token } = await passedOn()
  const people = Array.from({ length: 4 }, () => createGuest(app))
  const tries = await Promise.allSettled(people.map(async (one) => bookBy(one, token, eventId)))
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(`${one.reason}`).toMatch(/replacement_taken/)
  expect(await takenOf(old.uuid)).toBe(1)
})

test("ends the former guest's stay only once when the new guest's payment is applied several times", async () => {
  const { eventId, old, token } = await passedOn()
  const next = await bookBy(guest, token, eventId)
  await guest.pay(next.clientSecret)
  const deps = bookingDeps(app)
  await Promise.all(
    Array.from({ length: 3 }, async () => applyPaymentIntent(deps, next.paymentIntent, 'guest')),
  )
  await work()
  expect(await decided(old.reservationId)).toHaveLength(1)
  expect(await refundsOf(app, old.paymentIntent)).toHaveLength(1)
})

test('either books a passed-on spot or ends its link if the leaver ends the link while the taker books', async () => {
  const { eventId, old, token } = await passedOn()
  const back = guest.browser.call(takeBack, { query: { uuid: old.uuid } })
  const [taken, booked] = await Promise.allSettled([back, bookBy(createGuest(app), token, eventId)])
  const given = taken.status === 'fulfilled' && taken.value.ok
  expect(given).toBe(booked.status === 'rejected')
  expect(await takenOf(old.uuid)).toBe(1)
})

test("decides the refund once if an admin cancels the leaver's stay while the taker's payment arrives", async () => {
  const { eventId, old, token } = await passedOn()
  const next = await bookBy(guest, token, eventId)
  await guest.pay(next.clientSecret)
  const admin = await signInAdmin(app)
  const money = applyPaymentIntent(bookingDeps(app), next.paymentIntent, 'provider')
  const [answer] = await Promise.all([admin.cancel(old.reservationId), money])
  await work()
  const [how, ...more] = await decided(old.reservationId)
  expect(more).toEqual([])
  expect(how?.replacementFound).toBe(!answer.ok)
  expect(await refundsOf(app, old.paymentIntent)).toHaveLength(answer.ok ? 0 : 1)
  expect(await statusOf(app, next.uuid)).toBe('confirmed')
  expect(await takenOf(old.uuid)).toBe(1)
  await expectBooksToAgree(app)
})

if (testDatabaseKind() === 'postgres') {
  test('causes no deadlock if an admin records cash for a passed-on spot while a request locks the event and its stays', async () => {
    const { db } = app.services
    const { eventId, old, token } = await passedOn()
    const next = await bookBy(guest, token, eventId)
    const admin = await signInAdmin(app)
    const [whole] = (await admin.look(next.reservationId)).invoices
    const { paid } = await db.transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, eventId)).for('update')
      const paid = admin.rebill({ id: whole?.id ?? 0, paid: true })
      await untilOneWaits(db)
      // The admin's request waits for the event's lock. In the meantime, it must hold no lock of a stay, or this
      // statement would deadlock.
      await tx.select().from(reservations).where(eq(reservations.eventId, eventId)).for('update')
      return { paid }
    })
    expect(await paid).toMatchObject({ ok: true })
    expect(await statusOf(app, old.uuid)).toBe('cancelled')
    expect(await takenOf(old.uuid)).toBe(1)
  })

  test("refuses to book a passed-on spot if the leaver's stay is canceled while the booking waits for a lock", async () => {
    const { db } = app.services
    const { eventId, old, token } = await passedOn()
    const intent = await createIntent(token, eventId)
    const { booked } = await db.transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, eventId)).for('update')
      const booked = guest.order({
        eventId,
        amount: WHOLE,
        paymentIntent: intent,
        attempt: randomUUID(),
        replacement: token,
      })
      await untilOneWaits(db)
      await tx.update(reservations).set({ status: 'cancelled' }).where(eq(reservations.id, old.reservationId))
      return { booked }
    })
    expect(await booked).toMatchObject({ status: 409, code: 'replacement_over' })
  })
}

async function createIntent(replacement: string, eventId: number): Promise<string> {
  const made = await guest.browser.call(createPaymentIntent, {
    body: { amount: WHOLE, eventId, replacement },
  })
  if (!made.ok) throw new Error(made.code)
  return made.data.paymentIntent
}
