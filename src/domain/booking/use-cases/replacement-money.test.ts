/**
 * Tests refunds to a guest who passed the spot on (the leaver). The refund is never more than what the new guest
 * (the taker) pays (R45, decision 31).
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { codes } from '#platform/database/schema/codes.ts'
import { eventOptions, events } from '#platform/database/schema/events.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { findReservationRows } from '#domain/mail/emails/store/rows.ts'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'
import { offerNext } from '#domain/booking/waitlist/contract/offers.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { createReservation } from '../contract/sign-up.ts'
import { moveReservation } from '../contract/admin.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { expectBooksToAgree, mailsOf, refundsOf, statusOf } from '#test/support/booking/books.ts'
import { DETAILS, type Order } from '#test/support/booking/guest.ts'
import { confirmByMail } from '#test/support/booking/mailbox.ts'
import { refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { bookBy, makeLinkOf, openPassingOn } from '#test/support/booking/replacement.ts'
import { WHOLE } from '#test/support/booking/stay.ts'

const { app, guest, taker, event, stay } = await openPassingOn()
const admin = await signInAdmin(app)

const work = () => app.runJobs()

let made = 0
async function makeCode(changes: Partial<typeof codes.$inferInsert>) {
  made += 1
  const values = { code: `GIFT-${made}`, kind: 'percent' as const, value: 100, ...changes }
  const [row] = await app.services.db.insert(codes).values(values).returning()
  return row!.code
}

let takers = 0
/** Signs a guest up by the link to a passed-on spot with this order, and pays what is due. */
async function takeOver(token: string, order: Partial<Order> & { eventId: number; amount: number }) {
  const { eventId, amount, code, pays, options = [] } = order
  const opened =
    amount > 0
      ? await taker.browser.call(createPaymentIntent, {
          body: { amount, eventId, replacement: token, code, pays, options: [options] },
        })
      : null
  if (opened && !opened.ok) throw new Error(`no payment was opened: ${opened.code}`)
  const paymentIntent = opened?.data.paymentIntent ?? null
  const next = {
    paymentIntent,
    replacement: token,
    email: `next-${(takers += 1)}@example.test`,
    attempt: randomUUID(),
  }
  const reply = await taker.order({ ...order, ...next })
  if (!reply.ok) throw new Error(`no reservation: ${reply.code}`)
  if (opened) await taker.pay(opened.data.clientSecret)
  await work()
  // A guest who pays nothing for a passed-on spot must first confirm the spot by e-mail (R46).
  if (!opened) await confirmByMail(app, next.email)
  await work()
  return reply.data
}

/** Makes an event that has one spot and offers a workshop for $1,500. */
async function eventWithWorkshop() {
  const { id: eventId } = await event()
  const values = { eventId, kind: 'extra', name: 'Workshop', price: 150_000, stock: null, sort: 0 } as const
  const [row] = await app.services.db.insert(eventOptions).values(values).returning()
  return { eventId, workshop: row!.id }
}

async function stayWithWorkshop() {
  const { eventId, workshop } = await eventWithWorkshop()
  const held = await guest.hold(eventId, { amount: 240_000, options: [workshop] })
  await guest.pay(held.clientSecret)
  await guest.look(held.uuid)
  return { ...held, eventId, workshop }
}

/**
 * Holds a passed-on spot for the guest who takes it over. Returns an admin who can record partial cash payments for
 * that hold.
 */
async function holdByLink(uuid: string, eventId: number) {
  const held = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
  const admin = await signInAdmin(app)
  const payCash = async (paidAmount: number) => {
    const { invoices } = await admin.look(held.reservationId)
    const open = invoices.find(({ paid }) => !paid)
    expect(await admin.rebill({ id: open?.id ?? 0, paid: true, paidAmount })).toMatchObject({ ok: true })
    await work()
  }
  return { ...held, admin, payCash }
}

const refunded = async (intent: string) => {
  const all = await refundsOf(app, intent)
  return all.reduce((sum, { amount }) => sum + amount, 0)
}

