/**
 * Tests the site with Stripe keys. Its own adapter and Stripe's unmodified SDK call a payment sandbox over
 * HTTP. The sandbox accepts only parameters that Stripe declares, and signs its webhooks.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { expectSameBooks, mailsOf, refundsOf, statusOf } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createPaymentSandbox } from '#dev/stripe/payment-sandbox.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { openPayments, sandboxKeys } from './integrations.ts'

const keys = sandboxKeys('a secret that only the card company knows')
/** The API calls that the site has sent to the card company, which is a payment sandbox. */
const calls = new Set<string>()

const database = await openTestDatabase()
const company = createPaymentSandbox({
  ...keys,
  db: database.db,
  webhookUrl: 'http://site.test/api/stripe/webhook',
  deliver: async (request) =>
    app.request('/api/stripe/webhook', {
      method: 'POST',
      headers: request.headers,
      body: await request.text(),
    }),
  now: () => app.clock.now(),
  log: { warn: () => {}, error: () => {} },
})
const server = createServer(
  getRequestListener((request) => {
    const path = new URL(request.url).pathname.replace(/pi_\w+/, ':id')
    if (request.headers.get('user-agent')?.startsWith('Stripe/v1 NodeBindings'))
      calls.add(`${request.method} ${path}`)
    return company.app.fetch(request)
  }),
)
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const now = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now, settings: { payments: { kind: 'stripe', ...keys, apiBase: address } } })
afterAll(async () => {
  await company.stop()
  server.close()
  server.closeAllConnections()
  await database.close()
})

/** Creates a guest who pays at the card company: a payment sandbox outside the site, which the site calls over HTTP. */
const guestOf = () =>
  createGuest({
    browser: app.browser,
    request: (path, init) => fetch(path.replace('/dev/stripe', address), init),
  })

async function everythingDue() {
  await app.runJobs()
  await company.deliverDue()
  await app.runJobs()
}

test('a guest can sign up, pay and get a refund through Stripe’s own SDK (R22.3)', async () => {
  expect(app.sandbox).toBeNull()
  const guest = guestOf()
  const { id } = await makeEvent(app.services.db, { startDateDate: '2027-09-01' })
  const { uuid, clientSecret, reservationId, paymentIntent } = await guest.hold(id)
  expect(await guest.pay(clientSecret, 'pm_card_chargeDeclined')).toBe('card_declined')
  expect(await guest.pay(clientSecret)).toBe('succeeded')
  await everythingDue()
  expect(await statusOf(app, uuid)).toBe('confirmed')
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])

  const admin = await signInAdmin(app)
  expect(await admin.cancel(reservationId, { refund: 20_000, reason: 'A broken leg' })).toMatchObject({
    ok: true,
  })
  await everythingDue()
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: 20_000, status: 'succeeded' }])
  // This guest signs up and never pays. So the site must cancel the payment intent.
  const given = await guest.hold(id)
  app.clock.advance({ hours: 3 })
  await everythingDue()
  expect(await statusOf(app, given.uuid)).toBe('expired')

  const ledger = await company.ledger()
  expect(ledger.sums).toMatchObject({ charged: 45_000, refunded: 20_000, net: 25_000 })
  await expectSameBooks(app.services.db, ledger)
  const least = ['POST /v1/payment_intents', 'POST /v1/payment_intents/:id/cancel', 'POST /v1/refunds']
  expect([...calls]).toEqual(
    expect.arrayContaining([...least, 'GET /v1/payment_intents/:id', 'GET /v1/events']),
  )
})

test('passes `wallets` to the pages only if wallets are switched on (R43.7)', () => {
  const { services } = app
  const page = (wallets: boolean) => {
    const settings = { ...services.settings, wallets, keepCards: false }
    return openPayments({ ...services, settings }, () => Promise.reject(new Error('no webhook'))).page
  }
  const before = { publishableKey: keys.publishableKey, scriptUrl: null }
  expect(page(false)).toEqual(before)
  expect(page(true)).toEqual({ ...before, wallets: true })
})
