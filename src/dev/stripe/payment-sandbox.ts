/**
 * The embedded payment sandbox (R22.3): Stripe's HTTP API, a stand-in for its browser script, and signed
 * webhooks. It works with Stripe's unmodified packages. If the site has real keys, it does not mount the
 * sandbox.
 */
import { Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { readBytes } from '#platform/http/request-input.ts'
import { createTablesOnce } from '../tables.ts'
import { apiRoutes } from './api/routes.ts'
import { browserFiles, framePages } from './browser-pages.ts'
import type { SandboxContext } from './operation.ts'
import { type Controls, controlRoutes, createControls } from './controls.ts'
import { type Ledger, readLedger } from './ledger.ts'
import { DDL } from './store.ts'
import { createDeliveryLoop, deliverDue, type Receiver } from './webhooks.ts'
import { invalid, type Refusal, refuse } from './model/refusals.ts'

/** Options of the sandbox. `db` is the site's database, in which the sandbox uses its own schema. */
export interface PaymentSandboxOptions
  extends Receiver, Pick<SandboxContext, 'db' | 'now' | 'secretKey' | 'publishableKey'> {
  log: Pick<Logger, 'warn' | 'error'>
}

export interface PaymentSandbox {
  /** The sandbox as an app. Its paths are relative to the mount `/dev/stripe`. */
  app: Hono
  /**
   * Runs all scheduled actions that are due, such as raising a dispute, and sends all due webhooks. Resolves
   * to the number of webhooks sent.
   */
  deliverDue(): Promise<number>
  /** Starts the loop that sends webhooks: immediately, and again after failures. */
  start(): void
  /** Stops sending webhooks. Resolves when the site has answered the last webhook. */
  stop(): Promise<void>
  control: Controls
  ledger(): Promise<Ledger>
  /** Returns how many calls have read with the secret key since this sandbox was created. */
  reads(): number
}

export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const pump = createDeliveryLoop(() => deliverDue(context, options), options.log)
  let reads = 0
  const context: SandboxContext = {
    ...options,
    baseUrl: new URL('/dev/stripe', options.webhookUrl).href,
    ready: createTablesOnce(options.db, DDL),
    wake: pump.wake,
    countRead: () => void (reads += 1),
  }
  const control = createControls(context)
  const ledger = async () => {
    await context.ready()
    return readLedger(context.db)
  }
  const app = new Hono()
  app.use(guard)
  app.route('/v1', apiRoutes(context))
  app.route('/js', browserFiles())
  app.route('/', framePages(context))
  app.route('/_control', controlRoutes(context, control))
  app.get('/ledger.json', async (c) =>
    c.json({ ...(await ledger()), reads }, 200, { 'cache-control': 'no-store' }),
  )
  return {
    app,
    control,
    ledger,
    reads: () => reads,
    deliverDue: pump.run,
    start: pump.start,
    stop: pump.stop,
  }
}

const MOST_BYTES = 100_000
const TOO_LARGE = refuse(413, { type: 'invalid_request_error', message: 'Request is too large.' })
const NOT_TEXT = invalid('Invalid request: it holds a character that is no text.')

/** The character U+0000 as it appears in a form, an address and JSON. */
const NOTHING = /%00|\0|\\u0000/

/**
 * Refuses requests that no call of the sandbox accepts: too large, or with characters that no database can
 * store.
 */
const guard: MiddlewareHandler = async (c, next) => {
  if (NOTHING.test(c.req.url)) return answer(NOT_TEXT)
  const { raw } = c.req
  if (raw.body) {
    const bytes = await readBytes(raw, MOST_BYTES)
    if (bytes === 'too_large') return answer(TOO_LARGE)
    if (bytes === 'malformed' || NOTHING.test(new TextDecoder().decode(bytes))) return answer(NOT_TEXT)
    c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body: bytes })
  }
  return next()
}

const answer = ({ status, error }: Refusal): Response => Response.json({ error }, { status })
