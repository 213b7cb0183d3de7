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

/** A provider whose API answers from a list, the last answer again and again; null: no connection. */
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

describe('an intent', () => {
  test('is made for cards alone, with its metadata, at the base address', async () => {
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

  test('may be paid by Link as well where wallets are offered (R43.1)', async () => {
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
  ])('that is %s is %s', async (status, ours) => {
    const { provider } = scripted([200, intent({ status })])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({ intent: { state: { status: ours } } })
  })

  test('that succeeded tells what arrived, when, and what it cost', async () => {
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
  ])('tells the card %o as %s (R4.15)', async (card, words) => {
    const { provider } = scripted([200, paid({ payment_method_details: { type: 'card', card } })])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({ intent: { state: { card: words } } })
  })

  test('tells Link as Link, which says no more (R43.6)', async () => {
    const { provider } = scripted([
      200,
      paid({ payment_method_details: { type: 'link', link: { country: 'US' } } }),
    ])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({ intent: { state: { card: 'Link' } } })
  })

  // docs.stripe.com/disputes/how-disputes-work: what moved is told by the balance transactions, whatever the status.
  test.each<[string, [status: string, ...moves: number[]][], number]>([
    ['a chargeback', [['needs_response', -45_000]], 45_000],
    ['one of a part', [['under_review', -20_000]], 20_000],
    ['one that is lost', [['lost', -45_000]], 45_000],
    ['one that is won', [['won', -45_000, 45_000]], 0],
    ['one that is lost and gave a part back, as after a refund', [['lost', -45_000, 5_000]], 40_000],
    ['one that was lost and then won', [['won', -45_000, 0, 45_000]], 0],
    ['an inquiry', [['warning_needs_response']], 0],
    ['one that was prevented', [['prevented']], 0],
    [
      'several',
      [
        ['lost', -10_000],
        ['won', -5_000, 5_000],
        ['needs_response', -7_000],
      ],
      17_000,
    ],
  ])('with %s tells what disputes hold', async (_name, disputes, withdrawn) => {
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

  test('whose charge is not told yet has neither a charge nor a fee, and is paid when it was made', async () => {
    const { provider } = scripted([200, intent({ status: 'succeeded', amount_received: 45_000 })])
    expect(await provider.retrieveIntent('pi_1')).toMatchObject({
      intent: {
        state: { chargeId: null, fee: null, card: null, paidAt: new Date(1_800_000_000_000), withdrawn: 0 },
      },
    })
  })

  test('tells of a refund that failed, though nothing of the charge counts as refunded any more', async () => {
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

  test('too late to cancel is answered with what it became', async () => {
    const { provider } = scripted(
      [400, refusal('invalid_request_error', 'payment_intent_unexpected_state')],
      [200, paid()],
    )
    expect(await provider.cancelIntent('pi_1')).toMatchObject({ intent: { state: { status: 'succeeded' } } })
  })
})

// docs.stripe.com/api/refunds/object#refund_object-status: the five that there are.
test.each([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  [null, 'pending'],
])('a refund that is %s is %s', async (status, ours) => {
  const { provider } = scripted([200, { object: 'refund', id: 're_1', amount: 5, status, metadata: {} }])
  const order = { intentId: 'pi_1', amount: 5, key: 'k', site: 's' }
  expect(await provider.createRefund(order)).toMatchObject({ refund: { status: ours } })
})

describe('what can go wrong is a value', () => {
  test.each([
    ['no connection', null, 'unavailable'],
    ['a server error', [500, refusal('api_error')], 'unavailable'],
    ['a rate limit', [429, refusal('invalid_request_error', 'rate_limit')], 'unavailable'],
    // docs.stripe.com/rate-limits: another request holds the object.
    ['an object in use', [429, refusal('invalid_request_error', 'lock_timeout')], 'unavailable'],
    ['a fault of theirs in front of it', [424, refusal('api_error')], 'unavailable'],
    ['the same key for another order', [400, refusal('idempotency_error')], 'rejected'],
    ['a key that is wrong or revoked', [401, refusal('invalid_request_error')], 'forbidden'],
    ['a key that lacks a right', [403, refusal('invalid_request_error')], 'forbidden'],
    ['an unknown intent', [404, refusal('invalid_request_error', 'resource_missing')], 'not_found'],
    ['a refusal', [400, refusal('invalid_request_error', 'parameter_invalid')], 'rejected'],
  ] as const)('%s', async (_name, answer, outcome) => {
    const { provider } = scripted(answer as [number, object] | null)
    const reply = await provider.retrieveIntent('pi_1')
    expect(reply).toMatchObject({ outcome })
    expect(JSON.stringify(reply)).not.toContain('secret words')
  })

  test('a missing right is told by its name, and nothing else of the words', async () => {
    const message = `The provided key 'rk_test_***Kgd' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_charge_write' permission would allow this request to continue.`
    const { provider } = scripted([403, { error: { type: 'invalid_request_error', message } }])
    const reply = await provider.retrieveIntent('pi_1')
    expect(reply).toMatchObject({ outcome: 'forbidden', because: 'right', right: 'rak_charge_write' })
    expect(JSON.stringify(reply)).not.toMatch(/acct_|Kgd/)
  })

  test('an order that is being carried out for somebody else is told apart', async () => {
    const { provider } = scripted([409, refusal('idempotency_error', 'idempotency_key_in_use')])
    const order = { amount: 5, metadata: { site: 's', purpose: 'amount' as const }, idempotencyKey: 'k' }
    expect(await provider.createIntent(order)).toMatchObject({ outcome: 'unavailable', busy: true })
  })

  test('a lost connection is tried once more, with the same idempotency key', async () => {
    const refund = {
      object: 'refund',
      id: 're_1',
      amount: 5,
      status: 'succeeded',
      metadata: { refund_key: 'late:1' },
    }
    const { provider, sent } = scripted(null, [200, refund])
    const made = await provider.createRefund({ intentId: 'pi_1', amount: 5, key: 'late:1', site: 's' })
    expect(made).toEqual({
      outcome: 'ok',
      refund: { id: 're_1', amount: 5, status: 'succeeded', key: 'late:1' },
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

describe('a webhook', () => {
  const { provider } = scripted(null)
  test.each([
    ['an intent', { object: 'payment_intent', id: 'pi_1' }, 'pi_1'],
    ['a charge', { object: 'charge', id: 'ch_1', payment_intent: 'pi_2' }, 'pi_2'],
    ['a dispute with its intent', { object: 'dispute', payment_intent: { id: 'pi_3' } }, 'pi_3'],
    ['something else', { object: 'payout', id: 'po_1' }, null],
  ])('about %s names the intent', (_name, object, intentId) => {
    const text = body(object)
    expect(provider.readWebhook(text, signed(text))).toEqual({ id: 'evt_1', type: 'x.y', intentId })
  })

  test('that is unsigned, altered, signed with another secret or old is nothing', () => {
    const text = body({ object: 'payment_intent', id: 'pi_1' })
    expect(provider.readWebhook(text, null)).toBeNull()
    expect(provider.readWebhook(text.replace('pi_1', 'pi_2'), signed(text))).toBeNull()
    expect(provider.readWebhook(text, signed(text, { secret: 'whsec_2' }))).toBeNull()
    expect(provider.readWebhook(text, signed(text, { age: 3_600 }))).toBeNull()
  })

  // docs.stripe.com/webhooks: five minutes, as the libraries have it; the age is the header's, signed with the body.
  test.each([
    [0, true],
    [299, true],
    [303, false],
  ])('signed %i seconds ago is taken: %s', (age, taken) => {
    const text = body({ object: 'payment_intent', id: 'pi_1' })
    expect(provider.readWebhook(text, signed(text, { age })) !== null).toBe(taken)
  })

  // docs.stripe.com/webhooks: while a secret is rolled each event bears a signature for either, and `v0` is for tests alone.
  test('bears a signature of each secret while one is rolled; any of them that fits will do, but no v0', () => {
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

  // docs.stripe.com/webhooks/migrate-snapshot-to-thin-events
  test('that is thin is told apart, once its signature fits', () => {
    const text = JSON.stringify({
      id: 'evt_test_1',
      object: 'v2.core.event',
      type: 'v1.payment_intent.succeeded',
    })
    expect(provider.readWebhook(text, signed(text))).toBe('thin')
    expect(provider.readWebhook(text, signed(text, { secret: 'whsec_2' }))).toBeNull()
  })

  test('made of bytes that are not its own is nothing: the very text is signed', () => {
    const text = body({ object: 'payment_intent', id: 'pi_1' })
    expect(provider.readWebhook(JSON.stringify(JSON.parse(text), null, 2), signed(text))).toBeNull()
    expect(provider.readWebhook('no JSON', signed('no JSON'))).toBeNull()
  })

  // docs.stripe.com/api/refunds/object: the status may still become `failed`; its events name the intent as well.
  test.each(['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'])(
    '%s names it',
    (type) => {
      const object = { object: 'refund', id: 're_1', payment_intent: 'pi_4', status: 'failed' }
      const text = JSON.stringify({ id: 'evt_2', object: 'event', type, data: { object } })
      expect(provider.readWebhook(text, signed(text))).toEqual({ id: 'evt_2', type, intentId: 'pi_4' })
    },
  )
})
