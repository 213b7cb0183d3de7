import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { events } from '#platform/database/schema/events.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import { getEvent } from '../contract/event.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { expectBooksToAgree, intentStatus, mailsOf, refundsOf } from '#test/support/booking/books.ts'
import { refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { payDeposit, purge, takeCash } from '#test/support/booking/stay.ts'

let admin: Admin
const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const guest = createGuest(app)
beforeEach(async () => {
  admin = await signInAdmin(app)
})

/** Creates an event that starts at least 90 days from now, unless `changes` sets another day. */
const event = (changes: Parameters<typeof makeEvent>[1] = {}) =>
  makeEvent(app.services.db, { startDateDate: '2027-09-01', ...changes })
const stay = async (changes = {}) => payDeposit(guest, (await event(changes)).id)
const refused = (code: string, status: number) => ({ ok: false, code, status })

describe("after a refund or dispute in Stripe's dashboard, the site", () => {
  test("shows and counts a refund made in Stripe's dashboard, and refunds only the rest when an admin cancels the stay", async () => {
    const { reservationId: id, paymentIntent } = await stay()
    await refundInDashboard(app, paymentIntent, 20_000)
    await app.runJobs()
    expect(await admin.look(id)).toMatchObject({ totalPaid: 25_000, invoices: [{}, { refunded: 20_000 }] })
    const { plan, refunds } = await admin.refundsOf(id)
    expect(refunds).toMatchObject([
      { reason: 'provider', amount: 20_000, status: 'succeeded', byHand: false },
    ])
    expect(plan).toMatchObject({ paid: 25_000, most: 25_000, refundByTerms: 23_665 })
    await admin.cancel(id)
    await app.jobs.runDue()
    expect(await admin.look(id)).toMatchObject({ totalPaid: 1_335 })
    await expectBooksToAgree(app)
  })

  test('shows a dispute, and refunds nothing of the disputed payment when an admin cancels the stay (R5.10)', async () => {
    const { reservationId: id, paymentIntent } = await stay()
    await app.sandbox?.control.dispute(paymentIntent)
    await app.runJobs()
    expect(await admin.look(id)).toMatchObject({ totalPaid: 45_000, invoices: [{}, { disputed: true }] })
    const { plan } = await admin.refundsOf(id, { cancelledBy: 'retreat' })
    expect(plan).toMatchObject({
      paid: 45_000,
      most: 0,
      refundByTerms: 0,
      lines: [{ withdrawn: 45_000, refund: 0 }],
    })
    await admin.cancel(id, { cancelledBy: 'retreat' })
    await app.jobs.runDue()
    expect((await admin.refundsOf(id)).refunds).toEqual([])
  })
})

describe("when an admin cancels a guest's stay, the site", () => {
  test("refunds all but Stripe's fee once and frees the spot, 90 or more days before the start (R5.5, R5.1)", async () => {
    const { id: eventId, urlName } = await event({ spots: 1 })
    const { reservationId: id, uuid, paymentIntent } = await payDeposit(guest, eventId)
    const { plan } = await admin.refundsOf(id)
    expect(plan).toMatchObject({ percent: 100, paid: 45_000, fees: 1_335, refundByTerms: 43_665 })

    const cancelled = await admin.cancel(id)
    expect(cancelled).toMatchObject({ ok: true, data: { reservation: { status: 'cancelled', version: 3 } } })
    await app.jobs.runDue()
    expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: 43_665, status: 'succeeded' }])
    expect(await guest.look(uuid)).toMatchObject({ status: 'cancelled', totalPaid: 1_335, fullyPaid: false })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
    const shown = await guest.browser.call(getEvent, { query: { eventUrlName: urlName } })
    expect(shown).toMatchObject({ data: { reservedSpots: 0, isFull: false, cancelled: false } })
    expect((await admin.refundsOf(id)).cancellation).toMatchObject({
      cancelledBy: 'guest',
      percent: 100,
      refundToCards: 43_665,
      overrideReason: null,
    })
    await expectBooksToAgree(app)
  })

  test("cancels the guest's open payment for an unpaid invoice, so that it can no longer be charged (R5.5)", async () => {
    const { reservationId: id, uuid } = await stay()
    const open = (await guest.look(uuid)).invoices.find((invoice) => !invoice.paid)
    const intentId = open?.clientSecret?.split('_secret_')[0] ?? ''
    await admin.cancel(id)
    expect(await intentStatus(app, intentId)).toBe('canceled')
    expect(await guest.pay(open?.clientSecret ?? '')).toBe('payment_intent_unexpected_state')
    const { invoices } = await guest.look(uuid)
    expect(invoices.map((invoice) => invoice.clientSecret)).toEqual([null, null])
    const body = { amount: 45_000, invoiceId: open?.id ?? 0, uuid }
    expect(await guest.browser.call(createPaymentIntent, { body })).toMatchObject(refused('not_payable', 409))
  })

  test('counts the refund of a manual payment as owed, until an admin records that they gave it (R5.3)', async () => {
    const { reservationId: id } = await stay()
    await takeCash(app, id)
    await admin.cancel(id, { cancelledBy: 'retreat' })
    const owed = (await admin.refundsOf(id)).refunds.find((refund) => refund.byHand)
    expect(owed).toMatchObject({
      amount: 45_000,
      status: 'owed',
      method: 'cash',
      reason: 'retreat-cancelled',
    })
    await app.jobs.runDue()
    expect(await admin.look(id)).toMatchObject({ totalPaid: 0 })
    const given = await admin.recordRefund(owed?.id ?? 0)
    expect(given).toMatchObject({ ok: true, data: { reservation: { totalPaid: 0 } } })
    expect(await admin.recordRefund(owed?.id ?? 0)).toMatchObject(refused('not_owed', 409))
  })

  test('refunds 90 % within 30 days of the start if the admin says, with a reason, that the spot is taken (R45.4)', async () => {
    const { reservationId: id } = await payDeposit(guest, (await event({ startDateDate: '2027-06-20' })).id)
    app.clock.set(new Date('2027-06-10T18:00:00Z'))
    admin = await signInAdmin(app)
    expect((await admin.refundsOf(id)).plan).toMatchObject({ daysBefore: 10, refundByTerms: 0 })
    const { plan } = await admin.refundsOf(id, { replacementFound: 'true' })
    expect(plan).toMatchObject({ percent: 90, fees: 0, refundByTerms: 40_500 })
    // The site knows no payment by a guest who takes over the spot, only what the admin says. So the admin must
    // give a reason.
    for (const changes of [{}, { refund: 40_500 }])
      expect(await admin.cancel(id, { replacementFound: true, ...changes })).toMatchObject({
        ...refused('invalid', 400),
        fields: { reason: expect.any(String) },
      })
    const reason = 'Sam Poe took the spot and paid $450 in cash'
    expect(await admin.cancel(id, { replacementFound: true, reason })).toMatchObject({ ok: true })
    expect((await admin.refundsOf(id)).cancellation).toMatchObject({
      replacementFound: true,
      refundToCards: 40_500,
      overrideReason: reason,
    })
    app.clock.set(NOW)
  })

  test('sends the guest no e-mail if the admin turns it off', async () => {
    const { reservationId: id, uuid } = await stay()
    await admin.cancel(id, { sendEmail: false })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
  })

  test('cancels a hold, and its card payment can no longer be charged', async () => {
    const held = await guest.hold((await event()).id)
    expect(await admin.cancel(held.reservationId)).toMatchObject({ ok: true })
    expect(await guest.pay(held.clientSecret)).toBe('payment_intent_unexpected_state')
    expect(await guest.look(held.uuid)).toMatchObject({ status: 'cancelled', totalPaid: 0 })
  })

  test("audits that the admin canceled the stay, but not the guest's name in the admin's reason", async () => {
    const { reservationId: id } = await stay()
    await admin.cancel(id, { refund: 1_000, reason: 'Robin Doe asked' })
    const entries = await auditOf(app, 'reservation', id)
    expect(entries.at(-1)).toMatchObject({ action: 'reservation.cancelled', actor: 'admin:the-admin' })
    expect(JSON.stringify(entries)).not.toContain('Robin')
  })
})

