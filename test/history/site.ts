/**
 * The site on which histories are played: the real app, whose own worker is stopped so that work is done
 * only when the history says so, and whose provider, processes and clock do what the history wants.
 */
import { createLog } from '#platform/log.ts'
import { createWorker, type Worker } from '#platform/outbox-worker.ts'
import { buildTestApp, emptyTables, type TestApp } from '#test/support/app.ts'
import type { TestDatabase } from '#test/support/database.ts'
import type { PaymentProvider, Unavailable } from '#domain/money/card-provider/port.ts'
import type { FaultPoint } from '#domain/booking/deps.ts'
import type { EnvironmentStep, Pause } from './operations.ts'

export const START = new Date('2027-04-02T18:00:00Z')

/** How the world around the site behaves at the moment. */
export interface Conditions {
  provider: Extract<EnvironmentStep, { do: 'provider' }>['is']
  /** The calls to the provider in this history, by name. */
  calls: string[]
  /**
   * How often the provider was asked about each thing: patchy, it loses the second reply of three and does not answer the third call. Counted for each thing, because a page asks about
   * several payments at the same time: which of those comes first differs from run to run.
   */
  asked: Map<string, number>
  /** Calls that the provider did not answer, and processes that died: they excuse a failed reply. */
  unanswered: number
  crashes: number
  crashAt: FaultPoint | null
  meanwhile: { at: Pause; go: () => Promise<void> } | null
  /** Webhooks are leaving: the provider sends them one after the other, and would wait for itself. */
  delivering: boolean
}

export class Killed extends Error {}

export interface HistorySite {
  app: TestApp
  conditions: Conditions
  worker: Worker
  /** Error lines of the log, but for those that a planned death wrote. */
  errors: string[]
  /** An empty database at the start of time. */
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
  /** Another than a fresh one of the kind under test. */
  database?: TestDatabase
  /** Jobs worked on at once. */
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
    worker: createWorker({ ...app.services, ...lanes, handlers: app.jobs.handlers }),
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

// At the port, not in the sandbox: there the SDK would wait and try again by a real clock.
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
    chargeKept: through(provider.chargeKept),
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

/** What a call is about: the intent or customer that it names, the event or invoice that it is for, or all that such a call lists. */
function subjectOf(call: string, first: unknown): string {
  if (typeof first === 'string') return first
  if (typeof first !== 'object' || first === null) return call
  if ('intentId' in first) return String(first.intentId)
  return 'metadata' in first ? JSON.stringify(first.metadata) : call
}

/** Comes at the very end alone: until then it would take over what the other rounds ought to find. */
const RECONCILIATION_KIND = 'tick.books'

/** More rounds than any history needs: jobs that feed each other for ever are a bug. */
const MAX_ROUNDS = 60

/** Does what the site does by itself, or one part of it. */
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
      await runPeriodicJob(app, 'tick.expire-holds')
      return
    case 'reconcile':
      await runPeriodicJob(app, 'tick.reconcile')
      return
    case 'outbox':
    case 'everything':
      break
  }
  if (part === 'everything') for (const kind of app.jobs.ticks) if (kind !== RECONCILIATION_KIND) await runPeriodicJob(app, kind)
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

// A round that dies is begun again at the next one, by another process.
async function runPeriodicJob(app: TestApp, kind: string): Promise<void> {
  try {
    await app.jobs.handlers[kind]?.({}, { attempt: 1 })
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}
