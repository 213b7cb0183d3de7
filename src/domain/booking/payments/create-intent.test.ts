import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices } from '#platform/database/schema/booking.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { listIntentsOfInvoice } from '../store/payment-intents.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { bookingDeps, providerWith } from '#test/support/booking/deps.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { intentOfInvoice } from './create-intent.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)

/** Holds a spot, and opens the guest's page to create the unpaid invoice's payment intent. */
async function heldDeposit() {
  const held = await guest.hold((await makeEvent(app.services.db)).id)
  const [deposit] = (await guest.look(held.uuid)).invoices
  if (!deposit) throw new Error('no deposit')
  return { ...held, deposit }
}
const statusesOf = async (invoiceId: number) =>
  (await listIntentsOfInvoice(app.services.db, invoiceId)).map((intent) => intent.status)

test('creates an intent two minutes after an error at Stripe, though Stripe repeats errors for an idempotency key', async () => {
  const held = await guest.hold((await makeEvent(app.services.db)).id)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  const [rest = { id: 0, amount: 0 }] = await app.services.db
    .select({ id: invoices.id, amount: invoices.amount })
    .from(invoices)
    .where(and(eq(invoices.reservationId, held.reservationId), eq(invoices.purpose, 'remainder')))
  const asked = () => intentOfInvoice(bookingDeps(app), { ...rest, held: false })
  await app.sandbox?.control.set({ provider: 'save-errors' })
  expect(await asked()).toBe('unanswered')
  await app.sandbox?.control.reset()
  expect(await asked()).toBe('unanswered')
  app.clock.advance({ minutes: 2 })
  expect(await asked()).toMatchObject({ clientSecret: expect.stringContaining('_secret_') as string })
  await expectBooksToAgree(app)
})

test("opens no payment if the invoice was paid after the guest's page had read it", async () => {
  const { deposit, clientSecret } = await heldDeposit()
  await guest.pay(clientSecret)
  await app.runJobs()
  expect(await intentOfInvoice(bookingDeps(app), { ...deposit, held: true })).toBe('paid')
  expect(await statusesOf(deposit.id)).toEqual(['succeeded'])
})

test('replaces a payment intent from before the site offered wallets, because no wallet could pay it (R43.3)', async () => {
  const { deposit, paymentIntent } = await heldDeposit()
  const old = providerWith(app, {
    retrieveIntent: async (id) => {
      const reply = await app.provider.retrieveIntent(id)
      if (reply.outcome !== 'ok' || id !== paymentIntent) return reply
      return { ...reply, intent: { ...reply.intent, takesWallets: false } }
    },
  })
  const asked = (wallets: boolean) => {
    const settings = { ...app.services.settings, wallets }
    return intentOfInvoice(bookingDeps(app, { ...old, settings }), { ...deposit, held: true })
  }
  expect(await asked(false)).toMatchObject({ id: paymentIntent })
  const fresh = await asked(true)
  expect(fresh).toMatchObject({ clientSecret: expect.stringContaining('_secret_') as string })
  expect(fresh).not.toMatchObject({ id: paymentIntent })
  expect(await asked(true)).toEqual(fresh)
  expect((await statusesOf(deposit.id)).toSorted()).toEqual(['canceled', 'open'])
})

test('opens no new payment if the old one succeeds while the site cancels it', async () => {
  const { deposit, clientSecret } = await heldDeposit()
  app.clock.advance({ minutes: 31 })
  const provider = providerWith(app, {
    cancelIntent: async (id) => {
      await guest.pay(clientSecret)
      return app.provider.cancelIntent(id)
    },
  })
  expect(await intentOfInvoice(bookingDeps(app, provider), { ...deposit, held: false })).toBe('paid')
  expect(await statusesOf(deposit.id)).toEqual(['succeeded'])
  await expectBooksToAgree(app)
})
