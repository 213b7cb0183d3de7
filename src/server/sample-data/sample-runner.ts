/**
 * Runs the steps of the sample data on a second instance of the site, in one transaction. The steps set the
 * clock. A script that wrote rows itself would show what the site never makes, such as e-mails without content.
 *
 * Nothing leaves the machine: e-mails count as delivered and are thrown away. Guests pay manually, because a
 * site with real Stripe keys must not open payments for sample guests.
 */
import type { FileStore } from '#platform/files/file-store.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ANONYMOUS, type Caller } from '#platform/http/context.ts'
import { createIntegrationProblems } from '#platform/integration-problems.ts'
import { createLog } from '#platform/log.ts'
import { createWorker } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import type { MailTransport } from '#domain/mail/emails/transport.ts'
import type { InputArgs } from '#shared/client.ts'
import type { Endpoint, ReplyOf } from '#shared/endpoint.ts'
import { venue } from '#shared/venue.ts'
import { composeSite } from '../compose.ts'
import { createInProcessCaller } from '../in-process-client.ts'

export interface SampleParts {
  fileStore: FileStore
  /** SHA-256 of the Terms of Stay that the sample guests agree to. */
  termsHash: string
}

/**
 * Calls an endpoint in this process and returns its reply. Throws if the site refuses the call, because then
 * the sample data itself is wrong.
 */
type CallEndpoint = <E extends Endpoint>(endpoint: E, ...input: InputArgs<E>) => Promise<ReplyOf<E>>

export interface SampleContext {
  db: Transaction
  now(): Date
  admin: CallEndpoint
  /** All sample guests share one browser, so a private event that one of them unlocks is open for the others too. */
  guest: CallEndpoint
  /** From now on, makes all e-mails to this address bounce. */
  bounceFrom(address: string): void
  /** Runs a periodic job, because the sample data has no timer that would start the job. */
  runPeriodicJob(kind: string): Promise<void>
}

/** One action of a sample guest or admin, such as a sign-up, and its simulated time. */
export interface Step {
  at: Date
  act(context: SampleContext): Promise<void>
}

/**
 * Days until the purge while the sample data is made. Equals the default of `PURGE_AFTER_DAYS`, but ignores that
 * setting, so that one sample event is always purged.
 */
export const PURGED_AFTER_DAYS = 14

/** An admin for the sample data, who has no account at an identity provider. */
const ADMIN: Caller = {
  kind: 'user',
  subject: 'sample',
  email: venue.email,
  name: null,
  role: 'owner',
  family: false,
  via: 'session',
}

/** Runs the steps in the order of time. After each step, runs the jobs that the step has enqueued. */
export async function runSteps(
  tx: Transaction,
  services: Services,
  { steps, ...parts }: SampleParts & { steps: readonly Step[] },
): Promise<void> {
  const inOrder = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  let at = inOrder[0]?.at ?? services.now()
  const { context, work, end } = openSample(tx, { services, parts, now: () => at })
  for (const step of inOrder) {
    at = step.at
    await step.act(context)
    await work()
  }
  await end()
}

interface SampleOptions {
  services: Services
  parts: SampleParts
  now: () => Date
}

function openSample(tx: Transaction, { services, parts, now }: SampleOptions) {
  const db = withoutSavepoints(tx)
  // Logs nothing, because the bounced e-mail is part of the sample data and no problem of the site.
  const log = createLog({ level: 'silent' })
  const settings = {
    ...services.settings,
    rateLimits: false,
    payments: { kind: 'sandbox' as const },
    purgeAfterDays: PURGED_AFTER_DAYS,
  }
  const problems = createIntegrationProblems({ db, log, now })
  const bouncing = new Set<string>()
  const site = composeSite({
    ...parts,
    services: { ...services, db, settings, now, log, problems },
    readiness: { ping: async () => {}, migrated: async () => true },
    files: null,
    loadBuild: null,
    development: false,
    transport: transportBouncing(bouncing),
  })
  const { jobs, run } = site.jobs
  // Runs only one job at a time, because the whole sample data shares the transaction's single connection.
  const worker = createWorker({ db, now, log, jobs, lanes: 1 })
  const askAs = (visitor: Caller) => openBrowser({ site, visitor })
  const context: SampleContext = {
    db,
    now,
    admin: askAs(ADMIN),
    guest: askAs(ANONYMOUS),
    bounceFrom: (address) => void bouncing.add(address),
    runPeriodicJob: async (kind) => void (await run(kind)),
  }
  const work = async () => void (await worker.runDue())
  const end = async () => {
    // With real Stripe keys, there is no sandbox that could still send webhooks.
    if (services.settings.payments.kind !== 'sandbox') return
    await site.sandbox?.deliverDue()
    await work()
  }
  return { context, work, end }
}

/**
 * Returns the same transaction, but transactions inside of it set no savepoints. If a step fails, all of the
 * sample data is rolled back, so no savepoint is needed.
 */
function withoutSavepoints(tx: Transaction): Transaction {
  const whole: Transaction = Object.create(tx, {
    transaction: { value: async (work: (inner: Transaction) => Promise<unknown>) => work(whole) },
  })
  return whole
}

/** Creates a transport that delivers everything except e-mails to these addresses. */
const transportBouncing = (bouncing: ReadonlySet<string>): MailTransport => ({
  send: async ({ to }) =>
    bouncing.has(to)
      ? { outcome: 'refused', reason: 'there is no such address (550 5.1.1)' }
      : { outcome: 'accepted' },
})

function openBrowser({
  site: { http, services },
  visitor,
}: {
  site: ReturnType<typeof composeSite>
  visitor: Caller
}): CallEndpoint {
  let cookie = ''
  return async (endpoint, ...input) => {
    const { call, setCookies } = createInProcessCaller({
      request: new Request(services.settings.publicUrl, { headers: { cookie } }),
      address: '127.0.0.1',
      requestId: 'sample',
      elsewhere: false,
      visitor,
      fetch: async (request, origin) => http.fetch(request, { origin }),
      cache: null,
      services,
    })
    const reply = await call(endpoint, ...input)
    if (!reply.ok) {
      const problem = [reply.code, ...Object.entries(reply.fields).map((field) => field.join(' '))].join(', ')
      throw new Error(`The sample could not be played: ${endpoint.name} answered ${problem}`)
    }
    cookie = [cookie, ...setCookies.map((line) => line.split(';')[0] ?? '')].filter(Boolean).join('; ')
    return reply.data
  }
}
