import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createStripeProvider } from './stripe.ts'

const KEYS = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }

interface Sent {
  method: string
  path: string
  body: string
  idempotencyKey: string | null
}

type Answer = [status: number, body: object] | null

/**
 * Returns a provider whose API sends these replies in order and then repeats the last reply. A null reply stands
 * for a lost connection.
 */
function scripted(...given: (Answer | { wallets: boolean })[]) {
  const answers = given.filter((answer) => answer === null || Array.isArray(answer))
  const options = given.find((option) => option !== null && !Array.isArray(option))
  const sent: Sent[] = []
  const provider = createStripeProvider({
    ...KEYS,
    ...options,
    apiBase: 'https://site.example/dev/stripe/',
    fetch: async (url, init) => {
      const headers = new Headers(init.headers)
      sent.push({
        method: init.method ?? '',
        path: url,
        body: decodeURIComponent(typeof init.body === 'string' ? init.body : ''),
        idempotencyKey: headers.get('idempotency-key'),
      })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw new TypeError('fetch failed')
      return Response.json(answer[1], { status: answer[0] })
    },
  })
  return { provider, sent }
}

const intent = (more: object = {}) => ({
  object: 'payment_intent',
  id: 'pi_1',
  amount: 45_000,
  amount_received: 0,
  client_secret: 'pi_1_secret_x',
  created: 1_800_000_000,
  metadata: { site: 's' },
  status: 'requires_payment_method',
  latest_charge: null,
  ...more,
})
const charge = (more: object = {}) => ({
  object: 'charge',
  id: 'ch_1',
  created: 1_800_000_060,
  amount_refunded: 0,
  refunds: { object: 'list', data: [], has_more: false },
  disputed: false,
  balance_transaction: { object: 'balance_transaction', fee: 1_335 },
  ...more,
})
const paid = (more: object = {}) =>
  intent({ status: 'succeeded', amount_received: 45_000, latest_charge: charge(more) })
const refusal = (type: string, code?: string) => ({
  error: { type, code, message: 'secret words of the guest' },
})

