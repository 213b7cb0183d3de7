/** The interface of background jobs. `src/server/jobs.ts` lists all jobs of the site. */
import type { JobInput } from './database/schema/outbox.ts'
import type { JobKind } from './outbox.ts'

/**
 * The result of a job. Admins see `reason` and `giveUp`, so these texts must not contain personal data. A job
 * that gave up stays visible.
 */
export type JobResult = 'done' | { retryAt: Date; reason: string } | { giveUp: string }

export interface JobFacts {
  /** The number of this attempt to run the job, from 1. */
  attempt: number
  /** Aborted when the process is about to end. Only jobs that take minutes need to check it. */
  stopping?: AbortSignal
}

/**
 * Work that runs in the background, outside of any transaction and at least once. If the process crashes
 * before the job is marked as finished, the job runs again. So `run` must be idempotent.
 */
export interface Job {
  kind: string
  /** True if the job runs once in every time slot (`schedule.ts`). False if other code enqueues it. */
  isPeriodic: boolean
  /**
   * True if the job may wait a minute for the mail server. A second worker runs such jobs, so that they do
   * not delay other jobs.
   */
  isSlow: boolean
  /**
   * Runs the job. If the function throws, the job is retried with growing pauses. It throws if the input does
   * not match the job's kind.
   */
  run(input: unknown, facts: JobFacts): Promise<JobResult>
}

/** Creates a job that other code enqueues. */
export const job = <Input extends JobInput>(
  expected: JobKind<Input>,
  run: (input: Input, facts: JobFacts) => Promise<JobResult>,
  { isSlow = false }: { isSlow?: boolean } = {},
): Job => ({
  kind: expected.kind,
  isPeriodic: false,
  isSlow,
  run: async (input, facts) => run(readInput(expected, input), facts),
})

function readInput<Input extends JobInput>({ kind, input }: JobKind<Input>, given: unknown): Input {
  const read = input.safeParse(given)
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`the input of ${kind} is wrong: ${problems.join(', ')}`)
}

/** Creates a job that runs once in every time slot. */
export const periodicJob = (kind: string, run: (facts: JobFacts) => Promise<unknown>): Job => ({
  kind,
  isPeriodic: true,
  isSlow: false,
  run: async (_input, facts) => {
    await run(facts)
    return 'done'
  },
})

const SECOND_MS = 1_000
const LONGEST_MS = 3_600 * SECOND_MS

/**
 * Returns a result that retries a job until it succeeds, in the end once an hour. Jobs about a guest's money
 * use it, because the site must learn what happened to the money. Other jobs give up after the last attempt
 * of `retryAfter` in `outbox-worker.ts`, and e-mails after that of `nextTry` in `mail/emails/deliver.ts`.
 */
export function retryUntilDone({ attempt }: JobFacts, now: Date, reason: string): JobResult {
  const wait = Math.min(LONGEST_MS, 5 * SECOND_MS * 2 ** Math.min(attempt, 12))
  return { retryAt: new Date(now.getTime() + wait), reason }
}

/**
 * Returns when to retry a nightly job after attempt number `attempt` (from 1) failed. The first retry comes
 * after a minute, later ones once an hour.
 */
export const nightlyRetry = (attempt: number, now: Date): Date =>
  new Date(now.getTime() + 60_000 * Math.min(60, 2 ** Math.min(attempt - 1, 10)))
