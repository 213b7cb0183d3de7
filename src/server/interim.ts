/** Parts that are still being written, taken in as they come. */
import type { Hono } from 'hono'
import type { Bound } from '../platform/http/bind.ts'
import type { OutboxHandler, OutboxHandlers } from '../platform/outbox.ts'

type Part = Record<string, (deps: unknown) => unknown>

async function load<T>(path: string, name: string): Promise<((deps: unknown) => T) | null> {
  const address = new URL(path, import.meta.url)
  const { existsSync } = await import('node:fs')
  if (!existsSync(address)) return null
  const module = (await import(/* @vite-ignore */ address.href)) as Part
  return (module[name] as ((deps: unknown) => T) | undefined) ?? null
}

export interface Payments {
  app: Hono
  deliverDue(): Promise<number>
  start(): void
  stop(): Promise<void> | void
}

export interface Mailbox {
  app: Hono
  'mail.json': Hono
  transport: unknown
  list(): Promise<unknown[]>
}

export const loadHandlers = (path: string, name: string) => load<Bound[]>(path, name)
export const loadJobs = () => load<OutboxHandlers>('../capabilities/booking/jobs.ts', 'bookingJobs')
export const loadPayments = () =>
  load<Promise<Payments>>('../sandbox/payments/index.ts', 'createPaymentSandbox')
export const loadMailbox = () => load<Mailbox>('../sandbox/mailbox/index.ts', 'createMailbox')
export const loadEmailJob = () => load<OutboxHandler>('../capabilities/emails/deliver.ts', 'emailJob')