describe('when a guest pays nothing for a spot that another guest passed on, the site', () => {
  test.each([
    ['a code of 100 %', { kind: 'percent', value: 100, uses: 1 }, {}],
    ['an open code at a price of 0', { kind: 'open', value: 0 }, { pays: 0 }],
  ] as const)(
    'refunds nothing to the guest who passed the spot on when the new guest books by the link with %s',
    async (_name, kind, named) => {
      const { uuid, eventId, paymentIntent, reservationId } = await stay()
      const code = await makeCode(kind)
      const next = await takeOver(await makeLinkOf(guest, uuid), { eventId, amount: 0, code, ...named })
      expect(await statusOf(app, next.uuid)).toBe('confirmed')
      expect(await statusOf(app, uuid)).toBe('cancelled')
      expect(await refundsOf(app, paymentIntent)).toEqual([])
      expect((await admin.refundsOf(reservationId)).cancellation).toMatchObject({
        replacementFound: true,
        paid: WHOLE,
        refundByTerms: 0,
        refundToCards: 0,
      })
      await expectBooksToAgree(app)
    },
  )

  test('refunds nothing to the guest who passed the spot on when a waitlist guest takes it with a code of 100 %', async () => {
    const { uuid, eventId, paymentIntent } = await stay({ showWaitlist: true })
    const code = await makeCode({})
    const line = makeWaitlist(app, `free-${made}`)
    await line.join(eventId, 'ana')
    expect(await guest.browser.call(offerNext, { body: { uuid } })).toMatchObject({ ok: true })
    const offer = await line.tokenOf(eventId, 'ana')
    const order = { ...DETAILS, customerName: 'ana', email: line.address('ana'), amount: 0, eventId, code }
    const reply = await line.browser.call(createReservation, {
      body: { createReservationData: { ...order, paymentIntent: null, attempt: randomUUID(), offer } },
    })
    expect(reply).toMatchObject({ ok: true })
    await work()
    expect(await statusOf(app, uuid)).toBe('cancelled')
    expect(await refundsOf(app, paymentIntent)).toEqual([])
    await expectBooksToAgree(app)
  })
})

test('refunds the leaver (who passed the spot on) 90 % of half the price when the new guest pays half the price', async () => {
  const { uuid, eventId, paymentIntent } = await stay()
  const code = await makeCode({ value: 50 })
  await takeOver(await makeLinkOf(guest, uuid), { eventId, amount: 45_000, code })
  expect(await refunded(paymentIntent)).toBe(40_500)
  await expectBooksToAgree(app)
})

test('refunds nothing for an option of the leaver (who passed the spot on) that the new guest does not choose', async () => {
  const { uuid, eventId, paymentIntent } = await stayWithWorkshop()
  await takeOver(await makeLinkOf(guest, uuid), { eventId, amount: WHOLE })
  expect(await refunded(paymentIntent)).toBe(81_000)
  await expectBooksToAgree(app)
})

test('refunds the leaver (who passed the spot on) 90 % of an option that the new guest also chooses', async () => {
  const { uuid, eventId, workshop, paymentIntent } = await stayWithWorkshop()
  await takeOver(await makeLinkOf(guest, uuid), { eventId, amount: 240_000, options: [workshop] })
  expect(await refunded(paymentIntent)).toBe(216_000)
})

test('refunds for an option that has become cheaper at most 90 % of what the new guest of the spot pays for it', async () => {
  const { uuid, eventId, workshop, paymentIntent } = await stayWithWorkshop()
  await app.services.db.update(eventOptions).set({ price: 10_000 }).where(eq(eventOptions.id, workshop))
  await takeOver(await makeLinkOf(guest, uuid), { eventId, amount: 100_000, options: [workshop] })
  expect(await refunded(paymentIntent)).toBe(90_000)
})

test('refunds the leaver of a passed-on spot nothing for the lodging if the taker chooses another one', async () => {
  const { id: eventId } = await event()
  const values = [
    { eventId, kind: 'lodging', name: 'Tent', price: 10_000, stock: 1, sort: 0 },
    { eventId, kind: 'lodging', name: 'Cabin', price: 40_000, stock: 1, sort: 1 },
  ] as const
  const [tent, cabin] = await app.services.db
    .insert(eventOptions)
    .values([...values])
    .returning()
  const held = await guest.hold(eventId, { amount: 130_000, options: [cabin!.id] })
  await guest.pay(held.clientSecret)
  await guest.look(held.uuid)
  const token = await makeLinkOf(guest, held.uuid)
  await takeOver(token, { eventId, amount: 100_000, options: [tent!.id] })
  expect(await refunded(held.paymentIntent)).toBe(81_000)
})

