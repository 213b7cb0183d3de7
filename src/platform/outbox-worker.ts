/**
 * Workers that run the jobs of the outbox. One worker at a time has the lease of a row. A worker that lost
 * its lease, because it was killed or asleep, cannot finish the job. Callers pass the time, so that tests can
 * move the clock.
 */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from './database/database.ts'
import { type JobInput, outbox } from './database/schema/outbox.ts'
import type { Job, JobResult } from './job.ts'
import { describeError, type Logger } from './log.ts'

interface WorkerDeps {
  db: Database
  now(): Date
  log: Logger
  jobs: readonly Job[]
  lanes?: number
}

/** How many jobs run at the same time. A job that waits for a slow server does not block the others. */
const LANES = 4

const SOONEST_MS = 250

/** Creates the worker of one process. Any number of workers may share a database. */
export function createWorker(deps: WorkerDeps) {
  const kinds = deps.jobs.map(({ kind }) => kind)
  const byKind = new Map(deps.jobs.map((job) => [job.kind, job]))
  const stopping = new AbortController()
  let everyMs: number | null = null
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | null = null
  let again = false

  /** Runs jobs one after another as long as some are due. Calls `found` for each job before running it. */
  async function lane(found: () => void): Promise<number> {
    let tried = 0
    while (!stopping.signal.aborted) {
      const leased = await claim(deps.db, { kinds, token: randomUUID(), now: deps.now() })
      if (!leased) break
      found()
      await work(deps, { leased, job: byKind.get(leased.kind) }, stopping.signal)
      tried += 1
    }
    return tried
  }

  /**
   * Runs all due jobs and returns how many it tried. Starts with one lane, which runs one job at a time. Each
   * job that a lane finds opens another lane, up to the limit.
   */
  async function runDue(): Promise<number> {
    const lanes: Promise<number>[] = []
    const failures: unknown[] = []
    const caught = (error: unknown) => (failures.push(error), 0)
    // A lane may fail while another lane still runs. Without this `catch`, the unhandled rejection would end
    // the process.
    const open = () => {
      if (lanes.length < (deps.lanes ?? LANES)) lanes.push(lane(open).catch(caught))
    }
    open()
    let tried: number[]
    do tried = await Promise.all(lanes)
    while (tried.length < lanes.length)
    if (failures.length > 0) throw failures[0]
    return tried.reduce((sum, count) => sum + count, 0)
  }

  async function runAndPlan(): Promise<void> {
    do {
      again = false
      // A short outage of the database must not end the worker. The worker looks for jobs again later.
      await runDue().catch((err: unknown) => deps.log.error({ err }, 'failed to run outbox jobs'))
    } while (again && !stopping.signal.aborted)
    await plan()
  }

  async function plan(): Promise<void> {
    if (stopping.signal.aborted || everyMs === null) return
    const next = await nextDue(deps.db, kinds).catch(() => null)
    const untilNext = next ? next.getTime() - deps.now().getTime() : everyMs
    clearTimeout(timer)
    timer = setTimeout(wake, Math.min(everyMs, Math.max(SOONEST_MS, untilNext)))
    timer.unref()
  }

  /** Makes the worker look for jobs, for example after a commit. Returns before the jobs have run. */
  function wake(): void {
    if (stopping.signal.aborted) return
    again = true
    running ??= runAndPlan().finally(() => {
      running = null
      if (again) wake()
    })
  }

  return {
    runDue,
    wake,
    /**
     * Makes the worker look for jobs now, again when the next job is due, and at least every `everySeconds`.
     */
    start: (everySeconds: number) => {
      everyMs = everySeconds * 1000
      wake()
    },
    /** Stops taking jobs, and waits until the running jobs have ended. */
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

export type Worker = ReturnType<typeof createWorker>

async function work(
  { db, now, log }: WorkerDeps,
  { leased, job }: { leased: LeasedJob; job: Job | undefined },
  stopping: AbortSignal,
): Promise<void> {
  const { id, kind, attempt } = leased
  const keeping = setInterval(() => {
    renew(db, leased, now()).catch((err: unknown) =>
      log.warn({ err, job: id }, 'failed to renew a job lease'),
    )
  }, LEASE_MS / 3)
  let outcome: Outcome
  try {
    if (!job) throw new Error(`no job of the kind ${kind}`)
    outcome = outcomeOf(await job.run(leased.payload, { attempt, stopping }), now())
    if (outcome.end === 'again') log.warn({ job: id, kind, reason: outcome.reason }, 'a job will be retried')
  } catch (err) {
    log.error({ err, job: id, kind, attempt }, 'a job failed')
    outcome = outcomeOfError(err, attempt, now())
  } finally {
    clearInterval(keeping)
  }
  if (outcome.end === 'dead') log.error({ job: id, kind, reason: outcome.reason }, 'a job was given up')
  const kept = await finish(db, leased, outcome)
  if (!kept) log.warn({ job: id, kind }, 'a job outlived its lease; another worker has it')
}

function outcomeOf(result: JobResult, now: Date): Outcome {
  if (result === 'done') return { end: 'done', at: now }
  if ('giveUp' in result) return { end: 'dead', at: now, reason: result.giveUp }
  return { end: 'again', at: result.retryAt, reason: result.reason }
}

function outcomeOfError(error: unknown, attempt: number, now: Date): Outcome {
  const { type, code, message } = describeError(error)
  const reason = [type, code, message].filter(Boolean).join(' ')
  const at = retryAfter(attempt, now)
  return at ? { end: 'again', at, reason } : { end: 'dead', at: now, reason }
}

/**
 * How long a lease lasts, in milliseconds. After a process is killed, other workers take its jobs within a
 * minute. A worker renews the lease of a job that takes longer.
 */
export const LEASE_MS = 30_000

interface LeasedJob {
  id: number
  kind: string
  payload: JobInput
  attempt: number
  token: string
}

const unfinished = and(isNull(outbox.doneAt), isNull(outbox.deadAt))

/**
 * Leases the oldest due row whose job has one of these kinds. Returns undefined if there is none. Several
 * processes can call this at the same time.
 */
export async function claim(
  db: Database,
  { kinds, token, now }: { kinds: string[]; token: string; now: Date },
): Promise<LeasedJob | undefined> {
  if (kinds.length === 0) return undefined
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        unfinished,
        inArray(outbox.kind, kinds),
        lte(outbox.runAt, now),
        or(isNull(outbox.leasedUntil), lte(outbox.leasedUntil, now)),
      ),
    )
    .orderBy(asc(outbox.runAt), asc(outbox.id))
    .limit(1)
    .for('update', { skipLocked: true })
  // `=` and not `in`: with `in`, PostgreSQL may run the query more than once and lease several rows.
  const [row] = await db
    .update(outbox)
    .set({ leasedUntil: leaseEnd(now), leaseToken: token, attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.id, due))
    .returning({ id: outbox.id, kind: outbox.kind, payload: outbox.payload, attempt: outbox.attempts })
  return row && { ...row, token }
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

const held = (job: LeasedJob) => and(eq(outbox.id, job.id), eq(outbox.leaseToken, job.token), unfinished)

/** Extends the lease of a job that takes longer than one lease lasts. */
async function renew(db: Database, job: LeasedJob, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ leasedUntil: leaseEnd(now) })
    .where(held(job))
}

