import { setImmediate } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox, SECRET_KEY, stripeError, type TestSandbox } from '#test/support/stripe/harness.ts'
import { createDeliveryLoop } from './webhooks.ts'

let world: TestSandbox
let stripe: Stripe

beforeEach(async () => {
  world = await openSandbox()
  stripe = world.stripe
})
afterEach(() => world.close())

const types = () => world.received.map((event) => event.type)
const pay = (method = 'pm_card_visa') =>
  stripe.paymentIntents.create({ amount: 5000, currency: 'usd', payment_method: method, confirm: true })

const call = (body: object, key = SECRET_KEY) =>
  world.fetch('http://x/_control', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('sends every event to the site with a signature that the SDK’s constructEvent accepts', async () => {
  const { id } = await pay()
  await stripe.refunds.create({ payment_intent: id })
  await stripeError(pay('pm_card_chargeDeclined'))
  const waiting = await pay('pm_card_authenticationRequired')
  await stripe.paymentIntents.cancel(waiting.id)
  await world.sandbox.control.dispute((await pay()).id)
  expect(await world.sandbox.deliverDue()).toBe(world.received.length)
  expect(types()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'refund.created',
    'charge.refunded',
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'payment_intent.created',
    'payment_intent.requires_action',
    'payment_intent.canceled',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.updated',
    'charge.updated',
  ])
  expect(world.received[2]).toMatchObject({
    object: 'event',
    data: { object: { id, object: 'payment_intent', status: 'succeeded' } },
    request: { id: expect.stringMatching(/^req_/) },
  })
  expect(await world.sandbox.deliverDue()).toBe(0)
})

test('retries a refused webhook with growing pauses until the site accepts it', async () => {
  await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  world.site.take = () => 500
  expect(await world.sandbox.deliverDue()).toBe(1)
  expect(await world.sandbox.deliverDue()).toBe(0)
  world.advance(6)
  expect(await world.sandbox.deliverDue()).toBe(1)
  world.advance(6)
  expect(await world.sandbox.deliverDue()).toBe(0)
  world.site.take = () => {
    throw new Error('connection refused')
  }
  world.advance(30)
  expect(await world.sandbox.deliverDue()).toBe(1)
  world.site.take = () => 200
  world.advance(3600)
  expect(await world.sandbox.deliverDue()).toBe(1)
  expect(new Set(world.received.map(({ id }) => id)).size).toBe(1)
  expect(await world.sandbox.deliverDue()).toBe(0)
})

test('holds webhooks back, sends them several times, or reverses their order if a test wants that', async () => {
  const { control } = world.sandbox
  await control.set({ holdWebhooks: true })
  await pay()
  expect(await world.sandbox.deliverDue()).toBe(0)
  await control.set({ holdWebhooks: false, copies: 2, order: 'newest-first' })
  expect(await world.sandbox.deliverDue()).toBe(8)
  expect(types()).toEqual([
    'charge.updated',
    'charge.updated',
    'payment_intent.succeeded',
    'payment_intent.succeeded',
    'charge.succeeded',
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.created',
  ])
})

test('sends each due webhook only once, also from a second or restarted process (R22.1)', async () => {
  const { id } = await pay()
  const second = world.second()
  const sent = await Promise.all([second.deliverDue(), world.sandbox.deliverDue()])
  expect(sent[0] + sent[1]).toBe(4)
  expect(types().toSorted()).toEqual([
    'charge.succeeded',
    'charge.updated',
    'payment_intent.created',
    'payment_intent.succeeded',
  ])
  expect((await second.ledger()).charges).toMatchObject([{ paymentIntent: id, amount: 5000 }])
})

test('sends webhooks automatically after the sandbox was started', async () => {
  world.sandbox.start()
  await pay()
  await expect.poll(() => world.received.length).toBe(4)
})

test('lets only callers with the secret key use the controls over HTTP', async () => {
  expect((await call({ do: 'reset' }, 'sk_test_other')).status).toBe(401)
  expect((await call({ do: 'explode' })).status).toBe(400)
  expect(await (await call({ do: 'set', change: { copies: 2 } })).json()).toMatchObject({
    result: { copies: 2 },
  })
  expect((await call({ do: 'reset' })).status).toBe(200)
  await world.sandbox.control.set({ keepProcessing: true })
  const { id } = await pay()
  expect(await (await call({ do: 'finish', id, end: 'charge' })).json()).toEqual({ result: 'finished' })
})

const log = { error: () => {} }

test('sends due webhooks immediately when the delivery loop starts, and again when the loop is woken', async () => {
  let runs = 0
  const pump = createDeliveryLoop(async () => (runs += 1), log)
  pump.wake()
  await setImmediate()
  expect(runs).toBe(0)
  pump.start()
  await setImmediate()
  expect(runs).toBe(1)
  pump.wake()
  pump.wake()
  await setImmediate()
  expect(runs).toBe(2)
  await pump.stop()
})

test('sends no webhook after the delivery loop was stopped, even if the loop was woken just before', async () => {
  let runs = 0
  const pump = createDeliveryLoop(async () => (runs += 1), log)
  pump.start()
  await pump.stop()
  await setImmediate()
  expect(runs).toBe(0)
})