test('refunds no extra charges to the leaver (who passed the spot on)', async () => {
  const { uuid, eventId, paymentIntent, reservationId } = await stay()
  const admin = await signInAdmin(app)
  const lesson = { reservationId, amount: 20_000, description: 'Lesson', partOfPrice: false }
  expect(await admin.bill({ ...lesson, paid: true, paymentMethod: 'cash' })).toMatchObject({ ok: true })
  await takeOver(await makeLinkOf(guest, uuid), { eventId, amount: WHOLE })
  expect((await admin.refundsOf(reservationId)).cancellation).toMatchObject({
    paid: 110_000,
    refundByTerms: 81_000,
  })
  // The newest payment was in cash, so it is refunded first. Only the rest is refunded to the card.
  expect(await refunded(paymentIntent)).toBe(61_000)
})

describe('when a guest pays in several parts for a spot that another guest (the leaver) passed on, the site', () => {
  test("refunds the leaver 90 % of each of the new guest's payments once, and e-mails the leaver each time", async () => {
    const { uuid, eventId, paymentIntent, reservationId } = await stay()
    const { payCash } = await holdByLink(uuid, eventId)
    await payCash(30_000)
    expect(await statusOf(app, uuid)).toBe('cancelled')
    expect(await refunded(paymentIntent)).toBe(27_000)
    await payCash(20_000)
    expect(await refunded(paymentIntent)).toBe(45_000)
    await work()
    expect(await refunded(paymentIntent)).toBe(45_000)
    await payCash(40_000)
    await work()
    expect(await refunded(paymentIntent)).toBe(81_000)
    expect((await admin.refundsOf(reservationId)).cancellation).toMatchObject({
      refundByTerms: 81_000,
      refundToCards: 81_000,
      overrideReason: null,
    })
    expect(await mailsOf(app, uuid)).toEqual([
      'invoice-success',
      'cancellation',
      'cancellation',
      'cancellation',
    ])
    await expectBooksToAgree(app)
  })

  test('refunds the leaver nothing when the new guest pays extra charges, even if that payment confirms the spot', async () => {
    const { uuid, eventId, paymentIntent } = await stay()
    const { admin, reservationId, payCash } = await holdByLink(uuid, eventId)
    const lesson = { reservationId, amount: 20_000, description: 'Lesson', partOfPrice: false }
    expect(await admin.bill({ ...lesson, paid: true, paymentMethod: 'cash' })).toMatchObject({ ok: true })
    await work()
    expect(await statusOf(app, uuid)).toBe('cancelled')
    expect(await refunded(paymentIntent)).toBe(0)
    const waiting = { cancellation: { refund: 0, replaced: true, awaitsTaker: true } }
    expect(await guest.look(uuid)).toMatchObject(waiting)
    await payCash(WHOLE)
    const done = { cancellation: { refund: 81_000, replaced: true, awaitsTaker: false } }
    expect(await guest.look(uuid)).toMatchObject(done)
    expect(await refunded(paymentIntent)).toBe(81_000)
  })

  test('e-mails the leaver again when a refund follows a first decision to refund $0 (R9.10)', async () => {
    await app.sandbox?.control.set({ feeAfterMs: 50 * 60_000 })
    const { uuid, eventId, paymentIntent, reservationId } = await stay()
    const { admin, reservationId: takerId, payCash } = await holdByLink(uuid, eventId)
    // The event now starts in 60 days. So the Terms refund 75 % minus Stripe's fee, which Stripe has not reported
    // yet.
    const later = { startDateDate: '2027-07-05', endDateDate: '2027-07-07' }
    await app.services.db.update(events).set(later).where(eq(events.id, eventId))
    const lesson = { reservationId: takerId, amount: 20_000, description: 'Lesson', partOfPrice: false }
    expect(await admin.bill({ ...lesson, paid: true, paymentMethod: 'cash' })).toMatchObject({ ok: true })
    await work()
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
    const { invoices } = await admin.look(reservationId)
    app.clock.advance({ minutes: 1 })
    expect(await admin.refund(invoices[0]?.id ?? 0, 70_000)).toMatchObject({ ok: true })
    for (const minutes of [60, 60]) {
      app.clock.advance({ minutes })
      await work()
    }
    const decided = (await mailsOf(app, uuid)).filter((type) => type === 'cancellation')
    expect(decided).toHaveLength(2)
    expect(await refunded(paymentIntent)).toBe(70_000)
    await payCash(WHOLE)
    expect(await refunded(paymentIntent)).toBe(81_000)
    const further = (await mailsOf(app, uuid)).filter((type) => type === 'cancellation')
    expect(further).toHaveLength(3)
  })

  test("subtracts refunds to the new guest from the new guest's payments, and never asks the leaver for money", async () => {
    const { uuid, eventId, paymentIntent } = await stay()
    const { admin, reservationId, payCash } = await holdByLink(uuid, eventId)
    await payCash(30_000)
    const { invoices } = await admin.look(reservationId)
    const paid = invoices.find((one) => one.paid)
    expect(await admin.refund(paid?.id ?? 0, 20_000)).toMatchObject({ ok: true })
    await work()
    expect(await refunded(paymentIntent)).toBe(27_000)
    await payCash(15_000)
    expect(await refunded(paymentIntent)).toBe(27_000)
    await payCash(45_000)
    expect(await refunded(paymentIntent)).toBe(63_000)
  })

  test('refunds the leaver nothing more once the new guest has moved to another event', async () => {
    const { uuid, eventId, paymentIntent } = await stay()
    const { admin, reservationId, payCash } = await holdByLink(uuid, eventId)
    await payCash(30_000)
    const { id: elsewhere } = await event()
    const { version } = await admin.look(reservationId)
    const body = { id: reservationId, version, eventId: elsewhere }
    expect(await admin.browser.call(moveReservation, { body })).toMatchObject({ ok: true })
    await payCash(20_000)
    expect(await refunded(paymentIntent)).toBe(27_000)
  })

  test.each(['canceled', 'moved'] as const)(
    'no longer promises the leaver a refund once the new guest was %s before paying (R45.3)',
    async (how) => {
      const { uuid, eventId, reservationId: leaverId } = await stay()
      const { admin, reservationId } = await holdByLink(uuid, eventId)
      const lesson = { reservationId, amount: 20_000, description: 'Lesson', partOfPrice: false }
      expect(await admin.bill({ ...lesson, paid: true, paymentMethod: 'cash' })).toMatchObject({ ok: true })
      await work()
      expect(await guest.look(uuid)).toMatchObject({ cancellation: { awaitsTaker: true } })
      expect((await findReservationRows(app.services.db, leaverId))?.cancellation?.awaitsTaker).toBe(true)
      if (how === 'canceled')
        expect(await admin.cancel(reservationId, { cancelledBy: 'guest' })).toMatchObject({ ok: true })
      else {
        const { id: elsewhere } = await event()
        const { version } = await admin.look(reservationId)
        const body = { id: reservationId, version, eventId: elsewhere }
        expect(await admin.browser.call(moveReservation, { body })).toMatchObject({ ok: true })
      }
      await work()
      const over = { cancellation: { refund: 0, replaced: true, awaitsTaker: false } }
      expect(await guest.look(uuid)).toMatchObject(over)
      expect((await findReservationRows(app.services.db, leaverId))?.cancellation?.awaitsTaker).toBe(false)
    },
  )

  test("subtracts an admin's goodwill refund to the leaver from what the new guest's later payments refund (R45.4)", async () => {
    const { uuid, eventId, paymentIntent, reservationId } = await stay()
    const { payCash } = await holdByLink(uuid, eventId)
    await payCash(30_000)
    const { invoices } = await admin.look(reservationId)
    expect(await admin.refund(invoices[0]?.id ?? 0, 60_000)).toMatchObject({ ok: true })
    await work()
    expect(await refunded(paymentIntent)).toBe(87_000)
    await payCash(60_000)
    expect(await refunded(paymentIntent)).toBe(87_000)
  })

  test('refunds the leaver by the Terms for the new start day if that is more, and again when the taker pays the rest', async () => {
    const { uuid, eventId, paymentIntent, reservationId } = await stay()
    await app.sandbox?.deliverDue()
    const token = await makeLinkOf(guest, uuid)
    const later = { startDateDate: '2027-07-05', endDateDate: '2027-07-07' }
    await app.services.db.update(events).set(later).where(eq(events.id, eventId))
    const next = await takeOver(token, { eventId, amount: 45_000 })
    const { cancellation } = await admin.refundsOf(reservationId)
    // 60 days before the start, the Terms refund 75 % minus Stripe's fee. That is more than 90 % of the new guest's
    // deposit.
    const fee = cancellation?.fees ?? 0
    expect(fee).toBeGreaterThan(0)
    expect(await refunded(paymentIntent)).toBe(67_500 - fee)
    const { invoices } = await taker.look(next.uuid)
    const rest = invoices.find(({ paid }) => !paid)
    await taker.pay(rest?.clientSecret ?? '')
    await work()
    expect(await refunded(paymentIntent)).toBe(81_000)
    expect((await admin.refundsOf(reservationId)).cancellation).toMatchObject({
      overrideReason: expect.stringContaining('promised 90% of what the person who took it paid'),
    })
    await expectBooksToAgree(app)
  })
})

