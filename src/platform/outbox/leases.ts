/**
 * The outbox table as its workers use it. A row is leased by one worker at a time; who lost the lease
 * (killed, asleep) cannot finish it any more. Times are the caller's, so that tests can move the clock.
 */
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { outbox } from '../database/schema/jobs.ts'

/** Short, so that what a killed process held is taken up within a minute; a working one renews it. */
export const LEASE_MS = 30_000

export interface Job {
  id: number
  kind: string
  payload: Record<string, string | number>
  /** 1 at the first try. */
  attempt: number
  token: string
}

const unfinished = and(isNull(outbox.doneAt), isNull(outbox.deadAt))

interface Claim {
  kinds: string[]
  token: string
  now: Date
}

/** Leases the oldest due row of these kinds; none is not an error. Safe with many processes. */
export async function claim(db: Database, { kinds, token, now }: Claim): Promise<Job | undefined> {
  if (kinds.length === 0) return undefined
  return db.transaction(async (tx) => {
    const [due] = await tx
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
    if (!due) return undefined
    const [row] = await tx
      .update(outbox)
      .set({ leasedUntil: leaseEnd(now), leaseToken: token, attempts: sql`${outbox.attempts} + 1` })
      .where(eq(outbox.id, due.id))
      .returning({ kind: outbox.kind, payload: outbox.payload, attempt: outbox.attempts })
    return row && { id: due.id, token, ...row }
  })
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

const held = (job: Job) => and(eq(outbox.id, job.id), eq(outbox.leaseToken, job.token), unfinished)

/** Keeps a job that takes longer than a lease. */
export async function renew(db: Database, job: Job, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ leasedUntil: leaseEnd(now) })
    .where(held(job))
}

export type Outcome =
  | { end: 'done'; at: Date }
  | { end: 'dead'; at: Date; reason: string }
  | { end: 'again'; at: Date; reason: string }

/** Writes the outcome down and gives the lease back. False: the lease was lost, someone else has the job. */
export async function finish(db: Database, job: Job, outcome: Outcome): Promise<boolean> {
  const written = await db
    .update(outbox)
    .set({
      leasedUntil: null,
      leaseToken: null,
      lastError: outcome.end === 'done' ? null : outcome.reason,
      doneAt: outcome.end === 'done' ? outcome.at : null,
      deadAt: outcome.end === 'dead' ? outcome.at : null,
      ...(outcome.end === 'again' ? { runAt: outcome.at } : {}),
    })
    .where(held(job))
    .returning({ id: outbox.id })
  return written.length > 0
}

/** When the next unfinished row of these kinds can be taken up; null when there is none. */
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
/** The longest pause: all work is done within 5 minutes of an outage's end (R9.4). */
const LONGEST_MS = 4 * 60_000
/** About five hours; by then it is a bug, not an outage, and an admin must look. */
const LAST_ATTEMPT = 80

/** The next try after attempt number `attempt` (from 1) failed; null after the last one. */
export function retryAfter(attempt: number, now: Date): Date | null {
  if (attempt >= LAST_ATTEMPT) return null
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 20))
  return new Date(now.getTime() + wait)
}
