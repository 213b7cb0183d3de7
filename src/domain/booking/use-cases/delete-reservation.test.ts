import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { sendPaymentReminder } from '#domain/mail/emails/contract.ts'
import { dumpOf } from '#test/support/guests/dump.ts'
import { createLog } from '#platform/log.ts'
import { countTaken, makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { expectBooksToAgree, intentStatus } from '#test/support/booking/books.ts'
import { bookingDeps, providerWith } from '#test/support/booking/deps.ts'
import { payTooLate, refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { lostLink } from '../contract/guest.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { deleteByAdmin } from './delete-reservation.ts'

const logged: string[] = []
const log = createLog({ destination: { write: (line: string) => logged.push(line) } })
const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z'), log })
const admin = await signInAdmin(app)
const guest = createGuest(app)

const event = (changes = {}) => makeEvent(app.services.db, changes)
const gone = { status: 404, message: 'Reservation not found' }

/** Creates a guest who has paid the deposit by card. */
async function paidStay(eventId: number) {
  const held = await guest.hold(eventId)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  return held
}

/** Returns the database rows that still belong to the reservation. */
async function leftOf(id: number) {
  const { db } = app.services
  return {
    reservations: await db.select().from(reservations).where(eq(reservations.id, id)),
    invoices: await db.select().from(invoices).where(eq(invoices.reservationId, id)),
    emails: await db.select().from(emails).where(eq(emails.reservationId, id)),
    payments: await db.select().from(payments).where(eq(payments.reservationId, id)),
  }
}
const NOTHING_LEFT = { reservations: [], invoices: [], emails: [], payments: [] }

const paymentOf = async (intentId: string) => {
  const [row] = await app.services.db.select().from(payments).where(eq(payments.intentId, intentId))
  return row
}

test('deletes an unpaid reservation with its invoices and e-mails, and frees its spot (R12.3)', async () => {
  const { id: eventId } = await event()
  const { reservationId: id, uuid } = await admin.signUp({ eventId, shouldSendEmail: true })
  expect(await admin.remove(id)).toEqual({ ok: true, data: { success: true } })
  expect(await leftOf(id)).toEqual(NOTHING_LEFT)
  expect(await countTaken(app.services.db, eventId)).toBe(0)
  await expect(guest.look(uuid)).rejects.toThrow('not_found')
  // An e-mail of the reservation was enqueued before the deletion. It must not be sent now.
  await app.runJobs()
  expect((await auditOf(app, 'reservation', id)).at(-1)).toMatchObject({
    actor: 'admin:the-admin',
    action: 'reservation.deleted',
    eventId,
  })
  // A backup from before the deletion contains the reservation. After restoring such a backup, only this log line
  // says that the reservation must be deleted again (docs/operators/backup.md).
  const line = logged.find((one) => one.includes('a reservation was deleted')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ level: 'info', reservationId: id })
  expect(await admin.remove(id)).toMatchObject(gone)
})

describe('when an admin deletes a reservation that has payments, the site', () => {
  test('refuses to delete a reservation until its card payment is refunded (R12.3, R49.5)', async () => {
    const { id: eventId } = await event()
    const { reservationId: id, paymentIntent, uuid } = await paidStay(eventId)
    expect((await admin.look(id)).openMoney).toBe(45_000)
    expect(await admin.remove(id)).toMatchObject({
      ok: false,
      status: 409,
      code: 'money_open',
      message:
        '$450.00 of this guest’s money is open. Refund it, or cancel the stay and keep it, before you delete the reservation.',
    })
    await refundInDashboard(app, paymentIntent, 44_999)
    await app.runJobs()
    expect(await admin.remove(id)).toMatchObject({ code: 'money_open' })
    expect((await admin.look(id)).openMoney).toBe(1)
    expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 1 })
    await refundInDashboard(app, paymentIntent, 1)
    await app.runJobs()
    expect(await admin.remove(id)).toMatchObject({ ok: true })
    expect(await leftOf(id)).toEqual(NOTHING_LEFT)
    await expectBooksToAgree(app)
  })

  test("keeps the payment in the accounts without the guest's name after a forced deletion, and can refund it (R12.3)", async () => {
    const { id: eventId } = await event()
    const { reservationId: id, paymentIntent } = await paidStay(eventId)
    expect(await admin.remove(id, 'true')).toMatchObject({ ok: true })
    expect(await leftOf(id)).toEqual(NOTHING_LEFT)
    expect(await paymentOf(paymentIntent)).toMatchObject({
      amount: 45_000,
      invoiceId: null,
      reservationId: null,
      card: null,
    })
    // The site automatically refunds only payments that never had an invoice. This payment had one.
    app.clock.advance({ minutes: 180 })
    await app.runJobs()
    expect(
      await app.services.db
        .select()
        .from(refunds)
        .where(eq(refunds.key, `orphan:${paymentIntent}`)),
    ).toEqual([])
    await refundInDashboard(app, paymentIntent, 45_000)
    await app.runJobs()
    await expectBooksToAgree(app)
    expect(await paymentOf(paymentIntent)).toMatchObject({ card: null })
  })

  test.each(['cash', 'check', 'transfer'] as const)(
    'refuses to delete a guest who has paid by %s, until the money is kept or refunded (R49.5)',
    async (paymentMethod) => {
      const { id: eventId } = await event()
      const { reservationId: id } = await admin.signUp({ eventId })
      await admin.bill({ reservationId: id, amount: 125_000, paid: true, paymentMethod })
      expect(await admin.remove(id)).toMatchObject({ status: 409, code: 'money_open' })
      expect(await admin.cancel(id, { refund: 25_000, reason: 'As agreed' })).toMatchObject({ ok: true })
      expect(await admin.remove(id)).toMatchObject({
        code: 'money_open',
        message:
          '$250.00 of this guest’s money is open. Record the refund if one is due, or else settle the money on the page Open balances, before you delete the reservation.',
      })
      const [due] = (await admin.refundsOf(id)).refunds
      expect(await admin.recordRefund(due?.id ?? 0)).toMatchObject({ ok: true })
      expect((await admin.look(id)).openMoney).toBe(0)
      expect(await admin.remove(id)).toMatchObject({ ok: true })
      expect(await leftOf(id)).toEqual(NOTHING_LEFT)
    },
  )

  test('refuses to delete a companion whose stay another guest has paid (R49.5)', async () => {
    const party = await makeParty(app, (await event()).id, {
      names: ['Ann Lee', 'Joe Poe'],
      depositPaid: false,
    })
    await admin.rebill({ id: party.invoices.deposit, paid: true, paymentMethod: 'check' })
    const joe = party.members[1]?.id ?? 0
    expect((await admin.look(joe)).openMoney).toBe(45_000)
    expect(await admin.remove(joe)).toMatchObject({ code: 'money_open' })
    expect(await admin.remove(joe, 'true')).toMatchObject({ ok: true })
  })

  test('deletes a guest whose payment has become income, because the stay has begun (R49.5)', async () => {
    const { id: eventId } = await event({ startDateDate: '2027-05-06', endDateDate: '2027-05-12' })
    const { reservationId: id } = await admin.signUp({ eventId })
    await admin.bill({ reservationId: id, amount: 125_000, paid: true, paymentMethod: 'check' })
    expect((await admin.look(id)).openMoney).toBe(0)
    expect(await admin.remove(id)).toMatchObject({ ok: true })
  })

  test('completes a refund that was requested before the reservation was deleted', async () => {
    const { reservationId: id, charge, paymentIntent } = await payTooLate(app, guest)
    await charge()
    await app.sandbox?.deliverDue()
    await app.sandbox?.control.reset()
    await app.jobs.runDue()
    expect(await admin.remove(id, 'true')).toMatchObject({ ok: true })
    await app.runJobs()
    const payment = await paymentOf(paymentIntent)
    const given = await app.services.db
      .select()
      .from(refunds)
      .where(eq(refunds.paymentId, payment?.id ?? 0))
    expect(given).toMatchObject([{ amount: 45_000, status: 'succeeded' }])
    await expectBooksToAgree(app)
  })
})

