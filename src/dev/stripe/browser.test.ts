import { runInNewContext } from 'node:vm'
import type { Stripe as BrowserStripe } from '@stripe/stripe-js'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, PUBLISHABLE_KEY, type TestSandbox } from '#test/support/stripe/harness.ts'

let world: TestSandbox

beforeAll(async () => {
  world = await openSandbox()
})
afterAll(() => world.close())

interface Reply {
  id: string
  status?: string
  error?: { code?: string; type: string; param?: string; message: string; payment_intent?: object }
}

async function call(path: string, form?: Record<string, string>, key: string | null = PUBLISHABLE_KEY) {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
  const response = await world.fetch(`http://x${path}`, {
    headers,
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  return { status: response.status, body: (await response.json()) as Reply }
}

const create = async () => {
  const intent = await world.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    metadata: { purpose: 'deposit' },
  })
  return { id: intent.id, secret: intent.client_secret ?? '' }
}
const PRIVATE = new Set([
  'metadata',
  'latest_charge',
  'amount_received',
  'customer',
  'application',
  'transfer_group',
])

test.each([PUBLISHABLE_KEY, null])(
  'lets a browser confirm and read an intent with only the client secret (key: %s) (R22.3)',
  async (key) => {
    const { id, secret } = await create()
    const form = { client_secret: secret, payment_method: 'pm_card_visa' }
    const paid = await call(`/v1/payment_intents/${id}/confirm`, form, key)
    expect(paid).toMatchObject({ status: 200, body: { id, status: 'succeeded' } })
    const seen = await call(`/v1/payment_intents/${id}?client_secret=${secret}`, undefined, key)
    expect(seen.status).toBe(200)
    for (const body of [paid.body, seen.body])
      expect(Object.keys(body).filter((name) => PRIVATE.has(name))).toEqual([])
  },
)

test("hides an intent's private fields from browsers, also in declined payments and in expanded fields", async () => {
  const { id, secret } = await create()
  const form = { client_secret: secret, payment_method: 'pm_card_chargeDeclined' }
  const declined = await call(`/v1/payment_intents/${id}/confirm`, form)
  expect(declined).toMatchObject({ status: 402, body: { error: { code: 'card_declined' } } })
  expect(declined.body.error?.payment_intent).not.toHaveProperty('metadata')
  const wide = await call(`/v1/payment_intents/${id}?client_secret=${secret}&expand[]=latest_charge`)
  expect(wide.status).toBe(400)
})

test('gives a browser nothing without the right client secret', async () => {
  const { id, secret } = await create()
  const form = { payment_method: 'pm_card_visa' }
  expect(await call(`/v1/payment_intents/${id}/confirm`, form)).toMatchObject({ status: 400 })
  const wrong = await call(`/v1/payment_intents/${id}/confirm`, { ...form, client_secret: `${secret}x` })
  expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
  const other = await create()
  expect((await call(`/v1/payment_intents/${id}?client_secret=${other.secret}`)).status).toBe(400)
  for (const path of ['/v1/payment_intents', '/v1/events', '/v1/refunds', '/v1/disputes'])
    expect((await call(path)).status).toBe(401)
  expect((await call(`/v1/payment_intents/${id}/cancel`, { client_secret: secret })).status).toBe(401)
  expect((await world.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
})

const card = (number: string, more: Record<string, string> = {}) => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2034',
  'card[cvc]': '123',
  ...more,
})

test('creates a payment method from card fields and shows only the last four digits of the card', async () => {
  const made = await call(
    '/v1/payment_methods',
    card('4242 4242 4242 4242', { 'billing_details[name]': 'Ann' }),
  )
  expect(made.body).toMatchObject({ object: 'payment_method', card: { last4: '4242', exp_year: 2034 } })
  // The sandbox accepts billing details but does not store them.
  expect(made.body).toMatchObject({ billing_details: { name: null, email: null } })
  const { id, secret } = await create()
  const form = { client_secret: secret, payment_method: made.body.id }
  expect(await call(`/v1/payment_intents/${id}/confirm`, form)).toMatchObject({
    body: { status: 'succeeded' },
  })
  const second = await create()
  const again = { client_secret: second.secret, payment_method: made.body.id }
  expect((await call(`/v1/payment_intents/${second.id}/confirm`, again)).body.error?.message).toContain(
    'previously used',
  )
})

test.each([
  [card('4242424242424241'), 'incorrect_number'],
  [card('4242424242424242', { 'card[exp_month]': '13' }), 'invalid_expiry_month'],
  [card('4242424242424242', { 'card[exp_year]': '2020' }), 'invalid_expiry_year'],
  [card('4242424242424242', { 'card[cvc]': '1' }), 'invalid_cvc'],
])('refuses wrong card fields: %j', async (form, code) => {
  expect(await call('/v1/payment_methods', form)).toMatchObject({
    status: 402,
    body: { error: { type: 'card_error', code } },
  })
})

