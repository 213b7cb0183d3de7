/**
 * Tests that a refund of an overpayment keeps counting as such, even if the price of the stay changes later
 * (R3.11).
 */
import { and, desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { invoices as invoiceRows, reservations } from '#platform/database/schema/booking.ts'
import { emails, type EmailType } from '#platform/database/schema/emails.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { getMail } from '#domain/mail/emails/contract.ts'
import { makeEvent } from '#test/support/factories.ts'
import { postRows } from '#test/support/booking/ledger.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { changeOptionsByAdmin, moveReservation } from '../contract/admin.ts'
import { changeOptions } from '../contract/guest.ts'
import { addToParty } from '../contract/party.ts'
import { applyPaymentIntent } from '../payments/apply-intent.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { payDeposit, takeCash } from '#test/support/booking/stay.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'

let admin: Admin
const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)
beforeEach(async () => {
  admin = await signInAdmin(app)
})

const event = (changes: Parameters<typeof makeEvent>[1] = {}) => makeEvent(app.services.db, changes)

/** Moves a stay to an event on the same dates, at the price `cost` in cents. */
async function moveTo(id: number, cost: number) {
  const { version } = await admin.look(id)
  const body = { id, version, eventId: (await event({ cost })).id }
  const moved = await admin.browser.call(moveReservation, { body })
  if (!moved.ok) throw new Error(`not moved: ${moved.code}`)
  return moved.data.reservation
}

/** Makes a stay at $900 that was fully paid with two card payments of $450. */
async function paidStay() {
  const paid = await payDeposit(guest, (await event()).id)
  const open = (await guest.look(paid.uuid)).invoices.find((invoice) => !invoice.paid)
  await guest.pay(open?.clientSecret ?? '')
  const { invoices } = await guest.look(paid.uuid)
  return { ...paid, id: paid.reservationId, invoiceIds: invoices.map((invoice) => invoice.id) }
}

const open = async (id: number) =>
  (await admin.look(id)).invoices.filter((invoice) => !invoice.paid).map(({ amount }) => amount)

/** Returns the newest e-mail of this type to a guest, as its recipient got it. */
async function readEmail(reservationId: number, type: EmailType) {
  const [row] = await app.services.db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.reservationId, reservationId), eq(emails.emailType, type)))
    .orderBy(desc(emails.id))
  const found = await admin.browser.call(getMail, { query: { id: row?.id ?? 0 } })
  if (!found.ok) throw new Error(`no e-mail: ${found.code}`)
  return JSON.stringify(found.data)
}

/** Sets a new total for a stay, as an admin. */
async function setTotal(id: number, totalDue: number) {
  const { version } = await admin.look(id)
  expect(await admin.change({ id, version, totalDue })).toMatchObject({ ok: true })
}

/** Makes a stay for which $900 was paid and that costs $600 now. The overpayment of $300 is refunded. */
async function refundedStay() {
  const stay = await paidStay()
  await setTotal(stay.id, 60_000)
  expect(await admin.look(stay.id)).toMatchObject({ totalDue: 60_000, money: { credit: 30_000 } })
  expect(await admin.refund(stay.invoiceIds[1] ?? 0, 30_000)).toMatchObject({ ok: true })
  const money = { credit: 0, goodwill: 0, refunded: { overpayment: 30_000, goodwill: 0 } }
  expect(await admin.look(stay.id)).toMatchObject({ totalDue: 60_000, totalPaid: 60_000, money })
  return stay
}

test('invoices the difference when a guest whose overpayment was refunded moves to a more expensive event', async () => {
  const { id, uuid, invoiceIds } = await paidStay()
  expect(await moveTo(id, 60_000)).toMatchObject({ totalDue: 60_000, totalPaid: 90_000 })
  expect(await admin.refund(invoiceIds[1] ?? 0, 30_000)).toMatchObject({ ok: true })
  expect(await admin.look(id)).toMatchObject({ totalDue: 60_000, totalPaid: 60_000, fullyPaid: true })

  expect(await moveTo(id, 90_000)).toMatchObject({ totalDue: 90_000, totalPaid: 60_000, fullyPaid: false })
  expect(await guest.look(uuid)).toMatchObject({
    totalDue: 90_000,
    fullyPaid: false,
    money: { goodwill: 0, stillToPay: 30_000, notInvoiced: 0 },
  })
  expect(await open(id)).toEqual([30_000])
  await app.runJobs()
  const text = await readEmail(id, 'stay-moved')
  expect(text).toContain('$300.00')
  expect(text).not.toMatch(/paid in full|nothing (more )?(is left )?to pay/i)
  await expectBooksToAgree(app)
})

