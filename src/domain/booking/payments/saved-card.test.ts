/**
 * Tests how a guest saves a card with the deposit, and what deletes the card, with the sandbox for Stripe (R42).
 */
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { cardCharges, webhookEvents } from '#platform/database/schema/payments.ts'
import { ranchInstant } from '#shared/days.ts'
import { makeEvent } from '#test/support/factories.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { withdrawCardByAdmin } from '../contract/admin.ts'
import { undoCancellation } from '../contract/cancellation.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import type { Guest } from '#test/support/booking/guest.ts'
import { openSavedCards, START } from '#test/support/booking/saved-card.ts'
import { auditOf } from '#test/support/audit.ts'
import { anonymizeReservation } from '../use-cases/anonymize-reservation.ts'
import { chargeSavedCards } from './saved-card.ts'

const site = await openSavedCards()
const { app, guest } = site

const opened = (made: Awaited<ReturnType<Guest['browser']['call']>>) =>
  (made.ok ? made.data : { paymentIntent: made.code, clientSecret: '' }) as Awaited<ReturnType<Guest['open']>>

type Shown = Pick<Awaited<ReturnType<Guest['look']>>, 'status' | 'keptCard' | 'cardForgotten'>
/**
 * Returns the stay's status and what the guest's page shows about the saved card. A missing field means that the
 * page shows nothing.
 */
const cardShown = ({ status, keptCard, cardForgotten }: Shown) => ({ status, keptCard, cardForgotten })