test('lets an admin refund the leaver of a spot more than the Terms do, as goodwill with a reason (R45.4)', async () => {
  const { uuid, eventId, paymentIntent, reservationId } = await stay()
  const code = await makeCode({})
  await takeOver(await makeLinkOf(guest, uuid), { eventId, amount: 0, code })
  const { invoices } = await admin.look(reservationId)
  const id = invoices[0]?.id ?? 0
  expect(await admin.refund(id, WHOLE + 1)).toMatchObject({ ok: false })
  expect(await admin.refund(id, 50_000, { reason: 'Broke a leg' })).toMatchObject({ ok: true })
  await work()
  expect(await refunded(paymentIntent)).toBe(50_000)
  await expectBooksToAgree(app)
})

test('refunds the taker of a passed-on spot in full when the event is canceled, and the leaver nothing more', async () => {
  const { uuid, eventId, paymentIntent } = await stay()
  const next = await takeOver(await makeLinkOf(guest, uuid), { eventId, amount: WHOLE })
  const [paid] = (await taker.look(next.uuid)).invoices
  await admin.cancelEvent(eventId)
  await work()
  app.clock.advance({ minutes: 2 })
  await work()
  expect(paid?.paid).toBe(true)
  expect(await refunded(paymentIntent)).toBe(81_000)
  expect(await taker.look(next.uuid)).toMatchObject({ status: 'cancelled', totalPaid: 0 })
  await expectBooksToAgree(app)
})