describe('a price that rises after an overpayment was refunded', () => {
  test('makes the guest owe the whole difference when an admin raises the total', async () => {
    const { id } = await refundedStay()
    await setTotal(id, 90_000)
    expect(await admin.look(id)).toMatchObject({
      totalDue: 90_000,
      totalPaid: 60_000,
      fullyPaid: false,
      money: { price: 90_000, stillToPay: 30_000, notInvoiced: 30_000, goodwill: 0 },
    })
  })

  test('makes the guest owe the whole amount of an added extra charge', async () => {
    const { id } = await refundedStay()
    const charge = { reservationId: id, amount: 5_000, due: null, partOfPrice: false }
    expect(await admin.bill(charge)).toMatchObject({ ok: true })
    expect(await admin.look(id)).toMatchObject({
      totalDue: 65_000,
      totalPaid: 60_000,
      money: { stillToPay: 5_000, notInvoiced: 0, goodwill: 0 },
    })
  })

  test.each(['guest', 'owner'])(
    'makes the guest owe the whole price of an option that the %s chooses',
    async (who) => {
      const { id, uuid } = await refundedStay()
      const { event: of, version } = await admin.look(id)
      const [kit] = await app.services.db
        .insert(eventOptions)
        .values({ eventId: of.id, kind: 'extra', name: 'Leather kit', price: 4_000, sort: 0 })
        .returning({ id: eventOptions.id })
      const options = [kit?.id ?? 0]
      const chosen =
        who === 'guest'
          ? await guest.browser.call(changeOptions, { body: { uuid, options, difference: 4_000 } })
          : await admin.browser.call(changeOptionsByAdmin, { body: { id, version, options } })
      expect(chosen).toMatchObject({ ok: true })
      expect(await admin.look(id)).toMatchObject({
        totalDue: 64_000,
        totalPaid: 60_000,
        money: { stillToPay: 4_000, notInvoiced: 0 },
      })
      expect(await open(id)).toEqual([4_000])
    },
  )

  test('makes the payer owe the whole price of an added companion', async () => {
    const { id } = await refundedStay()
    const { version } = await admin.look(id)
    const body = { id, version, customerName: 'Ruth Doe', email: null }
    expect(await admin.browser.call(addToParty, { body })).toMatchObject({ ok: true })
    expect(await admin.look(id)).toMatchObject({
      totalDue: 150_000,
      totalPaid: 60_000,
      money: { stillToPay: 90_000, notInvoiced: 0 },
    })
  })
})

describe('when an admin refunds more than the guest had overpaid, the site', () => {
  test("splits a refund in Stripe's dashboard into overpayment and goodwill, and keeps the split at a new price", async () => {
    const { id, paymentIntent, uuid } = await paidStay()
    await setTotal(id, 60_000)
    await refundInDashboard(app, paymentIntent, 40_000)
    await app.runJobs()
    await guest.look(uuid)
    const refunded = { overpayment: 30_000, goodwill: 10_000 }
    expect(await admin.look(id)).toMatchObject({
      totalDue: 50_000,
      totalPaid: 50_000,
      money: { credit: 0, goodwill: 10_000, refunded },
    })
    expect(await moveTo(id, 90_000)).toMatchObject({ totalDue: 80_000, totalPaid: 50_000 })
    expect(await moveTo(id, 60_000)).toMatchObject({ totalDue: 50_000, totalPaid: 50_000 })
    expect(await moveTo(id, 20_000)).toMatchObject({
      totalDue: 10_000,
      totalPaid: 50_000,
      money: { credit: 40_000, goodwill: 10_000, refunded },
    })
  })

  test('keeps a goodwill refund when the price later falls below the refunded amount', async () => {
    const { id, invoiceIds } = await paidStay()
    await admin.refund(invoiceIds[0] ?? 0, 30_000)
    expect(await admin.look(id)).toMatchObject({ totalDue: 60_000, totalPaid: 60_000 })
    expect(await moveTo(id, 20_000)).toMatchObject({
      totalDue: 0,
      totalPaid: 60_000,
      money: { credit: 60_000, goodwill: 20_000 },
    })
    await admin.refund(invoiceIds[1] ?? 0, 45_000)
    expect(await admin.look(id)).toMatchObject({
      totalDue: 0,
      totalPaid: 15_000,
      money: { credit: 15_000 },
    })
    expect(await moveTo(id, 90_000)).toMatchObject({ totalDue: 60_000, totalPaid: 15_000 })
    expect(await open(id)).toEqual([45_000])
  })
})

