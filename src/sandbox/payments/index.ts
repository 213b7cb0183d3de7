/**
 * The embedded payment sandbox (R22.3): Stripe's HTTP API, a stand-in for its browser script,
 * and signed webhooks, for the unmodified packages of Stripe. With real keys nothing of it is mounted.
 */
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Database } from '#platform/database/database.ts'
import { onceMade } from '../own-tables.ts'
import { apiRoutes } from './api/routes.ts'
import { browserFiles } from './browser-files.ts'
import type { SandboxContext } from './context.ts'
import { createControl, type Control } from './control.ts'
import { controlRoutes } from './control-routes.ts'
import { framePages } from './frame-pages.ts'
import { guard } from './guard.ts'
import { readLedger, type Ledger } from './ledger.ts'
import { DDL } from './tables.ts'
import { deliverDue } from './webhooks/deliver.ts'
import { createPump } from './webhooks/pump.ts'

export interface PaymentSandboxOptions {
  /** The site's database; the sandbox keeps to its own schema in it. */
  db: Database
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The site's webhook address; the sandbox is mounted at `/dev/stripe` of the same origin. */
  webhookUrl: string
  /** Brings a webhook to the site: `fetch`, or the app's own in a test. */
  deliver: (request: Request) => Promise<Response>
  now: () => Date
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
  control: Control
  ledger(): Promise<Ledger>
}

export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const pump = createPump(() => deliverDue(context, options), options.log)
  const context: SandboxContext = {
    db: options.db,
    now: options.now,
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    baseUrl: new URL('/dev/stripe', options.webhookUrl).href,
    ready: onceMade(options.db, DDL),
    wake: pump.wake,
  }
  const control = createControl(context)
  const ledger = async () => {
    await context.ready()
    return readLedger(context.db)
  }
  const app = new Hono()
  app.use(guard)
  app.route('/v1', apiRoutes(context))
  app.route('/js', browserFiles())
  app.route('/', framePages(context))
  app.route('/_control', controlRoutes(context, control, pump.run))
  app.get('/ledger.json', async (c) => c.json(await ledger(), 200, { 'cache-control': 'no-store' }))
  return { app, control, ledger, deliverDue: pump.run, start: pump.start, stop: pump.stop }
}