describe('when a guest saves a card with the deposit (R42.1), the site', () => {
  test('refuses to save a card if no remainder is due later, or if the payment is for no event', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: '2027-02-20' })
    const ask = async (body: object) =>
      guest.browser.call(createPaymentIntent, { body: { amount: 90_000, eventId, keepCard: true, ...body } })
    expect(await ask({})).toMatchObject({ code: 'invalid', fields: { keepCard: expect.any(String) } })
    expect(await ask({ eventId: undefined })).toMatchObject({ code: 'invalid' })
  })

  test("stores the evidence of the guest's consent, and shows on the guest's page what will be charged and when", async () => {
    const { uuid, reservationId } = await site.keep()
    expect(await site.cardOf(reservationId)).toMatchObject({
      consentVersion: '2026-11-30.2',
      card: 'Visa 4242',
      expires: expect.stringMatching(/^20\d\d-\d\d$/),
      endedAt: null,
    })
    expect((await guest.look(uuid)).keptCard).toEqual({
      card: 'Visa 4242',
      charge: { amount: 45_000, on: '2027-03-15', declined: false },
    })
  })

  test('never charges a saved card that its bank suspects to be stolen, and deletes it', async () => {
    const { uuid, reservationId, paymentIntent } = await site.keep()
    await app.sandbox?.control.warnOfFraud(paymentIntent)
    await app.runJobs()
    expect(await site.cardOf(reservationId)).toMatchObject({ customer: null, endedAt: expect.any(Date) })
    expect((await guest.look(uuid)).keptCard).toBeUndefined()
  })

  test.each(['fraud', 'inquiry'] as const)(
    'acts on a webhook event about %s that an older version of the site stored and ignored',
    async (kind) => {
      const { uuid, reservationId, paymentIntent, customer } = await site.keep()
      await site.after(60)
      await app.sandbox?.control.set({ holdWebhooks: true })
      if (kind === 'fraud') await app.sandbox?.control.warnOfFraud(paymentIntent)
      else await app.sandbox?.control.dispute(paymentIntent, { kind })
      await app.services.db.execute(sql`update sandbox.objects set body = body || '{"disputed": false}'
        where kind = 'charge' and intent = ${paymentIntent}`)
      // Older versions stored every event that Stripe lists.
      const listed = await app.provider.listNotices(new Date(app.clock.now().getTime() - 60_000))
      for (const { id, type, intentId } of listed.outcome === 'ok' ? listed.notices : [])
        await app.services.db.insert(webhookEvents).values({ id, type, intentId }).onConflictDoNothing()
      await site.after(15, 15)
      expect(await site.cardOf(reservationId)).toMatchObject({ customer: null, endedAt: expect.any(Date) })
      expect((await guest.look(uuid)).keptCard).toBeUndefined()
      expect(await site.isForgotten(customer)).toBe(true)
      const entries = await app.services.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.reservationId, reservationId))
      const flagged = entries.filter(({ action }) => action === 'payment.flagged')
      expect(flagged).toHaveLength(kind === 'fraud' ? 1 : 0)
    },
  )

  test('opens another payment that saves no card when the guest unticks the box for saving the card', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const attempt = 'the-same-form-again'
    const held = await guest.hold(eventId, { keepCard: true, attempt })
    const ask = async (keepCard?: true) =>
      opened(
        await guest.browser.call(createPaymentIntent, {
          body: { amount: 45_000, eventId, attempt, keepCard },
        }),
      )
    const customer = await site.customerOf(held.paymentIntent)
    expect((await ask(true)).paymentIntent).toBe(held.paymentIntent)
    const without = await ask()
    expect(without.paymentIntent).not.toBe(held.paymentIntent)
    expect(await guest.pay(without.clientSecret)).toBe('succeeded')
    expect((await guest.look(held.uuid)).status).toBe('confirmed')
    expect(await site.cardOf(held.reservationId)).toBeUndefined()
    // The form created a Stripe customer, but no card was saved to it. So the site deletes the customer.
    await site.after(180)
    expect(await site.isForgotten(customer)).toBe(true)
  })

  test('shows a message at the box for saving the card if Stripe does not allow it, and lets the guest pay anyway', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const forbidden = {
      outcome: 'forbidden',
      reason: 'no right',
      because: 'permission',
      permission: null,
    } as const
    const refuse = vi.spyOn(app.provider, 'createCustomer').mockResolvedValue(forbidden)
    const ask = async (body: { keepCard?: true; attempt?: string }) =>
      guest.browser.call(createPaymentIntent, { body: { amount: 45_000, eventId, ...body } })
    const told = { code: 'invalid', fields: { keepCard: expect.stringContaining('uncheck') } }
    expect(await ask({ keepCard: true })).toMatchObject(told)
    // A form that already holds a spot also gets the message at the box.
    const attempt = 'no-right-to-keep'
    const held = await guest.hold(eventId, { attempt })
    expect(await ask({ keepCard: true, attempt })).toMatchObject(told)
    refuse.mockRestore()
    const { paymentIntent, clientSecret } = opened(await ask({ attempt }))
    expect(await site.customerOf(paymentIntent)).toBe('')
    expect(await guest.pay(clientSecret)).toBe('succeeded')
    expect(cardShown(await guest.look(held.uuid))).toEqual({ status: 'confirmed' })
  })

  test('saves no card when the guest pays the deposit on the guest’s page, which has no box for saving the card', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const { uuid, reservationId, paymentIntent } = await guest.hold(eventId, { keepCard: true })
    const [invoice] = (await guest.look(uuid)).invoices
    const body = { amount: 45_000, invoiceId: invoice?.id ?? 0, uuid }
    const made = opened(await guest.browser.call(createPaymentIntent, { body }))
    expect(made.paymentIntent).not.toBe(paymentIntent)
    expect(await guest.pay(made.clientSecret)).toBe('succeeded')
    expect((await guest.look(uuid)).status).toBe('confirmed')
    expect(await site.cardOf(reservationId)).toBeUndefined()
  })

  test('deletes the Stripe customer for a saved card if the deposit is never paid', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const { paymentIntent } = await guest.hold(eventId, { keepCard: true })
    const customer = await site.customerOf(paymentIntent)
    expect(await site.isForgotten(customer)).toBe(false)
    await site.after(120, 120, 120)
    expect(await site.isForgotten(customer)).toBe(true)
  })
})