describe('when the refund of an overpayment fails, the site', () => {
  test('keeps the overpayment after its refund fails, and returns it with a manual refund', async () => {
    const { reservationId: id, clientSecret, uuid } = await guest.hold((await event()).id)
    await guest.pay(clientSecret, 'pm_card_refundFail')
    await guest.feesTold()
    await guest.look(uuid)
    const deposit = (await admin.look(id)).invoices.find((invoice) => invoice.paid)
    await setTotal(id, 30_000)
    await admin.refund(deposit?.id ?? 0, 15_000)
    await app.runJobs()
    await app.sandbox?.deliverDue()
    app.clock.advance({ minutes: 61 })
    await app.sandbox?.deliverDue()
    await app.runJobs()
    const [failed] = (await admin.refundsOf(id)).refunds
    expect(failed).toMatchObject({ status: 'failed', toGive: true })
    expect(await admin.look(id)).toMatchObject({ totalPaid: 45_000, money: { credit: 15_000 } })
    expect(await admin.recordRefund(failed?.id ?? 0)).toMatchObject({ ok: true })
    expect(await admin.look(id)).toMatchObject({ totalPaid: 30_000, money: { credit: 0, goodwill: 0 } })
    await setTotal(id, 45_000)
    expect(await admin.look(id)).toMatchObject({ totalDue: 45_000, totalPaid: 30_000, fullyPaid: false })
  })

  test("counts a refund in Stripe's dashboard as the return of an overpayment if the site's own refund of it fails", async () => {
    const { id, invoiceIds } = await paidStay()
    const paid = await app.services.db.select().from(payments).where(eq(payments.reservationId, id))
    const rest = paid.find(({ invoiceId }) => invoiceId === invoiceIds[1])?.intentId ?? ''
    await setTotal(id, 60_000)
    await admin.refund(invoiceIds[1] ?? 0, 30_000)
    await refundInDashboard(app, rest, 45_000)
    await applyPaymentIntent(bookingDeps(app), rest, 'test')
    await app.runJobs()
    expect((await admin.refundsOf(id)).refunds.map(({ status, amount }) => [status, amount])).toEqual([
      ['succeeded', 45_000],
      ['failed', 30_000],
    ])
    expect(await admin.look(id)).toMatchObject({
      totalDue: 45_000,
      totalPaid: 45_000,
      money: { goodwill: 15_000, refunded: { overpayment: 30_000, goodwill: 15_000 } },
    })
  })
})

test('decides when a refund is requested how much of it returns an overpayment, even if the price changes later', async () => {
  const { reservationId: id, uuid } = await payDeposit(guest, (await event()).id)
  const invoiceId = await takeCash(app, id)
  await app.services.db.update(invoiceRows).set({ unpaid: false }).where(eq(invoiceRows.id, invoiceId))
  await setTotal(id, 60_000)
  await admin.refund(invoiceId, 30_000)
  await setTotal(id, 90_000)
  const [owed] = (await admin.refundsOf(id)).refunds
  expect(owed).toMatchObject({ status: 'owed' })
  expect(await admin.recordRefund(owed?.id ?? 0)).toMatchObject({ ok: true })
  expect(await guest.look(uuid)).toMatchObject({ totalDue: 90_000, totalPaid: 60_000, fullyPaid: false })
})

test("no longer counts a companion's refunded overpayment against the payer after the companion is canceled (R3.12)", async () => {
  const { db } = app.services
  const { members, invoices } = await makeParty(app, (await event()).id, { names: ['Ana Doe', 'Ben Doe'] })
  const [payer = 0, companion = 0] = members.map(({ id }) => id)
  const came = {
    invoiceId: invoices.remainder,
    reservationId: payer,
    amount: 90_000,
    method: 'check',
  } as const
  await db.insert(payments).values({ ...came, paidAt: app.services.now() })
  await postRows(app.services)
  // Lowers the price, so that $100 more was paid for Ben's stay than it costs.
  await db.update(reservations).set({ share: 80_000 }).where(eq(reservations.id, companion))
  await db.update(reservations).set({ price: 170_000 }).where(eq(reservations.id, payer))
  expect(await admin.look(payer)).toMatchObject({ totalDue: 170_000, money: { credit: 10_000 } })
  await admin.refund(invoices.remainder, 10_000)
  // Raises the price again, as if Ben had chosen options for $100. The payer owes the whole difference.
  await db.update(reservations).set({ share: 90_000 }).where(eq(reservations.id, companion))
  await db.update(reservations).set({ price: 180_000 }).where(eq(reservations.id, payer))
  expect(await admin.look(payer)).toMatchObject({ totalPaid: 170_000, money: { stillToPay: 10_000 } })
  expect(await admin.cancel(companion)).toMatchObject({ ok: true })
  expect(await admin.look(payer)).toMatchObject({
    fullyPaid: true,
    money: { stillToPay: 0, credit: 0, goodwill: 0, refunded: { overpayment: 10_000 } },
  })
})
