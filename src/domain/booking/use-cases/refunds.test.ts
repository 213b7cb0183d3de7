import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { emails } from '#platform/database/schema/emails.ts'
import { refunds } from '#platform/database/schema/payments.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { statementsOf } from '#test/support/measures.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { listAudit } from '#domain/staff/audit/contract.ts'
import { auditSentence } from '#app/admin/history/labels.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { payDeposit, purge, takeCash } from '#test/support/booking/stay.ts'
import { expectBooksToAgree, mailsOf, refundsOf } from '#test/support/booking/books.ts'
import { bookingDeps, providerWith } from '#test/support/booking/deps.ts'
import { refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { makeRefund } from '../payments/refund.ts'

let admin: Admin
const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)
beforeEach(async () => {
  admin = await signInAdmin(app)
})

const refused = (code: string, status: number) => ({ ok: false, code, status })

async function stay() {
  const paid = await payDeposit(guest, (await makeEvent(app.services.db)).id)
  const { invoices } = await guest.look(paid.uuid)
  const idOf = (wanted: boolean) => invoices.find((invoice) => invoice.paid === wanted)?.id ?? 0
  return { ...paid, paidId: idOf(true), unpaidId: idOf(false) }
}

test.each([
  ['amount', { amount: 5_000 }],
  ['reason', { reason: 'Another one' }],
])(
  'refuses to send a refund form again with the same key but another %s, and refunds nothing more (R44.7)',
  async (_which, other) => {
    const { paidId, paymentIntent } = await stay()
    const attempt = randomUUID()
    expect(await admin.refund(paidId, 10_000, { attempt })).toMatchObject({ ok: true })
    const { amount = 10_000, ...changes } = { reason: 'Rained in', ...other } as { amount?: number }
    const again = await admin.refund(paidId, amount, { attempt, ...changes })
    expect(again).toMatchObject({ ok: false, status: 409, code: 'attempt_used' })
    await app.jobs.runDue()
    expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: 10_000, status: 'succeeded' }])
  },
)

test('refunds a part of a card payment once, even if the form is sent several times', async () => {
  const { reservationId, paidId, paymentIntent, uuid } = await stay()
  const { version } = await admin.look(reservationId)
  const attempt = randomUUID()
  const replies = await Promise.all([1, 2, 3].map(() => admin.refund(paidId, 10_000, { attempt })))
  expect(replies.map((reply) => reply.ok)).toEqual([true, true, true])
  await app.jobs.runDue()
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: 10_000, status: 'succeeded' }])
  const shown = await admin.look(reservationId)
  expect(shown).toMatchObject({ status: 'confirmed', totalPaid: 35_000, version: version + 1 })
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'refund'])
  expect((await admin.refundsOf(reservationId)).refunds).toMatchObject([
    { invoiceId: paidId, amount: 10_000, method: 'card', reason: 'admin', byHand: false },
  ])
  await expectBooksToAgree(app)
})

test('looks up whether a cancellation can be undone only for canceled stays', async () => {
  const { reservationId } = await stay()
  const { db } = app.services
  const look = () => statementsOf(db, () => admin.refundsOf(reservationId))
  const isLookedUp = async () => (await look()).some((text) => /event_options|"replaces_id" =/.test(text))
  expect(await isLookedUp()).toBe(false)
  expect(await admin.refundsOf(reservationId)).toMatchObject({ undoProblem: 'not_undoable' })
  await admin.cancel(reservationId)
  expect(await isLookedUp()).toBe(true)
})

