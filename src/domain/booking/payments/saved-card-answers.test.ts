/**
 * Tests charges of a saved card for which Stripe's answer is lost or late, or whose stay has changed in the
 * meantime (R42.4).
 */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { payments } from '#platform/database/schema/payments.ts'
import { ranchInstant } from '#shared/days.ts'
import { makeEvent } from '#test/support/factories.ts'
import { moveReservation } from '../contract/admin.ts'
import type { FaultPoint } from '../deps.ts'
import { expectBooksToAgree, mailsOf, refundsOf } from '#test/support/booking/books.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { type KeptStay, openSavedCards } from '#test/support/booking/saved-card.ts'
import { auditOf } from '#test/support/audit.ts'
import { bookBy, makeLinkOf } from '#test/support/booking/replacement.ts'
import { chargeSavedCards } from './saved-card.ts'

const site = await openSavedCards()
const { app, guest } = site

/**
 * Announces the charges of these stays by e-mail, then moves the clock to the time of charging. From then on, the
 * sandbox for Stripe holds back its webhook events.
 */
async function due(...stays: KeptStay[]) {
  await site.workOn('2027-03-12')
  await app.sandbox?.control.set({ holdWebhooks: true })
  app.clock.set(ranchInstant('2027-03-15', 9))
  return stays.map(({ reservationId }) => reservationId)
}

const POINTS = ['charge-wanted', 'charge-made', 'charge-noted', 'changes-written'] as const

test('charges a saved card once after a kill at any step, and refuses to change the stay until Stripe has answered', async () => {
  const stays: KeptStay[] = []
  for (const _ of POINTS) stays.push(await site.keep())
  await due(...stays)
  // The stays are charged sequentially, and the process is killed at a different step for each stay.
  const points: FaultPoint[] = [...POINTS]
  const dying = bookingDeps(app, {
    log: { ...app.services.log, error: () => {} } as never,
    fault: (reached) => {
      if (reached === points[0]) throw new Error(`killed at ${points.shift()}`)
    },
  })
  await chargeSavedCards(dying)
  const admin = await signInAdmin(app)
  const { id: eventId } = await makeEvent(app.services.db)
  for (const { uuid, reservationId: id } of stays) {
    expect(await site.attempts(id)).toEqual(['charging 2027-03-15'])
    expect(await site.secretOf(uuid)).toBe('')
    const waits = { code: 'payment_processing' }
    const { version } = await admin.look(id)
    expect(await admin.cancel(id, { version })).toMatchObject(waits)
    expect(await admin.remove(id, 'true')).toMatchObject(waits)
    expect(await admin.browser.call(moveReservation, { body: { id, version, eventId } })).toMatchObject(waits)
  }
  await site.after(2)
  for (const [nth, { uuid, reservationId }] of stays.entries()) {
    const told = [POINTS[nth], await site.attempts(reservationId), await site.chargesOf(reservationId)]
    expect(told).toEqual([POINTS[nth], ['succeeded 2027-03-15'], 1])
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true, totalPaid: 90_000 })
  }
  await expectBooksToAgree(app)
})

test.each(['charge-wanted', 'charge-made'] as const)(
  'does not charge a saved card that the guest removes after a kill at %s, before Stripe has answered',
  async (point) => {
    const { uuid, reservationId, ...stay } = await site.keep()
    await due({ uuid, reservationId, ...stay })
    const before = await site.allCharges()
    await chargeSavedCards(site.dyingAt(point))
    const made = (await site.allCharges()) - before
    expect(made).toBe(point === 'charge-wanted' ? 0 : 1)
    expect(await site.withdraw(uuid)).toMatchObject({ ok: true })
    await site.after(2, 20)
    expect((await site.allCharges()) - before).toBe(made)
    expect(await site.attempts(reservationId)).toEqual([
      made === 0 ? 'stopped 2027-03-15' : 'succeeded 2027-03-15',
    ])
    await expectBooksToAgree(app)
  },
)