describe('when an admin deletes a reservation whose guest has a payment open, the site', () => {
  test('cancels the payment that the sign-up form has opened, so that it can no longer be charged', async () => {
    const { id: eventId } = await event({ spots: 1 })
    const held = await guest.hold(eventId)
    expect(await admin.remove(held.reservationId)).toMatchObject({ ok: true })
    expect(await guest.pay(held.clientSecret)).toBe('payment_intent_unexpected_state')
    expect(await intentStatus(app, held.paymentIntent)).toBe('canceled')
    await paidStay(eventId)
    await app.runJobs()
    await expectBooksToAgree(app)
  })

  test("cancels the payments that the guest's page has opened", async () => {
    const { id: eventId } = await event()
    const { uuid, reservationId: id } = await admin.signUp({ eventId })
    const secrets = (await guest.look(uuid)).invoices.map(({ clientSecret }) => clientSecret ?? '')
    expect(await admin.remove(id)).toMatchObject({ ok: true })
    for (const secret of secrets) expect(await guest.pay(secret)).toBe('payment_intent_unexpected_state')
  })

  test('records a payment that succeeded before the deletion, and refuses even a forced deletion', async () => {
    for (const force of [undefined, 'true'] as const) {
      const { id: eventId } = await event()
      const held = await guest.hold(eventId)
      // Stripe has charged the card, but Stripe's webhook has not reached the site.
      await guest.pay(held.clientSecret)
      expect(await admin.remove(held.reservationId, force)).toMatchObject({
        ok: false,
        status: 409,
        code: 'payment_arrived',
      })
      expect(await paymentOf(held.paymentIntent)).toMatchObject({ amount: 45_000 })
      expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
      expect(await admin.remove(held.reservationId)).toMatchObject({ code: 'money_open' })
      expect(await admin.remove(held.reservationId, 'true')).toMatchObject({ ok: true })
    }
    await app.runJobs()
    await expectBooksToAgree(app)
  })

  test('refuses to delete while a bank is deciding about a payment (R5.11)', async () => {
    const { id: eventId } = await event()
    const held = await guest.hold(eventId)
    await app.sandbox?.control.set({ keepProcessing: true })
    expect(await guest.pay(held.clientSecret)).toBe('processing')
    expect(await admin.remove(held.reservationId, 'true')).toMatchObject({
      status: 409,
      code: 'payment_processing',
    })
    await app.sandbox?.control.finish(held.paymentIntent, 'fail')
    expect(await admin.remove(held.reservationId)).toMatchObject({ ok: true })
  })

  test('deletes no reservation while Stripe is down', async () => {
    const { id: eventId } = await event()
    const { reservationId } = await guest.hold(eventId)
    const away = { cancelIntent: async () => ({ outcome: 'unavailable' as const, reason: 'test' }) }
    const deps = bookingDeps(app, providerWith(app, away))
    const deleted = await deleteByAdmin(deps, { id: reservationId, force: true, by: { actor: 'admin:x' } })
    expect(deleted).toBe('provider_failed')
    expect(await countTaken(app.services.db, eventId)).toBe(1)
  })

  test('deletes a reservation whose payment intent is unknown to Stripe', async () => {
    const { id: eventId } = await event()
    const { reservationId } = await guest.hold(eventId)
    const lost = { cancelIntent: async () => ({ outcome: 'not_found' as const }) }
    const deps = bookingDeps(app, providerWith(app, lost))
    const deleted = await deleteByAdmin(deps, { id: reservationId, force: false, by: { actor: 'admin:x' } })
    expect(deleted).toBe('done')
  })

  test('cancels a payment that the guest opens while the reservation is being deleted', async () => {
    const { id: eventId } = await event()
    const { uuid, reservationId: id } = await admin.signUp({ eventId })
    await guest.look(uuid)
    let reopened = false
    const deps = bookingDeps(app, {
      fault: async (point) => {
        if (point !== 'changes-committed' || reopened) return
        reopened = true
        await guest.look(uuid)
      },
    })
    expect(await deleteByAdmin(deps, { id, force: false, by: { actor: 'admin:x' } })).toBe('done')
    const open = await app.services.db.select().from(paymentIntents).where(eq(paymentIntents.status, 'open'))
    expect(reopened).toBe(true)
    expect(open.filter((intent) => intent.invoiceId === null && intent.eventId === null)).toEqual([])
  })
})