describe('a payment intent at Stripe', () => {
  test('is created for card payments only, with metadata, at the configured API address', async () => {
    const { provider, sent } = scripted([200, intent()])
    const made = await provider.createIntent({
      amount: 45_000,
      metadata: { site: 's', purpose: 'deposit', event: '7' },
      idempotencyKey: 'key-1',
    })
    expect(made).toMatchObject({ outcome: 'ok', intent: { id: 'pi_1', state: { status: 'open' } } })
    expect(sent).toMatchObject([
      { method: 'POST', path: 'https://site.example/dev/stripe/v1/payment_intents', idempotencyKey: 'key-1' },
    ])
    expect(sent[0]?.body).toContain('allowed_payment_method_types[0]=card')
    expect(sent[0]?.body).toContain('metadata[event]=7')
  })

  test('allows Link besides cards if wallets are offered (R43.1)', async () => {
    const { provider, sent } = scripted({ wallets: true }, [200, intent()])
    await provider.createIntent({
      amount: 45_000,
      metadata: { site: 's', purpose: 'amount' },
      idempotencyKey: 'k-1',
    })
    expect(sent[0]?.body).toContain(
      'allowed_payment_method_types[0]=card&allowed_payment_method_types[1]=link',
    )
  })

  test.each([
    ['requires_payment_method', 'open'],
    ['requires_confirmation', 'open'],
    ['requires_action', 'open'],
    ['processing', 'processing'],
    ['canceled', 'canceled'],
  ])("with Stripe's status %s, has our status %s", async (status, ours) => {
    const { provider } = scripted([200, intent({ status })])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({ intent: { state: { status: ours } } })
  })

  test('has an amount received, a time of payment and a fee once the guest has paid', async () => {
    const { provider } = scripted([200, paid()])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({
      intent: {
        state: {
          status: 'succeeded',
          received: 45_000,
          chargeId: 'ch_1',
          fee: 1_335,
          paidAt: new Date(1_800_000_060_000),
          withdrawn: 0,
          refunds: [],
        },
      },
    })
  })

  test.each([
    [{ brand: 'visa', last4: '4242', wallet: null }, 'Visa 4242'],
    [{ brand: 'visa', last4: '4242', wallet: { type: 'apple_pay' } }, 'Apple Pay (Visa 4242)'],
    [{ brand: 'amex', last4: '0005', wallet: { type: 'google_pay' } }, 'Google Pay (American Express 0005)'],
    [{ brand: 'brand_new', last4: '1111', wallet: { type: 'brand_new' } }, 'Card 1111'],
    [{ brand: 'visa', last4: null, wallet: null }, null],
    [undefined, null],
  ])('names the card %o of a payment in words as %s (R4.15)', async (card, words) => {
    const { provider } = scripted([200, paid({ payment_method_details: { type: 'card', card } })])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({ intent: { state: { card: words } } })
  })

  test('names the card of a Link payment only "Link", because Stripe does not report the card (R43.6)', async () => {
    const { provider } = scripted([
      200,
      paid({ payment_method_details: { type: 'link', link: { country: 'US' } } }),
    ])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({ intent: { state: { card: 'Link' } } })
  })

  // The balance transactions of a dispute show the withheld amount, whatever the dispute's status
  // (docs.stripe.com/disputes/how-disputes-work).
  test.each<[string, [status: string, ...moves: number[]][], number]>([
    ['a chargeback', [['needs_response', -45_000]], 45_000],
    ['a partial chargeback', [['under_review', -20_000]], 20_000],
    ['a lost dispute', [['lost', -45_000]], 45_000],
    ['a won dispute', [['won', -45_000, 45_000]], 0],
    ['a lost dispute that returned a part, as after a refund', [['lost', -45_000, 5_000]], 40_000],
    ['a dispute that was lost and then won', [['won', -45_000, 0, 45_000]], 0],
    ['an inquiry', [['warning_needs_response']], 0],
    ['a prevented dispute', [['prevented']], 0],
    [
      'several disputes',
      [
        ['lost', -10_000],
        ['won', -5_000, 5_000],
        ['needs_response', -7_000],
      ],
      17_000,
    ],
  ])('reports how many cents banks withhold because of disputes: %s', async (_name, disputes, withdrawn) => {
    const data = disputes.map(([status, ...moves]) => ({
      id: 'du_1',
      status,
      balance_transactions: moves.map((amount) => ({
        amount,
        fee: amount < 0 ? 1_500 : 0,
        net: amount - 1_500,
      })),
    }))
    const list = { object: 'list', data, has_more: false }
    const { provider } = scripted([200, paid({ disputed: true })], [200, list])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({ intent: { state: { withdrawn } } })
  })

  test('has no charge and no fee while Stripe reports no charge, and counts as paid when it was created', async () => {
    const { provider } = scripted([200, intent({ status: 'succeeded', amount_received: 45_000 })])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({
      intent: {
        state: { chargeId: null, fee: null, card: null, paidAt: new Date(1_800_000_000_000), withdrawn: 0 },
      },
    })
  })

  test('includes a failed refund, although Stripe no longer counts it in the charge’s refunded amount', async () => {
    const refund = {
      object: 'refund',
      id: 're_1',
      amount: 5,
      status: 'failed',
      metadata: { refund_key: 'k' },
    }
    const { provider } = scripted([
      200,
      paid({ refunds: { object: 'list', data: [refund], has_more: false } }),
    ])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({
      intent: { state: { refunds: [{ id: 're_1', amount: 5, status: 'failed', key: 'k' }] } },
    })
  })

  test('is returned as paid if the site tries to cancel it after the payment', async () => {
    const { provider } = scripted(
      [400, refusal('invalid_request_error', 'payment_intent_unexpected_state')],
      [200, paid()],
    )
    expect(await provider.cancelIntent('pi_1')).toMatchObject({ intent: { state: { status: 'succeeded' } } })
  })
})

