/**
 * The embedded payment sandbox (R22.3): Stripe's HTTP API, a stand-in for its browser script,
 * and signed webhooks, for the unmodified packages of Stripe. With real keys nothing of it is mounted.
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

/** `db` is the site's: the sandbox keeps to its own schema in it. */
export interface PaymentSandboxOptions
  extends Receiver, Pick<SandboxContext, 'db' | 'now' | 'secretKey' | 'publishableKey'> {
  log: Pick<Logger, 'warn' | 'error'>
}

export interface PaymentSandbox {
  /** Paths are relative to its mount, `/dev/stripe`. */
  app: Hono
  /** Sends all webhooks that are due, and raises due disputes; resolves with the number sent. */
  deliverDue(): Promise<number>
  /** Sends webhooks by itself from now on, at once and again when they fail. */
  start(): void
  /** Resolves when nothing is on its way any more. */
  stop(): Promise<void>
  control: Controls
  ledger(): Promise<Ledger>
}

export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const pump = createDeliveryLoop(() => deliverDue(context, options), options.log)
  const context: SandboxContext = {
    ...options,
    baseUrl: new URL('/dev/stripe', options.webhookUrl).href,
    ready: createTablesOnce(options.db, DDL),
    wake: pump.wake,
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
  app.get('/ledger.json', async (c) => c.json(await ledger(), 200, { 'cache-control': 'no-store' }))
  return { app, control, ledger, deliverDue: pump.run, start: pump.start, stop: pump.stop }
}

const MOST_BYTES = 100_000
const TOO_LARGE = refuse(413, { type: 'invalid_request_error', message: 'Request is too large.' })
const NOT_TEXT = invalid('Invalid request: it holds a character that is no text.')

/** U+0000 as a form, an address and JSON write it. */
const NOTHING = /%00|\0|\\u0000/

/** Refuses what no call of the sandbox takes: more than a form, and characters that no database can keep. */
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