test("stores a refund's reason encrypted in the audit log, and sends an e-mail about that refund", async () => {
  const { reservationId, paidId } = await stay()
  await admin.refund(paidId, 500, { reason: 'Robin was bitten' })
  const [refund] = (await admin.refundsOf(reservationId)).refunds
  const [mail] = await app.services.db
    .select()
    .from(emails)
    .where(eq(emails.dedupeKey, `refund:${refund?.id}`))
  expect(mail).toMatchObject({ emailType: 'refund', reservationId, invoiceId: paidId })
  const entries = (await auditOf(app, 'payment', await paymentOf(refund?.id))).filter(
    (entry) => entry.action === 'refund.requested',
  )
  expect(entries).toMatchObject([{ reservationId, actor: 'admin:the-admin' }])
  expect(entries[0]?.details).not.toContain('bitten')
  const found = await admin.browser.call(listAudit, { query: { reservationId } })
  const told = found.ok
    ? found.data.entries.map((entry) =>
        auditSentence(entry, 'reservation')
          .map(({ text }) => text)
          .join(''),
      )
    : []
  expect(told).toContain('Refund of $5.00 (Deposit) requested: Robin was bitten')
  const all = await admin.browser.call(listAudit, { query: {} })
  expect(JSON.stringify(all)).not.toContain('bitten')
})

test("records the refund of a cash payment as owed, and lowers the stay's total and the paid amount", async () => {
  const { reservationId } = await stay()
  const invoiceId = await takeCash(app, reservationId)
  await admin.refund(invoiceId, 20_000, { sendEmail: false })
  const [owed] = (await admin.refundsOf(reservationId)).refunds
  expect(owed).toMatchObject({ byHand: true, status: 'owed', amount: 20_000 })
  const less = {
    totalDue: 70_000,
    totalPaid: 70_000,
    fullyPaid: true,
    money: { goodwill: 20_000, stillToPay: 0 },
  }
  expect(await admin.look(reservationId)).toMatchObject(less)
  await admin.recordRefund(owed?.id ?? 0)
  expect(await admin.look(reservationId)).toMatchObject(less)
})

test('refunds at most what pending refunds, owed refunds and disputes leave of a payment', async () => {
  const { paidId, paymentIntent } = await stay()
  const tooMuch = { ...refused('invalid', 400), fields: { amount: expect.any(String) } }
  expect(await admin.refund(paidId, 45_001)).toMatchObject(tooMuch)
  const both = await Promise.all([admin.refund(paidId, 30_000), admin.refund(paidId, 30_000)])
  expect(both.map((reply) => reply.ok).toSorted()).toEqual([false, true])
  expect(both.find((reply) => !reply.ok)).toMatchObject(tooMuch)
  await app.sandbox?.control.dispute(paymentIntent)
  await app.runJobs()
  expect(await admin.refund(paidId, 1)).toMatchObject(tooMuch)
})

test('refuses to refund an unpaid, unknown or purged invoice', async () => {
  const { unpaidId } = await stay()
  expect(await admin.refund(unpaidId, 100)).toMatchObject(refused('not_paid', 409))
  expect(await admin.refund(999_999, 100)).toMatchObject(refused('not_found', 404))
  expect(await admin.recordRefund(999_999)).toMatchObject(refused('not_found', 404))
  const purged = await stay()
  await purge(app, purged.reservationId)
  expect(await admin.refund(purged.paidId, 100)).toMatchObject(refused('purged', 410))
})

/** Makes a refund that Stripe refuses permanently. So the venue still has the money. */
async function refusedRefund(amount: number) {
  const paid = await stay()
  await app.sandbox?.control.set({ provider: 'refuse' })
  await admin.refund(paid.paidId, amount)
  const refundId = (await admin.refundsOf(paid.reservationId)).refunds[0]?.id ?? 0
  await app.sandbox?.control.set({ provider: 'up' })
  const no = providerWith(app, { createRefund: async () => ({ outcome: 'rejected', reason: 'closed' }) })
  expect(await makeRefund(bookingDeps(app, no), refundId)).toBe('failed')
  return { ...paid, refundId }
}

test('lets an admin give, once, a refund that Stripe refused to make', async () => {
  const { reservationId, refundId } = await refusedRefund(10_000)
  expect(await admin.look(reservationId)).toMatchObject({ totalPaid: 45_000 })
  expect((await admin.refundsOf(reservationId)).refunds).toMatchObject([{ id: refundId, toGive: true }])
  const given = await admin.recordRefund(refundId, { reference: '1042' })
  expect(given).toMatchObject({ ok: true, data: { reservation: { totalPaid: 35_000 } } })
  expect(await admin.recordRefund(refundId)).toMatchObject(refused('not_owed', 409))
  const rows = (await admin.refundsOf(reservationId)).refunds
  expect(rows).toMatchObject([
    {
      byHand: true,
      status: 'succeeded',
      amount: 10_000,
      toGive: false,
      givenBy: 'check',
      reference: '1042',
    },
    { byHand: false, status: 'failed', amount: 10_000, toGive: false },
  ])
  await app.runJobs()
  await expectBooksToAgree(app)
})