// Lists all five statuses of a refund (docs.stripe.com/api/refunds/object#refund_object-status), and a missing
// status.
test.each([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  [null, 'pending'],
])('converts Stripe’s status %s of a refund to our status %s', async (status, ours) => {
  const { provider } = scripted([200, { object: 'refund', id: 're_1', amount: 5, status, metadata: {} }])
  const order = { intentId: 'pi_1', amount: 5, key: 'k', site: 's' }
  expect(await provider.createRefund(order)).toMatchObject({ refund: { status: ours } })
})

describe('after a failed call to Stripe, our client', () => {
  test.each([
    ['no connection', null, 'unavailable'],
    ['a server error', [500, refusal('api_error')], 'unavailable'],
    ['a rate limit', [429, refusal('invalid_request_error', 'rate_limit')], 'unavailable'],
    // Stripe rejects the call because another request has locked the same object (docs.stripe.com/rate-limits).
    ['an object in use', [429, refusal('invalid_request_error', 'lock_timeout')], 'unavailable'],
    ['an error in front of their API', [424, refusal('api_error')], 'unavailable'],
    // An older version of the site may have sent the first request, so its outcome is unknown.
    ['an idempotency key reused for another order', [400, refusal('idempotency_error')], 'unavailable'],
    ['a wrong or revoked API key', [401, refusal('invalid_request_error')], 'forbidden'],
    ['an API key that lacks a permission', [403, refusal('invalid_request_error')], 'forbidden'],
    ['an unknown intent', [404, refusal('invalid_request_error', 'resource_missing')], 'not_found'],
    ['a refused request', [400, refusal('invalid_request_error', 'parameter_invalid')], 'rejected'],
  ] as const)('converts %s to a result, without Stripe’s message', async (_name, answer, outcome) => {
    const { provider } = scripted(answer as [number, object] | null)
    const reply = await provider.retrieveIntent('pi_1')
    expect(reply).toMatchObject({ outcome })
    expect(JSON.stringify(reply)).not.toContain('secret words')
  })

  test('returns the name of the permission that the API key lacks, and nothing else of Stripe’s message', async () => {
    const message = `The provided key 'rk_test_***Kgd' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_charge_write' permission would allow this request to continue.`
    const { provider } = scripted([403, { error: { type: 'invalid_request_error', message } }])
    const reply = await provider.retrieveIntent('pi_1')
    expect(reply).toMatchObject({
      outcome: 'forbidden',
      because: 'permission',
      permission: 'rak_charge_write',
    })
    expect(JSON.stringify(reply)).not.toMatch(/acct_|Kgd/)
  })

  test('returns `busy` while another call with the same idempotency key is running', async () => {
    const { provider } = scripted([409, refusal('idempotency_error', 'idempotency_key_in_use')])
    const order = { amount: 5, metadata: { site: 's', purpose: 'amount' as const }, idempotencyKey: 'k' }
    expect(await provider.createIntent(order)).toMatchObject({ outcome: 'unavailable', busy: true })
  })

  test('sends a request a second time after a lost connection, with the same idempotency key', async () => {
    const refund = {
      object: 'refund',
      id: 're_1',
      amount: 5,
      status: 'succeeded',
      created: 1_800_000_000,
      metadata: { refund_key: 'late:1' },
    }
    const { provider, sent } = scripted(null, [200, refund])
    const made = await provider.createRefund({ intentId: 'pi_1', amount: 5, key: 'late:1', site: 's' })
    expect(made).toEqual({
      outcome: 'ok',
      refund: {
        id: 're_1',
        amount: 5,
        status: 'succeeded',
        key: 'late:1',
        createdAt: new Date(1_800_000_000_000),
      },
    })
    expect(sent.map((call) => call.idempotencyKey)).toEqual(['refund:s:late:1', 'refund:s:late:1'])
    expect(sent[0]?.body).toContain('metadata[refund_key]=late:1')
  })
})

const body = (object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type: 'x.y', data: { object } })
const signed = (text: string, { secret = KEYS.webhookSecret, age = 0 } = {}) => {
  const time = Math.floor(Date.now() / 1000) - age
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')}`
}