/**
 * Makes the bank send back the first refund to a guest who passed the spot on. Then an admin must give the refund
 * instead. Returns the refund's id.
 */
async function comeBack(intent: string) {
  const [first] = await app.services.db
    .select({ id: refunds.id, providerId: refunds.providerRefundId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.intentId, intent))
    .orderBy(refunds.id)
  await app.sandbox?.control.failRefund(first?.providerId ?? '')
  await app.sandbox?.deliverDue()
  await work()
  return first?.id ?? 0
}
const given = async (intent: string) => {
  const all = await refundsOf(app, intent)
  return all.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
}

test("subtracts a refund in Stripe's dashboard to the former guest of a spot only once when the new guest pays more", async () => {
  const { uuid, eventId, paymentIntent } = await stay()
  const { payCash } = await holdByLink(uuid, eventId)
  await app.sandbox?.control.set({ holdWebhooks: true })
  await refundInDashboard(app, paymentIntent, 70_000)
  await payCash(30_000)
  expect(await guest.look(uuid)).toMatchObject({ cancellation: { refund: 27_000 } })
  await app.sandbox?.control.set({ holdWebhooks: false })
  await payCash(60_000)
  expect(await given(paymentIntent)).toBe(81_000)
  expect(await guest.look(uuid)).toMatchObject({ cancellation: { refund: 11_000 } })
  await expectBooksToAgree(app)
})

// These tests must stay the last of this file. They make manual refunds, which Stripe does not know. The tests
// above compare all refunds with Stripe's.
describe('when a bank sends back the refund to a guest who passed the spot on (the leaver), the site', () => {
  test("refunds the leaver only 90 % of the new guest's next payment after the bank has sent an earlier refund back", async () => {
    const { uuid, eventId, paymentIntent } = await stay()
    const { payCash } = await holdByLink(uuid, eventId)
    await payCash(30_000)
    const refusedId = await comeBack(paymentIntent)
    await payCash(60_000)
    expect(await given(paymentIntent)).toBe(54_000)
    expect(await admin.recordRefund(refusedId)).toMatchObject({ ok: true })
    expect(await given(paymentIntent)).toBe(81_000)
  })

  test("still owes the leaver an earlier refund that the bank sends back after the new guest's next payment", async () => {
    const { uuid, eventId, paymentIntent, reservationId } = await stay()
    const { payCash } = await holdByLink(uuid, eventId)
    await payCash(30_000)
    await payCash(30_000)
    const refusedId = await comeBack(paymentIntent)
    await payCash(30_000)
    expect(await given(paymentIntent)).toBe(54_000)
    const listed = (await admin.refundsOf(reservationId)).refunds
    expect(listed.find(({ id }) => id === refusedId)).toMatchObject({ status: 'failed', toGive: true })
    expect(await admin.recordRefund(refusedId)).toMatchObject({ ok: true })
    expect(await given(paymentIntent)).toBe(81_000)
    expect(await admin.recordRefund(refusedId)).toMatchObject({ ok: false, code: 'not_owed' })
  })
})
