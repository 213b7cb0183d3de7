/**
 * The outbox: work enqueued in the transaction of its cause and done after it, at least once
 * (R20.12). A crash between the work and its mark repeats the work, so a handler must
 * bear being called twice for one row.
 */
import { randomUUID } from 'node:crypto'
import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from './database/database.ts'
import { outbox } from './database/schema/jobs.ts'
import { describeError, type Logger } from './log.ts'
import {
  claim,
  finish,
  type Job,
  LEASE_MS,
  nextDue,
  type Outcome,
  renew,
  retryAfter,
} from './outbox/leases.ts'

export interface Promised {
  kind: string
  /** Ids only, never personal data. */
  payload: Record<string, string | number>
  /** Names the cause; a second row for it is impossible. */
  dedupeKey: string
  runAt: Date
}

/** Promises work in the transaction of its cause. False: that cause is there already. */
export async function enqueue(tx: Transaction, promised: Promised): Promise<boolean> {
  const made = await tx
    .insert(outbox)
    .values(promised)
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id })
  return made.length > 0
}

/**
 * Promises work anew, whatever became of the row of its cause: its tries count from the first, and a worker that
 * still holds the row loses it.
 */
export async function enqueueAgain(tx: Transaction, promised: Promised): Promise<void> {
  const fresh = {
    attempts: 0,
    leasedUntil: null,
    leaseToken: null,
    lastError: null,
    doneAt: null,
    deadAt: null,
  }
  await tx
    .insert(outbox)
    .values(promised)
    .onConflictDoUpdate({ target: outbox.dedupeKey, set: { ...promised, ...fresh } })
}

/** How a job ended. `reason` and `giveUp` are shown to admins: no personal data. A given-up job stays visible. */
export type JobResult = 'done' | { retryAt: Date; reason: string } | { giveUp: string }

export interface JobFacts {
  /** 1 at the first try. */
  attempt: number
  /** Aborted when the process is about to end, for work that takes minutes. */
  stopping?: AbortSignal
}

/** Does the work of one kind, outside of any transaction. What it throws is retried with growing pauses. */
export type OutboxHandler = (payload: Job['payload'], facts: JobFacts) => Promise<JobResult>

export type OutboxHandlers = Record<string, OutboxHandler>

export interface Worker {
  /** Does all that is due; resolves to the number of jobs tried. */
  runDue(): Promise<number>
  /** Looks for work soon, e.g. after a commit; returns at once. */
  wake(): void
  /** Looks for work now, when the next job is due, and at least this often. */
  start(everySeconds: number): void
  /** Takes up nothing more and waits for what is being done. */
  stop(): Promise<void>
}

export interface WorkerDeps {
  db: Database
  now(): Date
  log: Logger
  handlers: OutboxHandlers
  /** Jobs worked on at once, some when missing; with one, they are done in their order. */
  lanes?: number
}

/** Jobs at a time: one that waits for a slow server must not hold up the others. */
const LANES = 4

const SOONEST_MS = 250

/** Makes the worker of one process; any number may run on one database. */
export function createWorker(deps: WorkerDeps): Worker {
  const kinds = Object.keys(deps.handlers)
  const stopping = new AbortController()
  let everyMs: number | null = null
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | null = null
  let again = false

  async function lane(): Promise<number> {
    let tried = 0
    while (!stopping.signal.aborted) {
      const job = await claim(deps.db, { kinds, token: randomUUID(), now: deps.now() })
      if (!job) break
      await work(deps, job, stopping.signal)
      tried += 1
    }
    return tried
  }

  async function runDue(): Promise<number> {
    const lanes = await Promise.allSettled(Array.from({ length: deps.lanes ?? LANES }, lane))
    const broken = lanes.find((result) => result.status === 'rejected')
    if (broken) throw broken.reason
    return lanes.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
  }

  async function runAndPlan(): Promise<void> {
    do {
      again = false
      // A database that is briefly away must not end the worker: it looks again at the next round.
      await runDue().catch((err: unknown) => deps.log.error({ err }, 'the outbox could not be worked'))
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
    start: (everySeconds) => {
      everyMs = everySeconds * 1000
      wake()
    },
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

async function work(deps: WorkerDeps, job: Job, stopping: AbortSignal): Promise<void> {
  const { db, now, log, handlers } = deps
  const keeping = setInterval(() => {
    renew(db, job, now()).catch((err: unknown) => log.warn({ err, job: job.id }, 'a lease was not renewed'))
  }, LEASE_MS / 3)
  let outcome: Outcome
  try {
    const result = await handlers[job.kind]?.(job.payload, { attempt: job.attempt, stopping })
    outcome = outcomeOf(result ?? 'done', now())
    if (outcome.end === 'again')
      log.warn({ job: job.id, kind: job.kind, reason: outcome.reason }, 'a job is tried again')
  } catch (err) {
    log.error({ err, job: job.id, kind: job.kind, attempt: job.attempt }, 'a job failed')
    outcome = outcomeOfError(err, job.attempt, now())
  } finally {
    clearInterval(keeping)
  }
  if (outcome.end === 'dead')
    log.error({ job: job.id, kind: job.kind, reason: outcome.reason }, 'a job was given up')
  const kept = await finish(db, job, outcome)
  if (!kept) log.warn({ job: job.id, kind: job.kind }, 'a job outlived its lease; another worker has it')
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

/** Sweeps away the rows of what was asked for and done before. */
export async function deleteDoneJobs(
  db: Database,
  { kinds, before }: { kinds: string[]; before: Date },
): Promise<void> {
  await db.delete(outbox).where(and(inArray(outbox.kind, kinds), lt(outbox.doneAt, before)))
}

/**
 * Forgets why jobs failed whose payload names one of these ids under `key`, for the purge: payloads hold numbers alone, but the
 * words of a failure are not known to.
 */
export async function forgetErrors(tx: Transaction, key: string, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const named = inArray(sql`${outbox.payload}->>${key}`, ids.map(String))
  await tx
    .update(outbox)
    .set({ lastError: null })
    .where(and(isNotNull(outbox.lastError), named))
}
