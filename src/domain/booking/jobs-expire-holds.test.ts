import { expect, test } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getEvent } from './contract/event.ts'
import { expectBooksToAgree, intentStatus, mailsOf, refundsOf } from '#test/support/booking/books.ts'
import { payTooLate } from '#test/support/booking/stripe-dashboard.ts'
import { createGuest } from '#test/support/booking/guest.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)

const oneSpot = () => makeEvent(app.services.db, { spots: 1 })
const pass = async (minutes: number) => {
  app.clock.advance({ minutes })
  await app.runJobs()
}
const control = (change: Parameters<NonNullable<TestApp['sandbox']>['control']['set']>[0]) =>
  app.sandbox?.control.set(change)

test('expires an unpaid hold after its deadline, cancels its intent and frees the spot (R2.5)', async () => {
  const event = await oneSpot()
  const { uuid, paymentIntent, clientSecret } = await guest.hold(event.id)
  await pass(14)
  expect(await guest.look(uuid)).toMatchObject({ status: 'pending' })
  await pass(1)
  expect(await guest.look(uuid)).toMatchObject({
    status: 'expired',
    holdExpiresAt: null,
    invoices: [{ clientSecret: null }, { clientSecret: null }],
  })
  expect(await intentStatus(app, paymentIntent)).toBe('canceled')
  expect(await guest.pay(clientSecret)).toBe('payment_intent_unexpected_state')
  const shown = await guest.browser.call(getEvent, { query: { eventUrlName: event.urlName } })
  expect(shown).toMatchObject({ data: { reservedSpots: 0, isFull: false } })
  expect(await mailsOf(app, uuid)).toEqual([])
})

test('confirms a hold whose card was charged just before the deadline, even if the site learns of it later (R2.5)', async () => {
  await control({ holdWebhooks: true })
  const { uuid, clientSecret } = await guest.hold((await oneSpot()).id)
  await guest.pay(clientSecret)
  await pass(20)
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
})

test('keeps a hold while a bank is deciding about its payment, but for at most an hour after the deadline (R2.5)', async () => {
  await control({ keepProcessing: true })
  const event = await oneSpot()
  const { uuid, clientSecret, paymentIntent } = await guest.hold(event.id)
  expect(await guest.pay(clientSecret)).toBe('processing')
  await pass(60)
  expect(await guest.look(uuid)).toMatchObject({ status: 'pending' })
  await pass(15)
  expect(await guest.look(uuid)).toMatchObject({ status: 'expired' })

  // The bank accepts the payment after the hold has expired, and the spot is still free.
  await app.sandbox?.control.finish(paymentIntent, 'charge')
  await pass(1)
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
})

test('refunds a late payment once if no spot is left, and e-mails the guest and the admin (R2.8)', async () => {
  const { uuid, paymentIntent, charge } = await payTooLate(app, guest)
  await control({ copies: 3 })
  await charge()
  await pass(1)
  await pass(5)
  expect(await guest.look(uuid)).toMatchObject({
    status: 'refunded',
    totalPaid: 0,
    fullyPaid: false,
    invoices: [{ paid: true, refunded: 45_000 }, { paid: false }],
  })
  expect(await refundsOf(app, paymentIntent)).toEqual([
    { key: `late:${paymentIntent}`, amount: 45_000, status: 'succeeded' },
  ])
  expect(await mailsOf(app, uuid)).toEqual(['late-refund', 'late-refund-admin'])
  await expectBooksToAgree(app)
})

test('releases a hold an hour late while Stripe is down, and cancels its payment intent once Stripe is back', async () => {
  const { uuid, paymentIntent } = await guest.hold((await oneSpot()).id)
  await control({ provider: 'refuse' })
  await pass(20)
  const reply = await guest.look(uuid)
  expect(reply).toMatchObject({ status: 'pending' })
  expect(reply.invoices.map((invoice) => invoice.clientSecret)).toEqual([null, null])
  await pass(60)
  expect(await guest.look(uuid)).toMatchObject({ status: 'expired' })
  expect(await intentStatus(app, paymentIntent)).toBe('open')
  await control({ provider: 'up' })
  await pass(1)
  expect(await intentStatus(app, paymentIntent)).toBe('canceled')
})

test("makes a refund only once even if Stripe's reply to the first request was lost", async () => {
  const { uuid, charge } = await payTooLate(app, guest)
  await charge()
  await guest.look(uuid)
  await control({ provider: 'lose-replies' })
  await app.runJobs()
  await control({ provider: 'up' })
  await pass(2)
  await pass(10)
  expect(await guest.look(uuid)).toMatchObject({ status: 'refunded', totalPaid: 0 })
  await expectBooksToAgree(app)
})