test.each([
  ['when the Terms name no replacement yet', { startDateDate: '2027-07-05' }, {}],
  ['when the venue cancels', { startDateDate: '2027-05-20' }, { cancelledBy: 'retreat' }],
] as const)(
  'requires no reason from an admin who says that somebody takes the spot, if that does not change the refund: %s',
  async (_name, when, who) => {
    const { id: eventId } = await event({ startDateDate: '2027-07-05' })
    const { reservationId: id } = await payDeposit(guest, eventId)
    await app.services.db.update(events).set(when).where(eq(events.id, eventId))
    expect(await admin.cancel(id, { replacementFound: true, ...who })).toMatchObject({ ok: true })
    expect((await admin.refundsOf(id)).cancellation?.overrideReason).toBeNull()
  },
)

describe('when an admin refunds an amount other than the Terms give (R5.9), the site', () => {
  test("refunds the admin's amount, and stores the admin's reason encrypted", async () => {
    const { reservationId: id } = await stay()
    expect(await admin.cancel(id, { refund: 45_000, reason: 'A broken leg' })).toMatchObject({ ok: true })
    const { cancellation } = await admin.refundsOf(id)
    expect(cancellation).toMatchObject({
      refundByTerms: 43_665,
      refundToCards: 45_000,
      overrideReason: 'A broken leg',
    })
    const [row] = await app.services.db
      .select()
      .from(cancellations)
      .where(eq(cancellations.reservationId, id))
    expect(row?.overrideReason).not.toContain('leg')
  })

  test.each([
    ['without a reason', { refund: 100 }, 'reason'],
    ['that is more than is left', { refund: 45_001, reason: 'Generous' }, 'refund'],
    ['that is negative', { refund: -1, reason: 'Mean' }, 'refund'],
  ])('refuses a refund amount %s, names the field and cancels no payment', async (_name, changes, field) => {
    const { reservationId: id, uuid } = await stay()
    const reply = await admin.cancel(id, changes)
    expect(reply).toMatchObject({ ...refused('invalid', 400), fields: { [field]: expect.any(String) } })
    const { status, invoices } = await guest.look(uuid)
    expect(status).toBe('confirmed')
    expect(invoices.find((invoice) => !invoice.paid)?.clientSecret).not.toBeNull()
  })
})

