import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWaitlist } from '#domain/booking/waitlist/contract/entries.ts'
import { joinWaitlist } from '#test/support/booking/waitlist.ts'
import { events } from '#platform/database/schema/events.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import type { FaultPoint } from '../deps.ts'
import { expectBooksToAgree, mailsOf, refundsOf, statusOf } from '#test/support/booking/books.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { payDeposit, takeCash } from '#test/support/booking/stay.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { cancelReservationsOf } from './cancel-event.ts'

let admin: Admin
const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)
beforeEach(async () => {
  admin = await signInAdmin(app)
})

const event = () => makeEvent(app.services.db)
const refused = (code: string, status: number) => ({ ok: false, code, status })
const CANCELLED = { ...refused('event_cancelled', 409), message: 'This retreat has been canceled.' }
const pass = async (minutes: number) => {
  app.clock.advance({ minutes })
  await app.runJobs()
}

test('refunds a payment that arrives after the event was canceled', async () => {
  const { id } = await event()
  await app.sandbox?.control.set({ keepProcessing: true })
  const { uuid, clientSecret, paymentIntent } = await guest.hold(id)
  await guest.pay(clientSecret)
  await pass(76)
  expect(await statusOf(app, uuid)).toBe('expired')
  await admin.cancelEvent(id)
  await app.sandbox?.control.finish(paymentIntent, 'charge')
  await pass(1)
  expect(await guest.look(uuid)).toMatchObject({ status: 'refunded', totalPaid: 0 })
  expect(await mailsOf(app, uuid)).toEqual(['late-refund', 'late-refund-admin'])
  await expectBooksToAgree(app)
})

describe('while some stays of a canceled event cannot be canceled yet, the site', () => {
  test("cancels the other stays while a bank is deciding about one guest's payment, and that guest's stay later", async () => {
    const { id } = await event()
    const slow = await payDeposit(guest, id)
    const quick = await payDeposit(guest, id)
    const open = (await guest.look(slow.uuid)).invoices.find((invoice) => !invoice.paid)?.clientSecret ?? ''
    await app.sandbox?.control.set({ keepProcessing: true })
    expect(await guest.pay(open)).toBe('processing')
    await admin.cancelEvent(id)
    await app.jobs.runDue()
    expect(await statusOf(app, quick.uuid)).toBe('cancelled')
    expect(await admin.progress(id)).toMatchObject({ done: 1, left: 1 })

    await app.sandbox?.control.finish(open.split('_secret_')[0] ?? '', 'charge')
    await pass(60)
    await pass(60)
    expect(await admin.look(slow.reservationId)).toMatchObject({ status: 'cancelled', totalPaid: 0 })
    expect(await admin.progress(id)).toMatchObject({ done: 2, left: 0, refundsLeft: 0 })
    await expectBooksToAgree(app)
  })

  test('cancels the stays of an event once Stripe can be reached again', async () => {
    const { id } = await event()
    const { uuid, reservationId } = await payDeposit(guest, id)
    await guest.look(uuid)
    await app.sandbox?.control.set({ provider: 'refuse' })
    await admin.cancelEvent(id)
    await app.jobs.runDue()
    expect(await admin.progress(id)).toMatchObject({ left: 1 })
    await app.sandbox?.control.set({ provider: 'up' })
    await pass(60)
    expect(await admin.look(reservationId)).toMatchObject({ status: 'cancelled', totalPaid: 0 })
  })
})