test('deletes a reservation once, with one audit entry, when several admins delete it at the same time', async () => {
  const { id: eventId } = await event()
  const { reservationId: id } = await admin.signUp({ eventId })
  const replies = await Promise.all([admin.remove(id), admin.remove(id), admin.remove(id)])
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
  for (const reply of replies) if (!reply.ok) expect(reply).toMatchObject(gone)
  const deleted = (await auditOf(app, 'reservation', id)).filter(
    (entry) => entry.action === 'reservation.deleted',
  )
  expect(deleted).toHaveLength(1)
})

/** Returns whether an e-mail in the database contains this name. */
const isInEmails = async (name: string) =>
  (await dumpOf(app.services)).split('\n').some((line) => line.startsWith('emails ') && line.includes(name))

test('deletes the text of stored e-mails to other people that name the deleted guest', async () => {
  const email = 'both@example.test'
  const stayOf = async (customerName: string, startDateDate: string) => {
    const { id: eventId } = await event({ startDateDate })
    return (await admin.signUp({ eventId, customerName, email })).reservationId
  }
  await stayOf('Robin Early', '2027-06-01')
  const later = await stayOf('Ruthanne Later', '2027-08-01')
  await guest.browser.call(lostLink, { body: { email } })
  const party = await makeParty(app, (await event()).id, { names: ['Ann Lee', 'Joe Poe'] })
  const [, joe] = party.members
  await admin.browser.call(sendPaymentReminder, { body: { invoice: party.invoices.remainder } })
  app.clock.advance({ seconds: 20 })
  await app.runJobs()
  expect([await isInEmails('Ruthanne'), await isInEmails('Joe Poe')]).toEqual([true, true])
  for (const id of [later, joe?.id ?? 0]) expect(await admin.remove(id, 'true')).toMatchObject({ ok: true })
  expect([await isInEmails('Ruthanne'), await isInEmails('Joe Poe')]).toEqual([false, false])
})

test('deletes a guest whose encrypted address was moved in the database and cannot be decrypted', async () => {
  const { id: eventId } = await event()
  const add = async (customerName: string) =>
    (await admin.signUp({ eventId, customerName, email: 'moved@example.test' })).reservationId
  const [id, other] = [await add('Robin Doe'), await add('Ruth Doe')]
  const { db } = app.services
  const [row] = await db.select().from(reservations).where(eq(reservations.id, other))
  await db.update(reservations).set({ email: row?.email }).where(eq(reservations.id, id))
  expect(await admin.remove(id, 'true')).toMatchObject({ ok: true })
})
