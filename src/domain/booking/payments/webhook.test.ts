import { createHmac, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { emails } from '#platform/database/schema/emails.ts'
import { webhookEvents } from '#platform/database/schema/payments.ts'
import { markEmail } from '#platform/email-queue.ts'
import { listIntegrationProblems } from '#platform/integration-problems.ts'
import { sandboxKeys } from '#server/integrations.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { randomFrom, RUN_SEED } from '#test/support/seeds.ts'
import { expectBooksToAgree, mailsOf, statusOf } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z'), keepTime: true })
const guest = createGuest(app)

const hold = async () => guest.hold((await makeEvent(app.services.db)).id)

test('confirms a paid hold when the webhook arrives, even if nobody opens a page (R4.1)', async () => {
  const { uuid, clientSecret } = await hold()
  await guest.pay(clientSecret)
  expect(await statusOf(app, uuid)).toBe('pending')
  await app.runJobs()
  expect(await statusOf(app, uuid)).toBe('confirmed')
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
  await expectBooksToAgree(app)
})

test('makes one payment and one e-mail from many copies of the same webhooks in any order (R4.8)', async () => {
  const order = vi.spyOn(Math, 'random').mockImplementation(randomFrom(RUN_SEED))
  onTestFinished(() => order.mockRestore())
  await app.sandbox?.control.set({ copies: 20, order: 'random', holdWebhooks: true })
  const { uuid, clientSecret } = await hold()
  await guest.pay(clientSecret, 'pm_card_chargeDeclined')
  await guest.pay(clientSecret)
  await app.sandbox?.control.set({ holdWebhooks: false })
  await app.runJobs()
  expect(await statusOf(app, uuid)).toBe('confirmed')
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
  await expectBooksToAgree(app)
})

test('enqueues no second e-mail when copies of a webhook arrive after the first e-mail was dropped (R9.10)', async () => {
  await app.sandbox?.control.set({ copies: 100, holdWebhooks: true })
  const { uuid, reservationId, clientSecret } = await hold()
  await guest.pay(clientSecret)
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed' })
  const { db } = app.services
  const [queued] = await db.select().from(emails).where(eq(emails.reservationId, reservationId))
  await markEmail(db, queued?.id ?? 0, { status: 'dropped', failure: 'not_confirmed' })
  await app.sandbox?.control.set({ holdWebhooks: false })
  await app.runJobs()
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
  const [dropped] = await db.select().from(emails).where(eq(emails.reservationId, reservationId))
  expect(dropped).toMatchObject({ id: queued?.id, status: 'dropped' })
  await expectBooksToAgree(app)
})

test('keeps a stay paid when the webhook about an earlier declined card arrives late (R4.8)', async () => {
  await app.sandbox?.control.set({ order: 'newest-first', holdWebhooks: true })
  const { uuid, clientSecret } = await hold()
  expect(await guest.pay(clientSecret, 'pm_card_chargeDeclined')).toBe('card_declined')
  expect(await guest.look(uuid)).toMatchObject({ status: 'pending' })
  expect(await guest.pay(clientSecret)).toBe('succeeded')
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed' })
  app.clock.advance({ days: 2 })
  await app.sandbox?.control.set({ holdWebhooks: false })
  await app.runJobs()
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
})

test('finds a payment with the reconciler if no webhook arrives (R4.11)', async () => {
  await app.sandbox?.control.set({ holdWebhooks: true })
  const { uuid, clientSecret } = await hold()
  await guest.pay(clientSecret)
  app.clock.advance({ minutes: 2 })
  await app.runJobs()
  expect(await statusOf(app, uuid)).toBe('confirmed')
})

test('shows a dispute with or without a webhook, and no longer shows it once the dispute is won (R3.7)', async () => {
  const { uuid, clientSecret, paymentIntent } = await hold()
  await guest.pay(clientSecret)
  await app.runJobs()
  const disputed = async () => (await guest.look(uuid)).invoices[0]?.disputed
  await app.sandbox?.control.set({ holdWebhooks: true })
  const dispute = await app.sandbox?.control.dispute(paymentIntent)
  app.clock.advance({ minutes: 15 })
  await app.runJobs()
  expect(await disputed()).toBe(true)
  await app.sandbox?.control.reset()
  if (typeof dispute === 'object' && 'id' in dispute)
    await app.sandbox?.control.moveDispute(dispute.id, 'won')
  await app.runJobs()
  expect(await disputed()).toBe(false)
})

test('asks Stripe about a dispute after its webhook event, even if the charge does not say that it is disputed', async () => {
  const { uuid, clientSecret, paymentIntent } = await hold()
  await guest.pay(clientSecret)
  await app.runJobs()
  await app.sandbox?.control.dispute(paymentIntent)
  // An inquiry may leave `disputed` false: Stripe does not document it.
  await app.services.db.execute(sql`update sandbox.objects set body = body || '{"disputed": false}'
    where kind = 'charge' and intent = ${paymentIntent}`)
  await app.runJobs()
  expect((await guest.look(uuid)).invoices[0]?.disputed).toBe(true)
})

const post = (body: string, headers: HeadersInit) =>
  app.request('/api/stripe/webhook', { method: 'POST', body, headers })

test('refuses a forged, altered or unsigned webhook and stores nothing (R4.7)', async () => {
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: 'pi_x' } },
  })
  const time = Math.floor(app.clock.now().getTime() / 1000)
  const wrong = createHmac('sha256', 'whsec_guess').update(`${time}.${body}`).digest('hex')
  for (const signature of [null, `t=${time},v1=${wrong}`, 'x']) {
    const response = await post(body, signature === null ? {} : { 'stripe-signature': signature })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ success: false, code: 'bad_signature' })
  }
  const stored = await app.services.db.select().from(webhookEvents)
  expect(stored.map((row) => row.id)).not.toContain('evt_forged')
})