describe('if an admin cannot cancel a stay, the site', () => {
  test('refuses to cancel a stay that is unknown, ended or purged, or with a stale version', async () => {
    expect(await admin.cancel(999_999, { version: 1 })).toMatchObject(refused('not_found', 404))
    const { reservationId: id } = await stay()
    const { version } = await admin.look(id)
    expect(await admin.cancel(id, { version: version - 1 })).toMatchObject(refused('stale', 409))
    await admin.cancel(id)
    expect(await admin.cancel(id)).toMatchObject(refused('not_cancellable', 409))
    const purged = await stay()
    await purge(app, purged.reservationId)
    expect(await admin.cancel(purged.reservationId)).toMatchObject(refused('purged', 410))
  })

  test('refuses to cancel while a bank is deciding about a payment or Stripe is down, and changes nothing (R5.11)', async () => {
    const { reservationId: id, uuid } = await stay()
    const open = (await guest.look(uuid)).invoices.find((invoice) => !invoice.paid)?.clientSecret ?? ''
    await app.sandbox?.control.set({ provider: 'refuse' })
    expect(await admin.cancel(id)).toMatchObject(refused('provider_failed', 502))
    await app.sandbox?.control.set({ provider: 'up', keepProcessing: true })
    expect(await guest.pay(open)).toBe('processing')
    expect(await admin.cancel(id)).toMatchObject(refused('payment_processing', 409))
    expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  })

  test('records a payment that succeeded just before the cancellation, and refunds it when the admin cancels again', async () => {
    const { reservationId: id, uuid } = await stay()
    const open = (await guest.look(uuid)).invoices.find((invoice) => !invoice.paid)?.clientSecret ?? ''
    await app.sandbox?.control.set({ holdWebhooks: true })
    await guest.pay(open)
    expect(await admin.cancel(id)).toMatchObject(refused('payment_arrived', 409))
    expect(await admin.look(id)).toMatchObject({ status: 'confirmed', totalPaid: 90_000 })
    await guest.feesTold()
    expect(await admin.cancel(id)).toMatchObject({ ok: true })
    await app.jobs.runDue()
    expect(await admin.look(id)).toMatchObject({ totalPaid: 2 * 1_335 })
    await expectBooksToAgree(app)
  })
})

if (testDatabaseKind() === 'postgres') {
  test('cancels a stay only once when two admins cancel it at the same time', async () => {
    const { db } = app.services
    const { id: eventId } = await event()
    const { reservationId: id, uuid, paymentIntent } = await payDeposit(guest, eventId)
    const waiting = async () => {
      const found = await db.execute(sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return (found as unknown as { rows: { count: number }[] }).rows[0]?.count ?? 0
    }
    const { version } = await admin.look(id)
    const other = await signInAdmin(app)
    let replies: ReturnType<Admin['cancel']>[] = []
    await db.transaction(async (tx) => {
      await lockEvent(tx, eventId)
      replies = [admin.cancel(id, { version }), other.cancel(id, { version, refund: 45_000, reason: 'Kind' })]
      await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(1)
    })
    const done = await Promise.all(replies)
    expect(done.map((reply) => reply.ok).toSorted()).toEqual([false, true])
    expect(done.find((reply) => !reply.ok)).toMatchObject({ status: 409, code: 'not_cancellable' })
    await app.jobs.runDue()
    expect(await refundsOf(app, paymentIntent)).toHaveLength(1)
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
    await expectBooksToAgree(app)
  })
}