test('looks up a charge at Stripe that got no answer for a day, then stops it and notifies the admin', async () => {
  const stay = await site.keep()
  await due(stay)
  const provider = {
    ...app.provider,
    chargeSavedCard: async () => ({ outcome: 'unavailable', reason: 'away' }) as const,
  }
  const away = bookingDeps(app, { provider })
  await chargeSavedCards(away)
  app.clock.advance({ hours: 22 })
  await chargeSavedCards(away)
  expect(await site.attempts(stay.reservationId)).toEqual(['charging 2027-03-15'])
  app.clock.advance({ hours: 2 })
  await chargeSavedCards(away)
  expect(await site.attempts(stay.reservationId)).toEqual(['stopped 2027-03-15'])
  expect((await mailsOf(app, stay.uuid)).slice(2)).toEqual(['card-charge-failed-admin'])
  expect(await site.chargesOf(stay.reservationId)).toBe(0)
})

test('charges a saved card even if Stripe does not answer for several other cards', async () => {
  const stays: KeptStay[] = []
  for (let number = 0; number < 4; number += 1) stays.push(await site.keep())
  await due(...stays)
  const stuck = new Set(stays.slice(0, 3).map(({ customer }) => customer))
  const provider: typeof app.provider = {
    ...app.provider,
    chargeSavedCard: async (order) =>
      stuck.has(order.customer)
        ? { outcome: 'unavailable', reason: 'stuck' }
        : app.provider.chargeSavedCard(order),
  }
  for (const _ of [1, 2]) await chargeSavedCards(bookingDeps(app, { provider }))
  expect(await site.attempts(stays[3]?.reservationId ?? 0)).toEqual(['succeeded 2027-03-15'])
})

test('charges a saved card even if a bank is deciding about payments of several other guests', async () => {
  const stays: KeptStay[] = []
  for (let number = 0; number < 4; number += 1) stays.push(await site.keep())
  await due(...stays)
  const paying = new Set<string>()
  for (const { uuid } of stays.slice(0, 3)) paying.add((await site.secretOf(uuid)).split('_secret')[0] ?? '')
  const cancelIntent: typeof app.provider.cancelIntent = async (id) => {
    if (!paying.has(id)) return app.provider.cancelIntent(id)
    const read = await app.provider.retrieveIntent(id)
    if (read.outcome !== 'ok') throw new Error(read.outcome)
    return { outcome: 'ok', intent: { ...read.intent, state: { status: 'processing' } } }
  }
  await chargeSavedCards(bookingDeps(app, { provider: { ...app.provider, cancelIntent } }))
  expect(await Promise.all(stays.map(({ reservationId }) => site.attempts(reservationId)))).toEqual([
    ...Array.from({ length: 3 }, () => ['planned 2027-03-15']),
    ['succeeded 2027-03-15'],
  ])
})

test("sends a charge again with the same idempotency key after Stripe's reply was lost, and charges the card once", async () => {
  const { uuid, reservationId } = await site.keep()
  await site.workOn('2027-03-12')
  await app.sandbox?.control.set({ provider: 'lose-replies' })
  await site.workOn('2027-03-15')
  await app.sandbox?.control.set({ provider: 'up' })
  await site.after(5)
  expect(await site.chargesOf(reservationId)).toBe(1)
  expect(await site.attempts(reservationId)).toEqual(['succeeded 2027-03-15'])
  expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true })
})

/**
 * Expects that the charge was refunded in full, and that the refund is in the guest's e-mails and in the payment's
 * audit log.
 */
async function expectGivenBack(
  { uuid, reservationId }: KeptStay,
  { last, why, mails }: { last: string; why: 'cancelled' | 'late'; mails: string[] },
) {
  expect((await site.attempts(reservationId)).at(-1)).toBe(last)
  expect(await site.chargesOf(reservationId)).toBe(1)
  const intent = await site.chargedIntent(reservationId)
  expect(await refundsOf(app, intent)).toEqual([
    { key: expect.stringMatching(`^${why}:`), amount: 45_000, status: 'succeeded' },
  ])
  expect((await mailsOf(app, uuid)).slice(-mails.length)).toEqual(mails)
  const { status, keptCard } = await guest.look(uuid)
  expect({ status, keptCard }).toEqual({ status: 'cancelled' })
  const [paid] = await app.services.db.select().from(payments).where(eq(payments.intentId, intent))
  const history = (await auditOf(app, 'payment', paid?.id ?? 0)).map(({ action }) => action)
  expect(history.filter((action) => action !== 'payment.updated')).toEqual([
    'payment.recorded',
    'refund.requested',
    'refund.succeeded',
  ])
  await expectBooksToAgree(app)
}
/**
 * What to expect after the venue cancels a stay while the bank decides: the charge succeeds, and the cancellation
 * refunds it.
 */