test('cancels every stay of an event with a full refund and an e-mail, and reports the progress (R5.7)', async () => {
  const { id } = await event()
  const one = await payDeposit(guest, id)
  const two = await payDeposit(guest, id)
  const held = await guest.hold(id)
  await takeCash(app, two.reservationId)
  await guest.hold((await event()).id)

  expect(await admin.progress(id)).toEqual({
    cancelledAt: null,
    done: 0,
    left: 3,
    refundsLeft: 0,
    refundsHeld: 0,
    owed: 0,
  })
  const called = await admin.cancelEvent(id)
  expect(called).toMatchObject({ ok: true, data: { progress: { cancelledAt: expect.any(String) } } })
  await app.jobs.runDue()
  expect(await admin.progress(id)).toMatchObject({ done: 3, left: 0, refundsLeft: 0, owed: 45_000 })
  for (const { uuid } of [one, two]) {
    expect(await statusOf(app, uuid)).toBe('cancelled')
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
  }
  expect(await admin.look(one.reservationId)).toMatchObject({ totalPaid: 0 })
  expect(await statusOf(app, held.uuid)).toBe('cancelled')
  expect(await guest.pay(held.clientSecret)).toBe('payment_intent_unexpected_state')
  expect((await admin.refundsOf(one.reservationId)).cancellation).toMatchObject({
    cancelledBy: 'retreat',
    percent: 100,
    fees: 0,
    refundToCards: 45_000,
  })
  await expectBooksToAgree(app)
})

test('cancels exactly the stays and entries, and makes exactly the refunds, that the cancellation plan had shown', async () => {
  const { id, startDateDate, endDateDate } = await makeEvent(app.services.db, {
    spots: 4,
    showWaitlist: true,
  })
  const one = await payDeposit(guest, id)
  const two = await payDeposit(guest, id)
  const disputed = await payDeposit(guest, id)
  await app.sandbox?.control.dispute(disputed.paymentIntent)
  await app.runJobs()
  await takeCash(app, two.reservationId)
  const [deposit] = (await guest.look(one.uuid)).invoices
  await admin.refund(deposit!.id, 5_000)
  await guest.hold(id)
  const waitlistData = { customerName: 'Ana Doe', email: 'ana@example.test', eventId: id }
  await joinWaitlist(app, waitlistData)
  expect(await admin.eventPlan(id)).toEqual({
    ok: true,
    data: {
      startDateDate,
      endDateDate,
      guests: 3,
      emails: 4,
      toCall: [],
      holds: 1,
      waiting: 1,
      spotsWanted: 1,
      refundToCards: 85_000,
      refundByHand: 45_000,
      disputed: 45_000,
    },
  })
  await admin.cancelEvent(id)
  await app.jobs.runDue()
  const done = []
  for (const { reservationId } of [one, two, disputed])
    done.push((await admin.refundsOf(reservationId)).cancellation!)
  expect(done.reduce((sum, { refundToCards }) => sum + refundToCards, 0)).toBe(85_000)
  expect(done.reduce((sum, { refundByHand }) => sum + refundByHand, 0)).toBe(45_000)
  expect(await admin.eventPlan(id)).toMatchObject(refused('event_cancelled', 409))
  expect(await admin.eventPlan(999_999)).toMatchObject(refused('not_found', 404))
})

const at = async (now: Date) => {
  app.clock.set(now)
  admin = await signInAdmin(app)
}

