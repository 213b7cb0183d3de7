/**
 * With keys of Stripe's: the site's own adapter and Stripe's unmodified SDK, over HTTP, to a sandbox that is not the site's. It takes
 * only what Stripe declares, and signs the webhooks that it sends back.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSameBooks, mailsOf, refundsOf, statusOf } from '#features/booking/testing/books.ts'
import { createGuest } from '#features/booking/testing/guest.ts'
import { openCashier } from '#features/booking/testing/cashier.ts'
import { createPaymentSandbox, type PaymentSandbox } from '#sandbox/payments/index.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { makeEvent } from '#testing/factories.ts'
import { sandboxKeys } from './integrations.ts'

const keys = sandboxKeys('a secret that only the card company knows')
let database: TestDatabase
let company: PaymentSandbox
let server: Server
let address: string
let app: TestApp
/** The calls of the site, as the company's door saw them. */
const calls = new Set<string>()

beforeAll(async () => {
  database = await openTestDatabase()
  company = createPaymentSandbox({
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
  server = createServer(
    getRequestListener((request) => {
      const path = new URL(request.url).pathname.replace(/pi_\w+/, ':id')
      if (request.headers.get('user-agent')?.startsWith('Stripe/v1 NodeBindings'))
        calls.add(`${request.method} ${path}`)
      return company.app.fetch(request)
    }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const now = new Date('2027-05-06T18:00:00Z')
  app = await buildTestApp({ now, settings: { payments: { kind: 'stripe', ...keys, apiBase: address } } })
})
afterAll(async () => {
  await app.close()
  await company.stop()
  server.close()
  server.closeAllConnections()
  await database.close()
})

/** Pays at the company, as its script in the guest's browser does. */
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

test('from sign-up to refund through Stripe’s own SDK', async () => {
  expect(app.sandbox).toBeNull()
  const guest = guestOf()
  const { id } = await makeEvent(app.services.db, { startDateDate: '2027-09-01' })
  const { uuid, clientSecret, reservationId, paymentIntent } = await guest.hold(id)
  expect(await guest.pay(clientSecret, 'pm_card_chargeDeclined')).toBe('card_declined')
  expect(await guest.pay(clientSecret)).toBe('succeeded')
  await everythingDue()
  expect(await statusOf(app, uuid)).toBe('confirmed')
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])

  const cashier = await openCashier(app)
  expect(await cashier.cancel(reservationId, { refund: 20_000, reason: 'A broken leg' })).toMatchObject({
    ok: true,
  })
  await everythingDue()
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: 20_000, status: 'succeeded' }])
  // Signed up, and never paid: the intent is cancelled.
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