describe('when a guest removes a saved card or the consent to save it (R42.6), the site', () => {
  test('deletes the removed card at Stripe as soon as Stripe can be reached again', async () => {
    const { uuid, reservationId, customer } = await site.keep()
    await app.sandbox?.control.set({ provider: 'refuse' })
    expect(await site.withdraw(uuid)).toMatchObject({ ok: true })
    expect(await site.cardOf(reservationId)).toMatchObject({ customer: null, endedAt: expect.any(Date) })
    await app.sandbox?.control.set({ provider: 'up' })
    await site.after(60)
    expect(await site.isForgotten(customer)).toBe(true)
    expect(await site.withdraw(uuid)).toMatchObject({ ok: true })
  })

  test('saves no card if the guest withdraws the consent before paying the deposit', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const held = await guest.hold(eventId, { keepCard: true })
    const customer = await site.customerOf(held.paymentIntent)
    expect(await site.withdraw(held.uuid)).toMatchObject({ ok: true })
    expect(await guest.pay(held.clientSecret)).toBe('succeeded')
    expect(cardShown(await guest.look(held.uuid))).toEqual({ status: 'confirmed' })
    expect(await site.cardOf(held.reservationId)).toBeUndefined()
    const history = await auditOf(app, 'reservation', held.reservationId)
    expect(history.map(({ action }) => action)).toContain('card.withdrawn')
    await site.after(180)
    expect(await site.isForgotten(customer)).toBe(true)
  })

  test("keeps the Stripe customer while a long hold's deposit can still be paid, and deletes it afterwards", async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const attempt = 'held-as-an-offer'
    const held = await guest.hold(eventId, { keepCard: true, attempt })
    const holdExpiresAt = new Date(app.clock.now().getTime() + 24 * 3_600_000)
    await app.services.db
      .update(reservations)
      .set({ holdExpiresAt })
      .where(eq(reservations.id, held.reservationId))
    const customer = await site.customerOf(held.paymentIntent)
    expect(await site.withdraw(held.uuid)).toMatchObject({ ok: true })
    await site.after(130, 60, 60)
    expect(await site.isForgotten(customer)).toBe(false)
    expect(await guest.pay(held.clientSecret)).toBe('succeeded')
    expect(cardShown(await guest.look(held.uuid))).toEqual({ status: 'confirmed' })
    expect(await site.cardOf(held.reservationId)).toBeUndefined()
    await site.after(90)
    expect(await site.isForgotten(customer)).toBe(true)
  })

  test('opens a payment without a Stripe customer when the guest sends the form again without ticking the box', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const attempt = 'not-ticked-any-more'
    const held = await guest.hold(eventId, { keepCard: true, attempt })
    await site.withdraw(held.uuid)
    const body = { amount: 45_000, eventId, attempt }
    const again = opened(await guest.browser.call(createPaymentIntent, { body }))
    expect(again.paymentIntent).not.toBe(held.paymentIntent)
    expect(await site.customerOf(again.paymentIntent)).toBe('')
  })

  test('saves the card when the guest ticks the box again', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const attempt = 'ticked-once-more'
    const held = await guest.hold(eventId, { keepCard: true, attempt })
    await site.withdraw(held.uuid)
    const body = { amount: 45_000, eventId, attempt, keepCard: true } as const
    const again = opened(await guest.browser.call(createPaymentIntent, { body }))
    expect(again.paymentIntent).not.toBe(held.paymentIntent)
    expect(await guest.pay(again.clientSecret)).toBe('succeeded')
    expect((await guest.look(held.uuid)).keptCard).toMatchObject({ card: 'Visa 4242' })
  })
})

describe('when a guest with a saved card disputes a payment (R42.4), the site', () => {
  test.each(['dispute', 'inquiry'] as const)(
    'deletes the saved card immediately on a %s, and never charges it, even after the guest has lost the dispute',
    async (kind) => {
      const { uuid, reservationId, paymentIntent, customer } = await site.keep()
      await site.workOn('2027-03-12')
      expect(await site.attempts(reservationId)).toEqual(['planned 2027-03-15'])
      const raised = await app.sandbox?.control.dispute(paymentIntent, { kind })
      await site.after(0)
      expect(await site.attempts(reservationId)).toEqual(['stopped 2027-03-15'])
      expect((await guest.look(uuid)).keptCard).toBeUndefined()
      expect(await site.isForgotten(customer)).toBe(true)
      const history = await auditOf(app, 'reservation', reservationId)
      expect(history.filter(({ action }) => action === 'card.disputed')).toHaveLength(1)
      if (typeof raised === 'object') await app.sandbox?.control.moveDispute(raised.id, 'won')
      await site.at('2027-03-15')
      expect(await site.chargesOf(reservationId)).toBe(0)
    },
  )

  test('saves no card if the deposit is disputed before the site learns that it was paid', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const held = await guest.hold(eventId, { keepCard: true })
    await guest.pay(held.clientSecret)
    await app.sandbox?.control.dispute(held.paymentIntent)
    expect(cardShown(await guest.look(held.uuid))).toEqual({ status: 'confirmed' })
    expect(await site.cardOf(held.reservationId)).toBeUndefined()
  })
})

