/**
 * Runs the payment sandbox on a test database. Stripe's real SDK is the client, and a fake site records the
 * webhooks.
 */
import { Stripe } from 'stripe'
import { openTestDatabase } from '#test/support/database.ts'
import { createPaymentSandbox, type PaymentSandboxOptions } from '#dev/stripe/payment-sandbox.ts'

export const SECRET_KEY = 'sk_test_sandbox_0123456789abcdef'
export const PUBLISHABLE_KEY = 'pk_test_sandbox_0123456789abcdef'
const WEBHOOK_SECRET = 'whsec_sandbox_0123456789'

/** Returns the HTTP status with which the fake site answers a webhook. */
type Taking = (event: Stripe.Event) => number | Promise<number>

export async function openSandbox() {
  const database = await openTestDatabase()
  let clock = new Date('2027-03-01T12:00:00Z')
  const received: Stripe.Event[] = []
  const site = { take: (() => 200) as Taking }
  const options: PaymentSandboxOptions = {
    db: database.db,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: 'http://site.test/api/stripe/webhook',
    now: () => clock,
    log: { warn: () => {}, error: () => {} },
    deliver: async (request) => {
      const header = request.headers.get('stripe-signature') ?? ''
      const event = verify(await request.text(), header, clock)
      received.push(event)
      return new Response(null, { status: await site.take(event) })
    },
  }
  const sandbox = createPaymentSandbox(options)
  /** Passes the requests of Stripe's SDK to the sandbox instead of sending them to Stripe. */
  const inProcess = (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    return Promise.resolve(sandbox.app.request(url.pathname + url.search, init))
  }
  const client = (key: string) =>
    new Stripe(key, {
      httpClient: Stripe.createFetchHttpClient(inProcess as typeof fetch),
      maxNetworkRetries: 0,
      telemetry: false,
    })
  return {
    sandbox,
    /** Creates a second sandbox on the same database, as a second process of the site would. */
    second: () => createPaymentSandbox(options),
    stripe: client(SECRET_KEY),
    client,
    received,
    site,
    fetch: inProcess,
    now: () => clock,
    advance: (seconds: number) => {
      clock = new Date(clock.getTime() + seconds * 1000)
    },
    db: database.db,
    close: async () => {
      await sandbox.stop()
      await database.close()
    },
  }
}
export type TestSandbox = Awaited<ReturnType<typeof openSandbox>>

function verify(payload: string, header: string, at: Date): Stripe.Event {
  return new Stripe(SECRET_KEY).webhooks.constructEvent(
    payload,
    header,
    WEBHOOK_SECRET,
    undefined,
    undefined,
    at.getTime(),
  )
}

/** Returns the error that a call of Stripe's SDK throws. Fails if the call succeeds. */
export async function stripeError(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await work
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('the call succeeded')
}