describe('around the end of a retreat, the site', () => {
  const OVER = refused('event_ended', 409)
  const TODAY = '2027-05-06'
  // The last minute of the event's last day at the ranch. In UTC, the next day has already begun.
  const LAST_MINUTE = new Date(`${TODAY}T23:59:00-06:00`)
  const stayUntilToday = async () => {
    const { id } = await makeEvent(app.services.db, {
      startDateDate: '2027-07-01',
      endDateDate: '2027-07-05',
    })
    const { reservationId, uuid } = await payDeposit(guest, id)
    const days = { startDateDate: '2027-05-01', endDateDate: TODAY }
    await app.services.db.update(events).set(days).where(eq(events.id, id))
    return { id, reservationId, uuid }
  }
  let before: Date
  beforeEach(() => {
    before = app.services.now()
  })
  afterEach(() => app.clock.set(before))

  test('refuses to cancel an event or a stay that is over, but still lets an admin refund a payment (R5.8)', async () => {
    const { id, reservationId, uuid } = await stayUntilToday()
    await at(new Date(LAST_MINUTE.getTime() + 60_000))
    expect(await admin.cancelEvent(id)).toMatchObject({
      ...OVER,
      message: expect.stringContaining('refund single invoices'),
    })
    expect(await admin.eventPlan(id)).toMatchObject(OVER)
    for (const cancelledBy of ['guest', 'retreat'] as const)
      expect(await admin.cancel(reservationId, { cancelledBy })).toMatchObject(OVER)
    await app.runJobs()
    expect(await admin.progress(id)).toMatchObject({ cancelledAt: null, left: 1 })
    expect(await mailsOf(app, uuid)).not.toContain('cancellation')
    const paid = (await admin.look(reservationId)).invoices.find((invoice) => invoice.paid)
    expect(await admin.refund(paid!.id, 5_000, { sendEmail: false })).toMatchObject({ ok: true })
    expect(await admin.remove(reservationId, 'true')).toMatchObject({ ok: true })
  })

  test('cancels a running event and its stays until the last minute of its last day', async () => {
    const { id, reservationId } = await stayUntilToday()
    await at(LAST_MINUTE)
    expect(await admin.eventPlan(id)).toMatchObject({ data: { guests: 1, refundToCards: 45_000 } })
    expect(await admin.cancel(reservationId)).toMatchObject({ ok: true })
    expect(await admin.cancelEvent(id)).toMatchObject({ ok: true })
  })

  test("completes an event's cancellation that began before the event ended", async () => {
    const { id, reservationId } = await stayUntilToday()
    await at(LAST_MINUTE)
    await admin.cancelEvent(id)
    await at(new Date(LAST_MINUTE.getTime() + 60_000))
    await app.runJobs()
    expect(await admin.look(reservationId)).toMatchObject({ status: 'cancelled' })
    expect(await admin.cancelEvent(id)).toMatchObject({ ok: true })
  })
})

test('counts a refund that Stripe refused as owed, until an admin records that they gave it', async () => {
  const { id } = await event()
  const { reservationId } = await payDeposit(guest, id)
  const { createRefund } = app.provider
  app.provider.createRefund = async () => ({ outcome: 'rejected', reason: 'closed' })
  await admin.cancelEvent(id)
  await app.jobs.runDue()
  app.provider.createRefund = createRefund
  expect(await admin.progress(id)).toMatchObject({ done: 1, left: 0, refundsLeft: 0, owed: 45_000 })
  await admin.recordRefund((await admin.refundsOf(reservationId)).refunds[0]?.id ?? 0)
  expect(await admin.progress(id)).toMatchObject({ refundsLeft: 0, owed: 0 })
})

test('cancels an event only once when two admins click several times', async () => {
  const { id } = await event()
  const { uuid, paymentIntent } = await payDeposit(guest, id)
  const other = await signInAdmin(app)
  const replies = await Promise.all([admin.cancelEvent(id), other.cancelEvent(id), admin.cancelEvent(id)])
  expect(replies.map((reply) => reply.ok)).toEqual([true, true, true])
  await app.jobs.runDue()
  await admin.cancelEvent(id)
  await app.jobs.runDue()
  expect((await auditOf(app, 'event', id)).map((entry) => entry.action)).toEqual(['event.cancelled'])
  expect(await refundsOf(app, paymentIntent)).toHaveLength(1)
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
})

test('cancels every guest who signs up while the event is being canceled', async () => {
  const { id } = await makeEvent(app.services.db, { cost: 0 })
  const order = () => {
    const email = `guest-${randomUUID()}@example.test`
    return guest.order({ eventId: id, amount: 0, attempt: randomUUID(), email })
  }
  const before = [order(), order(), order()]
  const called = admin.cancelEvent(id)
  const replies = await Promise.all([...before, order(), order(), order()])
  expect(await called).toMatchObject({ ok: true })
  expect(replies.filter((reply) => !reply.ok && reply.code !== 'event_cancelled')).toEqual([])
  await app.jobs.runDue()
  expect(await admin.progress(id)).toMatchObject({
    left: 0,
    done: replies.filter((reply) => reply.ok).length,
  })
})

test('returns 404 for canceling an event that does not exist', async () => {
  expect(await admin.cancelEvent(999_999)).toMatchObject(refused('not_found', 404))
})