type Outcome = { end: 'done'; at: Date } | { end: 'dead' | 'again'; at: Date; reason: string }

/**
 * Writes the result of a job and releases its lease. Returns false if the lease was lost and another worker
 * has the job.
 */
export async function finish(db: Database, job: LeasedJob, outcome: Outcome): Promise<boolean> {
  const released = { leasedUntil: null, leaseToken: null }
  const ended = {
    ...released,
    lastError: outcome.end === 'done' ? null : outcome.reason,
    doneAt: outcome.end === 'done' ? outcome.at : null,
    deadAt: outcome.end === 'dead' ? outcome.at : null,
    ...(outcome.end === 'again' ? { runAt: outcome.at } : {}),
  }
  const write = async (changes: Partial<typeof outbox.$inferInsert>, which: SQL | undefined) => {
    const written = await db
      .update(outbox)
      .set(changes)
      .where(and(held(job), which))
      .returning({ id: outbox.id })
    return written.length > 0
  }
  // If the job was enqueued again while it ran (`enqueueAgain`), it stays due, no matter how the run ended.
  return (await write(ended, gt(outbox.attempts, 0))) || (await write(released, undefined))
}

/** Returns when the next unfinished row of these kinds can be leased. Returns null if there is none. */
export async function nextDue(db: Database, kinds: string[]): Promise<Date | null> {
  if (kinds.length === 0) return null
  const [next] = await db
    .select({ runAt: outbox.runAt, leasedUntil: outbox.leasedUntil })
    .from(outbox)
    .where(and(unfinished, inArray(outbox.kind, kinds)))
    .orderBy(sql`greatest(${outbox.runAt}, ${outbox.leasedUntil})`)
    .limit(1)
  if (!next) return null
  return next.leasedUntil && next.leasedUntil > next.runAt ? next.leasedUntil : next.runAt
}

const FIRST_MS = 5_000
/**
 * The longest pause between two attempts, in milliseconds. So all waiting jobs are done within 5 minutes
 * after an outage (R9.4).
 */
const LONGEST_MS = 4 * 60_000
/**
 * The number of the last attempt, about five hours after the first. By then, the cause is a bug and no
 * outage, and an admin must look. This limit is for jobs that throw. `retryUntilDone` in `job.ts` never gives
 * up. E-mails follow `nextTry` in `mail/emails/deliver.ts`.
 */
const LAST_ATTEMPT = 80

/**
 * Returns when to run a job again after attempt number `attempt` (from 1) has failed. Returns null after the
 * last attempt.
 */
export function retryAfter(attempt: number, now: Date): Date | null {
  if (attempt >= LAST_ATTEMPT) return null
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 20))
  return new Date(now.getTime() + wait)
}

/** Returns the instant 30 days ago. Admins see only later failures. */
export const failuresSince = (now: Date) => new Date(now.getTime() - 30 * 24 * 3_600_000)

/** Deletes jobs of these kinds that finished before a given instant. */
export async function deleteDoneJobs(
  db: Database,
  { kinds, before }: { kinds: string[]; before: Date },
): Promise<void> {
  await db.delete(outbox).where(and(inArray(outbox.kind, kinds), lt(outbox.doneAt, before)))
}

/**
 * Deletes error texts of jobs, for the purge. Selects the jobs whose input has one of these ids under `key`.
 * The input has only numbers, but an error text may contain personal data.
 */
export async function forgetErrors(tx: Transaction, key: string, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const named = inArray(sql`${outbox.payload}->>${key}`, ids.map(String))
  await tx
    .update(outbox)
    .set({ lastError: null })
    .where(and(isNotNull(outbox.lastError), named))
}