test("refuses to record a manual refund if the money was refunded in Stripe's dashboard in the meantime", async () => {
  const { reservationId, refundId, paymentIntent } = await refusedRefund(10_000)
  await refundInDashboard(app, paymentIntent, 40_000)
  await app.runJobs()
  const { refunds: shown } = await admin.refundsOf(reservationId)
  expect(shown.find(({ id }) => id === refundId)).toMatchObject({ toGive: false })
  expect(await admin.recordRefund(refundId)).toMatchObject(refused('not_owed', 409))
})

test("refuses to record a manual refund while a refund in Stripe's dashboard is pending", async () => {
  const held = await guest.hold((await makeEvent(app.services.db)).id)
  await guest.pay(held.clientSecret, 'pm_card_pendingRefund')
  const { invoices } = await guest.look(held.uuid)
  const paidId = invoices.find(({ paid }) => paid)?.id ?? 0
  expect(await admin.refund(paidId, 45_000)).toMatchObject({ ok: true })
  await refundInDashboard(app, held.paymentIntent, 45_000)
  await app.jobs.runDue()
  const { refunds: shown } = await admin.refundsOf(held.reservationId)
  const ours = shown.find(({ status }) => status === 'failed')
  expect(await admin.recordRefund(ours?.id ?? 0)).toMatchObject(refused('not_owed', 409))
  expect(await guest.look(held.uuid)).toMatchObject({ totalPaid: 0 })
  app.clock.advance({ minutes: 10 })
  await app.runJobs()
  await expectBooksToAgree(app)
})

test('refuses to record a manual refund if another refund of the same amount was made in the meantime', async () => {
  const { reservationId, refundId, paidId, uuid } = await refusedRefund(10_000)
  await admin.cancel(reservationId, { refund: 0, reason: 'Talked it over', sendEmail: false })
  const { refundTotals } = await guest.look(uuid)
  expect(refundTotals).toMatchObject({ underWay: 0, done: 0, owed: 10_000, given: 0 })
  expect(await admin.refund(paidId, 10_000, { sendEmail: false })).toMatchObject({ ok: true })
  await app.runJobs()
  const { refunds: shown } = await admin.refundsOf(reservationId)
  expect(shown.find(({ id }) => id === refundId)).toMatchObject({ toGive: false })
  expect(await admin.recordRefund(refundId)).toMatchObject(refused('not_owed', 409))
  expect((await guest.look(uuid)).refundTotals).toMatchObject({ done: 10_000, owed: 0 })
  await expectBooksToAgree(app)
})

test("shows in the list of refunds why an admin made each one, until the purge deletes the guest's data (R5.13)", async () => {
  const { reservationId, paidId, refundId } = await refusedRefund(10_000)
  await admin.refund(paidId, 500, { reason: 'Robin was bitten' })
  await admin.recordRefund(refundId)
  await admin.cancel(reservationId)
  const reasons = async () =>
    (await admin.refundsOf(reservationId)).refunds.map(({ amount, reason, typedReason }) => [
      amount,
      reason,
      typedReason,
    ])
  expect(await reasons()).toEqual([
    [expect.any(Number), 'cancelled', null],
    [10_000, 'admin', 'Rained in'],
    [500, 'admin', 'Robin was bitten'],
    [10_000, 'admin', 'Rained in'],
  ])
  app.clock.advance({ days: 90 })
  // The first run e-mails the deletion receipts, and the second purges the guests who have theirs.
  await app.runJobs()
  await app.runJobs()
  admin = await signInAdmin(app)
  expect((await admin.look(reservationId)).purgedAt).not.toBeNull()
  expect((await reasons()).map(([, , typed]) => typed)).toEqual([null, null, null, null])
})