const WITH_RETREAT = {
  last: 'succeeded 2027-03-15',
  why: 'cancelled' as const,
  mails: ['invoice-success', 'cancellation'],
} satisfies Parameters<typeof expectGivenBack>[1]

describe('a charge of a saved card whose stay ends before the charge is finished', () => {
  test('is refunded if Stripe made the charge but the site never recorded it, and the event was canceled', async () => {
    const stay = await site.keep()
    await due(stay)
    await chargeSavedCards(site.dyingAt('charge-made'))
    await (await signInAdmin(app)).cancelEvent(stay.eventId)
    await app.sandbox?.control.set({ holdWebhooks: false })
    await site.after(0, 2, 20, 20)
    await expectGivenBack(stay, WITH_RETREAT)
  })

  test('is refunded if the bank accepts the charge after the event was canceled', async () => {
    const stay = await site.keep()
    await due(stay)
    await app.sandbox?.control.set({ holdWebhooks: false, keepProcessing: true })
    await chargeSavedCards(bookingDeps(app))
    expect(await site.attempts(stay.reservationId)).toEqual(['charging 2027-03-15'])
    await (await signInAdmin(app)).cancelEvent(stay.eventId)
    await site.after(0, 20)
    expect(await site.attempts(stay.reservationId)).toEqual(['charging 2027-03-15'])
    await app.sandbox?.control.finish(await site.chargedIntent(stay.reservationId), 'charge')
    await site.after(2, 20)
    await expectGivenBack(stay, WITH_RETREAT)
  })

  test('is not sent again if it never reached Stripe and the event was canceled', async () => {
    const { uuid, reservationId, eventId, ...stay } = await site.keep()
    await due({ uuid, reservationId, eventId, ...stay })
    await chargeSavedCards(site.dyingAt('charge-wanted'))
    await (await signInAdmin(app)).cancelEvent(eventId)
    await site.after(0, 2, 20, 20)
    expect(await site.chargesOf(reservationId)).toBe(0)
    expect(await site.attempts(reservationId)).toEqual(['stopped 2027-03-15'])
    expect(await guest.look(uuid)).toMatchObject({ status: 'cancelled' })
    await expectBooksToAgree(app)
  })

  test('is refunded if another guest has taken over the spot in the meantime', async () => {
    const stay = await site.keep()
    await due(stay)
    await app.sandbox?.control.set({
      holdWebhooks: false,
      offSession: { decline: 'insufficient_funds', advice: null },
    })
    await site.work()
    await app.sandbox?.control.set({ offSession: null })
    // A spot can be passed on from 29 days before the start. That is after the first charge, which is tried 30 days
    // before the start.
    app.clock.set(ranchInstant('2027-03-17', 8))
    const taker = createGuest(app)
    const next = await bookBy(taker, await makeLinkOf(guest, stay.uuid), stay.eventId)
    app.clock.set(ranchInstant('2027-03-17', 9))
    await app.sandbox?.control.set({ holdWebhooks: true })
    await chargeSavedCards(site.dyingAt('charge-made'))
    expect((await site.attempts(stay.reservationId)).at(-1)).toBe('charging 2027-03-17')
    expect(await taker.pay(next.clientSecret)).toBe('succeeded')
    expect((await taker.look(next.uuid)).status).toBe('confirmed')
    await app.sandbox?.control.set({ holdWebhooks: false })
    await site.after(0, 2, 20, 20)
    const mails = ['cancellation', 'late-refund', 'late-refund-admin']
    await expectGivenBack(stay, { last: 'succeeded 2027-03-17', why: 'late', mails })
  })
})