describe('the function that reads a webhook event of Stripe', () => {
  const { provider } = scripted(null)
  test.each([
    ['an intent', { object: 'payment_intent', id: 'pi_1' }, 'pi_1'],
    ['a charge', { object: 'charge', id: 'ch_1', payment_intent: 'pi_2' }, 'pi_2'],
    ['a dispute with its intent', { object: 'dispute', payment_intent: { id: 'pi_3' } }, 'pi_3'],
    ['something else', { object: 'payout', id: 'po_1' }, null],
  ])('returns the id of the payment intent from an event about %s', (_name, object, intentId) => {
    const text = body(object)
    expect(provider.readWebhook(text, signed(text))).toEqual({ id: 'evt_1', type: 'x.y', intentId })
  })

  test('rejects an event that is unsigned, altered, signed with another secret, or too old', () => {
    const text = body({ object: 'payment_intent', id: 'pi_1' })
    expect(provider.readWebhook(text, null)).toBeNull()
    expect(provider.readWebhook(text.replace('pi_1', 'pi_2'), signed(text))).toBeNull()
    expect(provider.readWebhook(text, signed(text, { secret: 'whsec_2' }))).toBeNull()
    expect(provider.readWebhook(text, signed(text, { age: 3_600 }))).toBeNull()
  })

  // Events are accepted up to five minutes after they were signed, as in Stripe's libraries
  // (docs.stripe.com/webhooks). The signature header contains the time of signing.
  test.each([
    [0, true],
    [299, true],
    [303, false],
  ])('decides whether to accept an event that was signed %i seconds ago: %s', (age, taken) => {
    const text = body({ object: 'payment_intent', id: 'pi_1' })
    expect(provider.readWebhook(text, signed(text, { age })) !== null).toBe(taken)
  })

  // While the webhook secret is being replaced, each event has one signature per secret. Signatures named `v0` are
  // only for tests and must be ignored (docs.stripe.com/webhooks).
  test('accepts an event if any signature matches while the secret is being replaced, but ignores `v0` signatures', () => {
    const text = body({ object: 'payment_intent', id: 'pi_1' })
    const [time = '', ours = ''] = signed(text).split(',')
    const [, others = ''] = signed(text, { secret: 'whsec_old' }).split(',')
    for (const header of [`${time},${others},${ours}`, `${time},${ours},${others}`, `${time},${ours},v0=00`])
      expect(provider.readWebhook(text, header)).toMatchObject({ intentId: 'pi_1' })
    for (const header of [
      `${time},${others}`,
      `${time},${ours.replace('v1', 'v0')}`,
      ours,
      time,
      `${time},v1=`,
    ])
      expect(provider.readWebhook(text, header)).toBeNull()
  })

  // An event in Stripe's "thin" format does not contain the payment, so the site cannot read it
  // (docs.stripe.com/webhooks/migrate-snapshot-to-thin-events).
  test('reports a "thin" event as `thin`, but only if its signature is valid', () => {
    const text = JSON.stringify({
      id: 'evt_test_1',
      object: 'v2.core.event',
      type: 'v1.payment_intent.succeeded',
    })
    expect(provider.readWebhook(text, signed(text))).toBe('thin')
    expect(provider.readWebhook(text, signed(text, { secret: 'whsec_2' }))).toBeNull()
  })

  test('rejects an event whose JSON was reformatted, because the signature is for the exact text', () => {
    const text = body({ object: 'payment_intent', id: 'pi_1' })
    expect(provider.readWebhook(JSON.stringify(JSON.parse(text), null, 2), signed(text))).toBeNull()
    expect(provider.readWebhook('no JSON', signed('no JSON'))).toBeNull()
  })

  // A refund can still fail later. The events about the refund contain the id of the payment intent
  // (docs.stripe.com/api/refunds/object).
  test.each(['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'])(
    'returns the id of the payment intent from an event of type %s',
    (type) => {
      const object = { object: 'refund', id: 're_1', payment_intent: 'pi_4', status: 'failed' }
      const text = JSON.stringify({ id: 'evt_2', object: 'event', type, data: { object } })
      expect(provider.readWebhook(text, signed(text))).toEqual({ id: 'evt_2', type, intentId: 'pi_4' })
    },
  )
})