test('keeps a saved card deleted after a cancellation is undone, and says so to guest and admin (R30.5, R42.9)', async () => {
  const { uuid, reservationId: id, customer } = await site.keep()
  const admin = await signInAdmin(app)
  expect(await admin.cancel(id, { refund: 0, reason: 'By mistake' })).toMatchObject({ ok: true })
  expect((await guest.look(uuid)).cardForgotten).toBeUndefined()
  await site.work()
  const { version } = await admin.look(id)
  expect(await admin.browser.call(undoCancellation, { body: { id, version } })).toMatchObject({ ok: true })
  expect(await site.isForgotten(customer)).toBe(true)
  const forgotten = { status: 'confirmed', cardForgotten: true }
  expect(cardShown(await guest.look(uuid))).toEqual(forgotten)
  expect(cardShown(await admin.look(id))).toEqual(forgotten)
  await site.workOn('2027-03-12')
  await site.workOn('2027-03-15')
  expect(await site.attempts(id)).toEqual([])
  expect(await guest.pay(await site.secretOf(uuid))).toBe('succeeded')
  const paid = await guest.look(uuid)
  expect({ ...cardShown(paid), fullyPaid: paid.fullyPaid }).toEqual({ status: 'confirmed', fullyPaid: true })
})

test("lets an admin withdraw a guest's consent to save a card before the deposit is paid", async () => {
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
  const held = await guest.hold(eventId, { keepCard: true })
  const admin = await app.signIn({ admin: true })
  expect(await admin.call(withdrawCardByAdmin, { query: { id: held.reservationId } })).toMatchObject({
    ok: true,
  })
  await guest.pay(held.clientSecret)
  expect((await guest.look(held.uuid)).keptCard).toBeUndefined()
})

test('deletes the consent to save a card, the decline codes and the Stripe customer in the purge (R42.6)', async () => {
  const { reservationId, customer, paymentIntent } = await site.keep()
  await site.workOn('2027-03-12')
  await app.sandbox?.control.set({ offSession: { decline: 'insufficient_funds', advice: 'try_again_later' } })
  await site.workOn('2027-03-15')
  const { services } = app
  const order = { id: reservationId, by: { actor: 'job:purge' } }
  await services.db.transaction((tx) => anonymizeReservation(tx, services, order))
  await site.work()
  expect(await site.cardOf(reservationId)).toBeUndefined()
  expect(await site.customerOf(paymentIntent)).toBe('')
  const charges = await services.db
    .select()
    .from(cardCharges)
    .where(eq(cardCharges.reservationId, reservationId))
  expect(charges.map(({ status, declineCode, adviceCode }) => [status, declineCode, adviceCode])).toEqual([
    ['declined', null, null],
    ['stopped', null, null],
  ])
  expect(await site.isForgotten(customer)).toBe(true)
})

test("charges no saved card, and deletes all of them, when the site's setting for saved cards is off (R42.7)", async () => {
  const { uuid, reservationId, customer } = await site.keep()
  await site.workOn('2027-03-12')
  app.clock.set(ranchInstant('2027-03-15', 9))
  const settings = { ...app.services.settings, keepCards: false }
  await chargeSavedCards(bookingDeps(app, { settings }))
  await app.runJobs()
  expect(await site.attempts(reservationId)).toEqual(['stopped 2027-03-15'])
  const shown = await guest.look(uuid)
  expect(shown.keptCard).toBeUndefined()
  expect(shown.totalPaid).toBe(45_000)
  expect(await site.isForgotten(customer)).toBe(true)
  await expectBooksToAgree(app)
})
