import { readFileSync } from 'node:fs'
import type { Stripe } from '@stripe/stripe-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createCardClient,
  outcomeOfError,
  outcomeOfStatus,
  loadCardScript,
  CARD_SCRIPT,
} from './card-client.ts'

test("sends Stripe the card and the guest's name, but not the e-mail address or phone number", async () => {
  const sent: unknown[] = []
  const stripe = {
    confirmCardPayment: async (...args: unknown[]) => {
      sent.push(args)
      return { paymentIntent: { status: 'succeeded' } }
    },
  } as unknown as Stripe
  const card = {} as never
  const guest = { name: 'Ana Ortiz', email: 'ana@example.test', phone: '505-555-0142' }
  expect(await createCardClient(stripe, () => card).confirm('pi_1_secret', guest)).toEqual({
    kind: 'succeeded',
  })
  expect(sent).toEqual([
    ['pi_1_secret', { payment_method: { card, billing_details: { name: 'Ana Ortiz' } } }],
  ])
})

test('treats a charge as successful only if its status is "succeeded"', () => {
  expect(outcomeOfStatus('succeeded')).toEqual({ kind: 'succeeded' })
  expect(outcomeOfStatus('canceled')).toEqual({ kind: 'gone' })
  expect(outcomeOfStatus('requires_payment_method')).toEqual({ kind: 'open' })
  expect(outcomeOfStatus('processing')).toEqual({ kind: 'unexpected' })
})

test("shows a guest Stripe's message for a declined card, followed by what to do next", () => {
  const message = 'Your card has insufficient funds.'
  expect(outcomeOfError({ type: 'card_error', code: 'card_declined', message })).toEqual({
    kind: 'declined',
    message: `${message} Use another card, or ask your bank.`,
  })
})

const messageOf = (error: Parameters<typeof outcomeOfError>[0]) => {
  const outcome = outcomeOfError({ message: 'Of the provider.', ...error })
  return outcome.kind === 'declined' ? outcome.message : outcome.kind
}

test.each(['authentication_failure', 'payment_intent_authentication_failure'])(
  'asks the guest to confirm the payment with the bank after the code %s, for every type of error',
  (code) => {
    for (const type of ['card_error', 'invalid_request_error'] as const)
      expect(messageOf({ type, code })).toMatch(/^Of the provider\. .*confirm the payment with your bank/)
  },
)

/**
 * Decline codes from docs.stripe.com/declines/codes, November 2026. Stripe sends the last two only in test
 * mode.
 */
const DECLINE_CODES =
  `authentication_required authentication_not_handled approve_with_id call_issuer card_not_supported
  card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card
  fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip
  insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year
  invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist
  mobile_device_authentication_required new_account_information_available no_action_taken not_permitted
  offline_pin_required online_or_offline_pin_required pickup_card pin_try_exceeded processing_error
  reenter_transaction restricted_card revocation_of_all_authorizations revocation_of_authorization
  security_violation service_not_allowed stolen_card stop_payment_order transaction_not_allowed try_again_later
  withdrawal_count_limit_exceeded testmode_decline test_mode_live_card`.split(/\s+/)

test.each(DECLINE_CODES)("tells a guest what to do after Stripe's decline code %s", (decline_code) => {
  const words = messageOf({ type: 'card_error', code: 'card_declined', decline_code })
  expect(words).toMatch(/^Of the provider\. [A-Z].*\.$/)
})

test('shows for a lost, stolen or fraudulent card the same message as for a generic decline', () => {
  const said = ['lost_card', 'stolen_card', 'fraudulent', 'merchant_blacklist', 'generic_decline'].map(
    (decline_code) => messageOf({ type: 'card_error', code: 'card_declined', decline_code }),
  )
  expect(new Set(said).size).toBe(1)
})

test('names the card field that has a mistake, such as the CVC', () => {
  expect(messageOf({ type: 'validation_error', code: 'incomplete_cvc' })).toContain('CVC')
  expect(messageOf({ type: 'validation_error', code: 'invalid_expiry_year_past' })).toContain('expiry date')
})