test('refuses payments, sign-ups by guests and admins, and new waitlist entries for a canceled event (R5.7)', async () => {
  const { id } = await event()
  const { uuid, reservationId } = await payDeposit(guest, id)
  const open = await guest.open(id)
  const unpaid = (await guest.look(uuid)).invoices.find((invoice) => !invoice.paid)
  // Marks the event as canceled, but runs no job, so that its stays are not canceled yet.
  await app.services.db.update(events).set({ cancelledAt: app.clock.now() }).where(eq(events.id, id))

  const intentFor = (body: object) =>
    guest.browser.call(createPaymentIntent, { body: { amount: 45_000, ...body } })
  expect(await intentFor({ eventId: id })).toMatchObject(CANCELLED)
  expect(await intentFor({ invoiceId: unpaid?.id ?? 0, uuid })).toMatchObject(CANCELLED)
  expect(await guest.order({ eventId: id, paymentIntent: open.paymentIntent })).toMatchObject(CANCELLED)
  const waitlistData = { customerName: 'Pat Doe', email: 'pat@example.test', eventId: id }
  expect(await guest.browser.call(createWaitlist, { body: { waitlistData } })).toMatchObject(CANCELLED)
  expect(await admin.order({ eventId: id, allowOverbooking: true })).toMatchObject(CANCELLED)
  const shown = await guest.look(uuid)
  expect(shown).toMatchObject({ status: 'confirmed', event: { cancelled: true } })
  expect(shown.invoices.map((invoice) => invoice.clientSecret)).toEqual([null, null])
  // Even if an admin enters that the guest canceled, the stay counts as canceled by the venue.
  await admin.cancel(reservationId, { cancelledBy: 'guest' })
  expect((await admin.refundsOf(reservationId)).cancellation).toMatchObject({ cancelledBy: 'retreat' })
})

class Killed extends Error {}

/** Kills the process that runs the job at this step. The next process starts the job again. */
test.each(['cancellation-written', 'cancellation-committed', 'intent-cancelled'] as const)(
  'cancels every stay of an event exactly once when the process is killed at step %s',
  async (point: FaultPoint) => {
    const { id } = await event()
    const stays = [await payDeposit(guest, id), await payDeposit(guest, id)]
    await Promise.all(stays.map(({ uuid }) => guest.look(uuid)))
    await app.services.db.update(events).set({ cancelledAt: app.clock.now() }).where(eq(events.id, id))
    let deaths = 0
    for (let alive = false; !alive;) {
      let here = 0
      const fault = (reached: FaultPoint) => {
        // A process dies when it reaches this step for the second time. At most two processes die.
        if (reached !== point || deaths === 2 || (here += 1) < 2) return
        deaths += 1
        throw new Killed(point)
      }
      alive = (await dying(id, fault)) === 'alive'
    }
    await app.jobs.runDue()
    for (const { uuid, paymentIntent } of stays) {
      expect(await statusOf(app, uuid)).toBe('cancelled')
      expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: 45_000, status: 'succeeded' }])
      expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
    }
    await expectBooksToAgree(app)
  },
)

/**
 * Runs the job that cancels an event's stays, in a process that may die at `fault`. Returns whether the process
 * survived.
 */
async function dying(eventId: number, fault: (point: FaultPoint) => void): Promise<'alive' | 'dead'> {
  let dead = false
  const once = (point: FaultPoint) => {
    // A dead process takes no more steps. So after the first simulated death, every further step throws.
    if (dead) throw new Killed(point)
    try {
      fault(point)
    } catch (error) {
      dead = true
      throw error
    }
  }
  const left = await cancelReservationsOf(bookingDeps(app, { fault: once }), eventId)
  return dead || left > 0 ? 'dead' : 'alive'
}

test('marks the job that cancels an event as done only when every stay is canceled, and never gives up', async () => {
  const jobs = await app.services.db.select().from(outbox).where(eq(outbox.kind, 'cancel-event'))
  expect(jobs.length).toBeGreaterThan(3)
  expect(jobs.filter((job) => job.doneAt === null || job.deadAt !== null)).toEqual([])
})