test('says how much of a canceled stay is kept, and how much is still to refund (R5.15)', async () => {
  const { reservationId, uuid } = await stay()
  await takeCash(app, reservationId)
  expect(await admin.look(reservationId)).not.toHaveProperty('ended')
  await admin.cancel(reservationId, { refund: 80_000, reason: 'A broken leg', sendEmail: false })
  const sums = { paid: 90_000, kept: 10_000, fees: 0, undecided: false }
  const before = { ...sums, refunded: 0, toRefundByHand: 45_000, toRefundToCards: 35_000 }
  expect((await admin.look(reservationId)).ended).toEqual(before)
  expect((await guest.look(uuid)).ended).toEqual(before)
  await app.runJobs()
  const owed = (await admin.refundsOf(reservationId)).refunds.find(({ toGive }) => toGive)
  await admin.recordRefund(owed?.id ?? 0)
  const after = { ...sums, refunded: 80_000, toRefundByHand: 0, toRefundToCards: 0 }
  expect((await admin.look(reservationId)).ended).toEqual(after)
  expect((await guest.look(uuid)).ended).toEqual(after)
})

test('says that a refund which Stripe refused is still to be made by hand, and not kept (R5.15)', async () => {
  const { reservationId, refundId } = await refusedRefund(10_000)
  await admin.cancel(reservationId, { refund: 0, reason: 'Talked it over', sendEmail: false })
  const sums = { paid: 45_000, kept: 35_000, fees: 0, toRefundToCards: 0, undecided: false }
  expect((await admin.look(reservationId)).ended).toEqual({ ...sums, refunded: 0, toRefundByHand: 10_000 })
  await admin.recordRefund(refundId)
  expect((await admin.look(reservationId)).ended).toEqual({ ...sums, refunded: 10_000, toRefundByHand: 0 })
})

test('does not say what is kept while the refund of a cancellation waits for a fee (R5.15)', async () => {
  await app.sandbox?.control.set({ feeAfterMs: 50 * 60_000 })
  const { reservationId } = await stay()
  await admin.cancel(reservationId, { sendEmail: false })
  expect((await admin.look(reservationId)).ended).toMatchObject({ paid: 45_000, undecided: true })
})

async function paymentOf(refundId: number | undefined): Promise<number> {
  const [row] = await app.services.db
    .select()
    .from(refunds)
    .where(eq(refunds.id, refundId ?? 0))
  return row?.paymentId ?? 0
}

test('records how and on which day an admin gave a refund by hand (R5.3)', async () => {
  const { reservationId } = await stay()
  const invoiceId = await takeCash(app, reservationId)
  await admin.refund(invoiceId, 20_000, { sendEmail: false })
  const [owed] = (await admin.refundsOf(reservationId)).refunds
  expect(owed).toMatchObject({ givenBy: null, reference: null, memo: null, task: null })
  const id = owed?.id ?? 0
  app.clock.advance({ days: 3 })
  admin = await signInAdmin(app)
  const day = ranchDay(app.services.now())
  expect(await admin.recordRefund(id, { givenOn: addDays(day, 1) })).toMatchObject({
    fields: { givenOn: 'That day has not come yet' },
  })
  expect(await admin.recordRefund(id, { givenOn: addDays(day, -4) })).toMatchObject({
    fields: {
      givenOn: expect.stringMatching(/^The refund was decided on .* Please choose that day or a later one$/),
    },
  })
  const how = { method: 'transfer', reference: 'FED 8', memo: 'Robin asked for it' } as const
  expect(await admin.recordRefund(id, { ...how, givenOn: addDays(day, -1) })).toMatchObject({ ok: true })
  const [given] = (await admin.refundsOf(reservationId)).refunds
  expect(given).toMatchObject({
    status: 'succeeded',
    givenBy: 'transfer',
    reference: 'FED 8',
    memo: how.memo,
  })
  expect(ranchDay(new Date(given?.finishedAt ?? ''))).toBe(addDays(day, -1))
  const [row] = await app.services.db.select().from(refunds).where(eq(refunds.id, id))
  expect(JSON.stringify(row)).not.toContain('Robin')
})