test("hides Stripe's messages for developers, and explains an unknown error code by the type of the error", () => {
  for (const type of ['rate_limit_error', 'authentication_error', 'invalid_request_error'] as const) {
    expect(messageOf({ type, code: 'one_of_tomorrow' })).toMatch(/try again|press the button again/i)
    expect(messageOf({ type, code: 'one_of_tomorrow' })).not.toContain('Of the provider')
  }
})

test('returns `unexpected` and not `declined` if the card may have been charged (R31.6)', () => {
  expect(messageOf({ type: 'api_error' })).toBe('unexpected')
  expect(messageOf({ type: 'idempotency_error', code: 'lock_timeout' })).toBe('unexpected')
})

test('returns the current status of a payment that was charged or canceled after the page opened', () => {
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } as const
  expect(outcomeOfError({ ...error, payment_intent: { status: 'succeeded' } })).toEqual({ kind: 'succeeded' })
  expect(outcomeOfError({ ...error, payment_intent: { status: 'canceled' } })).toEqual({ kind: 'gone' })
  expect(outcomeOfError(error).kind).toBe('unexpected')
})

test('returns `unreachable` if the connection to Stripe is lost, and `unexpected` for other errors of its API', () => {
  expect(outcomeOfError({ type: 'api_connection_error' })).toEqual({ kind: 'unreachable' })
  expect(outcomeOfError({ type: 'api_error' }).kind).toBe('unexpected')
})

// The tests below check without a browser which script of Stripe the page loads, and how long the page waits
// for it.

interface FakeScript {
  src: string
  heard: Record<string, () => void>
}

let scripts: FakeScript[]
function createElement() {
  const script: FakeScript & object = { src: '', heard: {} }
  return Object.assign(script, {
    addEventListener: (name: string, listener: () => void) => (script.heard[name] = listener),
    removeEventListener: () => {},
    remove: () => {},
  })
}

beforeEach(() => {
  scripts = []
  const append = (script: FakeScript) => void scripts.push(script)
  const head = { appendChild: append, append }
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', { head, createElement, querySelectorAll: () => [] })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const REAL = { publishableKey: 'pk_live_x', scriptUrl: null }
const SANDBOX = { publishableKey: 'pk_test_x', scriptUrl: '/dev/stripe/js/stripe.js' }

function arrive(stripe: object) {
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) })
  scripts.at(-1)?.heard['load']?.()
}

async function expectGivenUpInTime(loading: Promise<unknown>) {
  const outcome = vi.fn()
  loading.catch(outcome)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledExactlyOnceWith(new Error('The payment script took too long to load.'))
}

test("loads Stripe's script without its tracking, gives up after 30 seconds, and loads it again at the next attempt", async () => {
  await expectGivenUpInTime(loadCardScript(REAL))
  const refused = expect(loadCardScript(REAL)).rejects.toThrow('The payment script did not load.')
  scripts.at(-1)?.heard['error']?.()
  await refused
  const third = loadCardScript(REAL)
  const stripe = {}
  arrive(stripe)
  expect(await third).toBe(stripe)
  expect(await loadCardScript(REAL)).toBe(stripe)
  expect(scripts.map(({ src }) => src)).toEqual(Array(3).fill(CARD_SCRIPT))
})

test("loads Stripe's script without its tracking, in the release of the installed Stripe package", () => {
  const loader = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8')
  const [, release] = /RELEASE_TRAIN = '(\w+)'/.exec(loader) ?? []
  expect(CARD_SCRIPT).toBe(`https://js.stripe.com/${release}/stripe.js?advancedFraudSignals=false`)
})

test("waits at most 30 seconds for the sandbox's payment script, and loads nothing from Stripe", async () => {
  const warned = vi.spyOn(console, 'warn')
  await expectGivenUpInTime(loadCardScript(SANDBOX))
  const loading = loadCardScript(SANDBOX)
  arrive({})
  await loading
  expect(new Set(scripts.map(({ src }) => src))).toEqual(new Set([SANDBOX.scriptUrl]))
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})