const told = async () => (await listIntegrationProblems(app.services.db)).map(({ code }) => code)
const sign = (body: string, secret = sandboxKeys(app.services.sessionSecret).webhookSecret) => {
  const time = Math.floor(app.clock.now().getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

const deliver = async () => {
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'x.y',
    data: { object: {} },
  })
  expect((await post(body, { 'stripe-signature': sign(body) })).status).toBe(200)
}

describe("with wrong settings of Stripe's webhook, the site", () => {
  test("answers an event in Stripe's “thin” format with error 400 and says what to change", async () => {
    const body = JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v1.payment_intent.succeeded' })
    const response = await post(body, { 'stripe-signature': sign(body) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'thin_event',
      message: expect.stringContaining('snapshot'),
    })
    expect(await told()).toEqual(['stripe_webhook_thin'])
    await deliver()
    expect(await told()).toEqual([])
  })

  test('reports five wrong signatures in a row, but not fewer', async () => {
    for (let nth = 1; nth <= 5; nth += 1) {
      expect(await told()).toEqual([])
      expect((await post('{}', { 'stripe-signature': sign('{}', 'whsec_other') })).status).toBe(400)
    }
    expect(await told()).toEqual(['stripe_webhook_signature'])
    await deliver()
    expect(await told()).toEqual([])
  })

  test('reports that no webhook arrived for a day although there were payments', async () => {
    app.clock.advance({ days: 2 })
    await app.sandbox?.control.set({ holdWebhooks: true })
    const { uuid, clientSecret } = await hold()
    await guest.pay(clientSecret)
    app.clock.advance({ minutes: 2 })
    await app.runJobs()
    expect(await statusOf(app, uuid)).toBe('confirmed')
    expect(await told()).toEqual(['stripe_webhook_silent'])
    await app.sandbox?.control.set({ holdWebhooks: false })
    await app.runJobs()
    expect(await told()).toEqual([])
  })
})