test('declines a real card and stores its number nowhere', async () => {
  const number = '4539578763621486'
  const made = await call('/v1/payment_methods', card(number))
  const { id, secret } = await create()
  const form = { client_secret: secret, payment_method: made.body.id }
  const declined = await call(`/v1/payment_intents/${id}/confirm`, form)
  expect(declined.body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
  const everything = await world.db.execute('select body::text, hidden::text from sandbox.objects')
  expect(JSON.stringify(everything)).not.toContain(number)
})

test('accepts only one answer on the bank’s page', async () => {
  const { id, secret } = await create()
  const asked = await call(`/v1/payment_intents/${id}/confirm`, {
    client_secret: secret,
    payment_method: 'pm_card_authenticationRequired',
  })
  const { next_action: action } = asked.body as { next_action?: { use_stripe_sdk: { stripe_js: string } } }
  const url = new URL(action?.use_stripe_sdk.stripe_js ?? '')
  const path = `http://x${url.pathname.replace('/dev/stripe', '')}${url.search}`
  const page = await world.fetch(path)
  expect(await page.text()).toContain('Complete authentication')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  const answer = { method: 'POST', body: new URLSearchParams({ answer: 'complete' }) }
  expect((await world.fetch(path.replace(secret, `${secret}x`), answer)).status).toBe(200)
  expect((await world.stripe.paymentIntents.retrieve(id)).status).toBe('requires_action')
  expect(await (await world.fetch(path, answer)).text()).toContain('data-answered="yes"')
  expect((await world.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  expect(await (await world.fetch(path, answer)).text()).toContain('Thank you')
  expect((await world.sandbox.ledger()).charges.filter((charge) => charge.paymentIntent === id)).toHaveLength(
    1,
  )
})

test.each(['cardNumber', 'cardExpiry', 'cardCvc'])(
  'serves the %s frame with its strict content policy',
  async (type) => {
    const page = await world.fetch(`http://x/elements/${type}`)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self'/)
    const text = await page.text()
    expect(text).toMatch(/autocomplete="cc-/)
    expect(text).not.toMatch(/<script>|<style|style=| on\w+=/)
  },
)

test('serves the stand-in for Stripe.js as one script, and serves no files outside the stand-in’s folder', async () => {
  const script = await world.fetch('http://x/js/stripe.js')
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(await script.text()).toContain("Stripe.version = 'endive'")
  const etag = script.headers.get('etag') ?? ''
  expect((await world.fetch('http://x/js/stripe.js', { headers: { 'if-none-match': etag } })).status).toBe(
    304,
  )
  for (const path of ['/elements/constructor', '/js/tsconfig.json', '/js/..%2Findex.ts'])
    expect((await world.fetch(`http://x${path}`)).status).toBe(404)
})

/** Runs the stand-in for Stripe.js outside of a browser. */
async function loadStandIn(): Promise<BrowserStripe> {
  const script = await (await world.fetch('http://x/js/stripe.js')).text()
  const currentScript = new (class HTMLScriptElement {
    src = 'http://x/js/stripe.js'
  })()
  const page = { document: { currentScript }, HTMLScriptElement: currentScript.constructor, URL, window: {} }
  runInNewContext(script, page)
  const { Stripe } = page.window as { Stripe: (key: string) => BrowserStripe }
  return Stripe(PUBLISHABLE_KEY)
}

test.each([
  [{ shipping: null }, 'data.shipping'],
  [{ return_url: 'http://x' }, 'data.return_url'],
  [{ payment_method: { card: { token: 'tok_visa' }, metadata: {} } }, 'data.payment_method.metadata'],
])(
  'throws if the page uses a Stripe.js option that the stand-in does not support: %j',
  async (data, said) => {
    await expect((await loadStandIn()).confirmCardPayment('pi_1_secret_1', data)).rejects.toThrow(
      `The payment sandbox does not play ${said} of confirmCardPayment.`,
    )
  },
)

test('creates from the wallet’s token an Apple Pay card without the guest’s details', async () => {
  const form = { type: 'card', 'card[token]': 'tok_sandbox_pay', 'billing_details[name]': 'Ann' }
  const { body } = await call('/v1/payment_methods', form)
  expect(body).toMatchObject({
    billing_details: { name: null },
    card: { last4: '4242', wallet: { type: 'apple_pay' } },
  })
  const { id, secret } = await create()
  await call(`/v1/payment_intents/${id}/confirm`, { client_secret: secret, payment_method: body.id })
  const { latest_charge: charge } = await world.stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge'],
  })
  expect((charge as Stripe.Charge).payment_method_details?.card?.wallet).toMatchObject({ type: 'apple_pay' })
  const unknown = await call('/v1/payment_methods', { type: 'card', 'card[token]': 'tok_nobody' })
  expect(unknown.body.error).toMatchObject({ code: 'resource_missing', param: 'card[token]' })
})

test("shows the wallet's button only in browsers with a wallet", async () => {
  const frame = async () => (await world.fetch('http://x/elements/expressCheckout')).text()
  expect(await frame()).toContain('Sandbox Pay</button>')
  await world.sandbox.control.set({ wallets: false })
  expect(await frame()).not.toContain('<button')
  await world.sandbox.control.set({ wallets: true })
})

test('refuses a wallet payment without an amount, without the wallet’s button, and before the guest confirms', async () => {
  const stripe = await loadStandIn()
  expect(() => stripe.elements().create('expressCheckout')).toThrow("in a group of mode 'payment'")
  const elements = stripe.elements({ mode: 'payment', amount: 5000, currency: 'usd' })
  const order = { elements, clientSecret: 'pi_1_secret_1', redirect: 'if_required' as const }
  await expect(stripe.confirmPayment(order)).rejects.toThrow('should have a mounted Payment Element')
  elements.create('expressCheckout')
  await expect(stripe.confirmPayment(order)).rejects.toThrow('not called within the "confirm" event')
  await expect(
    stripe.confirmPayment({
      ...order,
      confirmParams: { shipping: { name: 'Ann', address: { line1: '1' } } },
    }),
  ).rejects.toThrow('does not play confirmParams.shipping of confirmPayment')
})
