/**
 * Opens the site for random tests. It is the real app without its worker, so that jobs run only when a step
 * runs them. The steps also control the card provider, crashes and the clock.
 */
import { createLog } from '#platform/log.ts'
import { createWorker, type Worker } from '#platform/outbox-worker.ts'
import { buildTestApp, emptyTables, type TestApp } from '#test/support/app.ts'
import type { TestDatabase } from '#test/support/database.ts'
import type { PaymentProvider, Unavailable } from '#domain/money/card-provider/port.ts'
import type { FaultPoint } from '#domain/booking/deps.ts'
import type { EnvironmentStep, Pause } from './operations.ts'

export const START = new Date('2027-04-02T18:00:00Z')

export interface Conditions {
  provider: Extract<EnvironmentStep, { do: 'provider' }>['is']
  /** The names of the calls that the site has made to the card provider. */
  calls: string[]
  /**
   * How many calls the site has made about each payment or other record. A `patchy` provider loses its reply
   * to the second of every three calls, and does not answer the third. The test counts the calls of each
   * record separately, because a page asks about several payments in no fixed order.
   */
  asked: Map<string, number>
  /** How many calls the card provider did not answer. They may explain an error reply of the site. */
  unanswered: number
  /** How many times the site has crashed. A crash may explain an error reply of the site. */
  crashes: number
  crashAt: FaultPoint | null
  meanwhile: { at: Pause; go: () => Promise<void> } | null
  /**
   * True while the sandbox delivers webhooks. The sandbox delivers one after the other, so a delivery inside
   * another one would wait forever.
   */
  delivering: boolean
}

export class Killed extends Error {}

export interface HistorySite {
  app: TestApp
  conditions: Conditions
  worker: Worker
  errors: string[]
  /** Empties the database and sets the clock to `START`. */
  reset(): Promise<void>
}

const initialConditions = (): Conditions => ({
  provider: 'up',
  calls: [],
  asked: new Map(),
  unanswered: 0,
  crashes: 0,
  crashAt: null,
  meanwhile: null,
  delivering: false,
})

interface HistorySiteOptions {
  /** A database that the site should use. If it is missing, the site opens a new one. */
  database?: TestDatabase
  /** How many jobs the site runs at the same time. */
  lanes?: number
}

export async function openHistorySite(options: HistorySiteOptions = {}): Promise<HistorySite> {
  const { database, ...lanes } = options
  const conditions = initialConditions()
  const errors: string[] = []
  const write = (line: string) => {
    if (!line.includes(Killed.name)) errors.push(line)
  }
  const reach = faultPoints(conditions)
  const app = await buildTestApp({
    now: START,
    ...(database && { database }),
    log: createLog({ level: 'error', destination: { write } }),
    parts: { fault: reach },
  })
  await app.jobs.stop()
  Object.assign(
    app.provider,
    unreliable(app.provider, conditions, () => reach('provider-answered')),
  )
  return {
    app,
    conditions,
    errors,
    worker: createWorker({ ...app.services, ...lanes, jobs: app.jobs.jobs }),
    reset: async () => {
      Object.assign(conditions, initialConditions())
      errors.length = 0
      app.clock.set(START)
      await emptyTables(app.services.db)
    },
  }
}

function faultPoints(conditions: Conditions) {
  return async (point: FaultPoint | Pause): Promise<void> => {
    if (conditions.crashAt === point) {
      conditions.crashAt = null
      conditions.crashes += 1
      throw new Killed(point)
    }
    const { meanwhile } = conditions
    if (meanwhile?.at !== point) return
    conditions.meanwhile = null
    await meanwhile.go()
  }
}

// Makes the site's port to the card provider fail instead of the sandbox. If the sandbox failed, Stripe's SDK
// would wait in real time before retrying.
function unreliable(
  provider: PaymentProvider,
  conditions: Conditions,
  answered: () => Promise<void>,
): Omit<PaymentProvider, 'readWebhook'> {
  const away = (): Unavailable => {
    conditions.unanswered += 1
    return { outcome: 'unavailable', reason: 'history' }
  }
  const through =
    <Args extends unknown[], Reply>(ask: (...args: Args) => Promise<Reply>) =>
    async (...args: Args): Promise<Reply | Unavailable> => {
      const { provider: is, asked } = conditions
      const what = subjectOf(ask.name, args[0])
      const times = (asked.get(what) ?? 0) + 1
      asked.set(what, times)
      conditions.calls.push(ask.name)
      if (is === 'away' || (is === 'patchy' && times % 3 === 0)) return away()
      const reply = await ask(...args)
      await answered()
      return is === 'losing replies' || (is === 'patchy' && times % 3 === 2) ? away() : reply
    }
  return {
    createIntent: through(provider.createIntent),
    createCustomer: through(provider.createCustomer),
    deleteCustomer: through(provider.deleteCustomer),
    chargeSavedCard: through(provider.chargeSavedCard),
    walletDomain: through(provider.walletDomain),
    retrieveIntent: through(provider.retrieveIntent),
    cancelIntent: through(provider.cancelIntent),
    createRefund: through(provider.createRefund),
    findRefund: through(provider.findRefund),
    listIntents: through(provider.listIntents),
    listMoney: through(provider.listMoney),
    listPayouts: through(provider.listPayouts),
    listBalanceTransactions: through(provider.listBalanceTransactions),
    listNotices: through(provider.listNotices),
  }
}

/**
 * Returns the record that a call is about: an intent, customer, event or invoice. For a list, returns the
 * name of the call.
 */
function subjectOf(call: string, first: unknown): string {
  if (typeof first === 'string') return first
  if (typeof first !== 'object' || first === null) return call
  if ('intentId' in first) return String(first.intentId)
  return 'metadata' in first ? JSON.stringify(first.metadata) : call
}

/**
 * The job that reconciles payments. Tests run it only at the very end, because it would correct mistakes that
 * other jobs should find.
 */
const RECONCILIATION_KIND = 'start-reconciliation'

/**
 * How many times in a row the test runs all queued jobs. No test needs that many. If jobs are still queued
 * then, they enqueue each other forever, which is a bug.
 */
const MAX_ROUNDS = 60

/** Runs the site's jobs, or only the jobs of one kind. */
export async function runWork(
  site: HistorySite,
  part: Extract<EnvironmentStep, { do: 'work' }>['part'],
): Promise<void> {
  const { app, worker } = site
  switch (part) {
    case 'webhooks':
      await deliver(site)
      return
    case 'holds':
      await runPeriodicJob(app, 'expire-holds')
      return
    case 'reconcile':
      await runPeriodicJob(app, 'find-missed-payments')
      return
    case 'outbox':
    case 'everything':
      break
  }
  if (part === 'everything')
    for (const { kind, isPeriodic } of app.jobs.jobs)
      if (isPeriodic && kind !== RECONCILIATION_KIND) await runPeriodicJob(app, kind)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const delivered = part === 'everything' ? await deliver(site) : 0
    if (delivered + (await worker.runDue()) === 0) return
  }
  throw new Error('The jobs do not come to an end')
}

async function deliver({ app, conditions }: HistorySite): Promise<number> {
  if (conditions.delivering || !app.sandbox) return 0
  conditions.delivering = true
  try {
    return await app.sandbox.deliverDue()
  } finally {
    conditions.delivering = false
  }
}

async function runPeriodicJob(app: TestApp, kind: string): Promise<void> {
  try {
    await app.jobs.run(kind)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}
