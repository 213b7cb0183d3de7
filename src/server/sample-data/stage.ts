/**
 * The stage on which the sample is played: the site itself once more, over one transaction of the database, with a clock that
 * the play sets. Nothing of it leaves the machine: e-mails count as delivered and are thrown away, and no card is charged.
 */
import type { FileStore } from '#platform/files/file-store.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ANONYMOUS, type Caller } from '#platform/http/context.ts'
import { createIntegrationProblems } from '#platform/integration-problems.ts'
import { createLog } from '#platform/log.ts'
import { createWorker } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import type { RenderEmail } from '#features/emails/definition.ts'
import type { MailTransport } from '#features/emails/transport.ts'
import type { InputArgs } from '#shared/client.ts'
import type { Endpoint, ReplyOf } from '#shared/endpoint.ts'
import { venue } from '#shared/venue.ts'
import { composeSite } from '../compose.ts'
import { createInProcessCaller } from '../in-process-client.ts'

export interface StageParts {
  fileStore: FileStore
  renderEmail: RenderEmail
  /** SHA-256 of the Terms of Stay that the sample guests agree to. */
  termsHash: string
}

/** Calls an endpoint of the site in process and returns its reply. Throws when the site refuses: the script is wrong then. */
type Ask = <E extends Endpoint>(endpoint: E, ...input: InputArgs<E>) => Promise<ReplyOf<E>>

export interface Stage {
  db: Transaction
  now(): Date
  admin: Ask
  /** All sample guests share one browser. When one of them unlocks a private event, it is open for the others too. */
  guest: Ask
  /** The mailbox at this address no longer exists from now on. */
  endMailbox(address: string): void
  /** Does the work of a kind that comes round, as the site does by itself. */
  comeRound(kind: `tick.${string}`): Promise<void>
}

/** One thing that happens, at an instant. */
export interface Step {
  at: Date
  act(stage: Stage): Promise<void>
}

/** The default of `PURGE_AFTER_DAYS`: one sample event is purged whatever the setting is. */
export const PURGED_AFTER_DAYS = 14

/** An admin who is nobody's account. */
const ADMIN: Caller = {
  kind: 'user',
  subject: 'sample',
  email: venue.email,
  admin: true,
  family: false,
  via: 'session',
}

/** Plays the steps in the order of time. After each one the site does the work that it has enqueued. */
export async function play(
  tx: Transaction,
  services: Services,
  { steps, ...parts }: StageParts & { steps: readonly Step[] },
): Promise<void> {
  const inOrder = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  let at = inOrder[0]?.at ?? services.now()
  const { stage, work, end } = openStage(tx, { services, parts, now: () => at })
  for (const step of inOrder) {
    at = step.at
    await step.act(stage)
    await work()
  }
  await end()
}

interface Opening {
  services: Services
  parts: StageParts
  now: () => Date
}

function openStage(tx: Transaction, { services, parts, now }: Opening) {
  const db = withoutSavepoints(tx)
  // A returned e-mail is part of the play: nobody who starts the site needs to read of it in the log.
  const log = createLog({ level: 'silent' })
  const settings = {
    ...services.settings,
    rateLimits: false,
    payments: { kind: 'sandbox' as const },
    purgeAfterDays: PURGED_AFTER_DAYS,
  }
  const problems = createIntegrationProblems({ db, log, now })
  const ended = new Set<string>()
  const site = composeSite({
    ...parts,
    services: { ...services, db, settings, now, log, problems },
    readiness: { ping: async () => {}, migrated: async () => true },
    files: null,
    loadBuild: null,
    development: false,
    transport: transportWithout(ended),
  })
  const { handlers } = site.jobs
  // One lane: everything happens on the one connection of the transaction, so nothing may happen at the same time.
  const worker = createWorker({ db, now, log, handlers, lanes: 1 })
  const askAs = (visitor: Caller) => openBrowser({ site, visitor })
  const stage: Stage = {
    db,
    now,
    admin: askAs(ADMIN),
    guest: askAs(ANONYMOUS),
    endMailbox: (address) => void ended.add(address),
    comeRound: async (kind) => void (await handlers[kind]?.({}, { attempt: 1 })),
  }
  const work = async () => void (await worker.runDue())
  const end = async () => {
    // Where the site has real keys, there is no sandbox whose webhooks could wait for it.
    if (services.settings.payments.kind !== 'sandbox') return
    await site.sandbox?.deliverDue()
    await work()
  }
  return { stage, work, end }
}

/** The same transaction, in which inner ones set no savepoints: a step that fails ends the whole play, so nothing goes back to one. */
function withoutSavepoints(tx: Transaction): Transaction {
  const whole: Transaction = Object.create(tx, {
    transaction: { value: async (work: (inner: Transaction) => Promise<unknown>) => work(whole) },
  })
  return whole
}

/** Delivers everything, but for the addresses in this set. */
const transportWithout = (ended: ReadonlySet<string>): MailTransport => ({
  send: async ({ to }) =>
    ended.has(to)
      ? { outcome: 'refused', reason: 'there is no such address (550 5.1.1)' }
      : { outcome: 'accepted' },
})

function openBrowser({
  site: { http, services },
  visitor,
}: {
  site: ReturnType<typeof composeSite>
  visitor: Caller
}): Ask {
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
