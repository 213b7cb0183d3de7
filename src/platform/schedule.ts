/** Schedules periodic jobs. Each run has one row in the outbox, so only one of many processes does it. */
import { and, inArray, isNull } from 'drizzle-orm'
import type { Database } from './database/database.ts'
import { outbox } from './database/schema/outbox.ts'
import { enqueue } from './outbox.ts'
import { deleteDoneJobs } from './outbox-worker.ts'

const KEPT_MS = 24 * 60 * 60_000

interface TimeSlot {
  kinds: string[]
  now: Date
  everySeconds: number
}

/**
 * Enqueues the periodic jobs of this time slot. A kind whose last job has not finished skips the slot. So an
 * outage leaves one job of each kind behind, not hundreds. Also deletes old finished jobs.
 */
export async function enqueuePeriodicJobs(
  db: Database,
  { kinds, now, everySeconds }: TimeSlot,
): Promise<void> {
  const slot = Math.floor(now.getTime() / 1000 / everySeconds)
  // All processes compute the same start of the time slot, so their jobs have the same dedupe key.
  const runAt = new Date(slot * everySeconds * 1000)
  await db.transaction(async (tx) => {
    const waiting = await tx
      .select({ kind: outbox.kind })
      .from(outbox)
      .where(and(inArray(outbox.kind, kinds), isNull(outbox.doneAt), isNull(outbox.deadAt)))
    const busy = new Set(waiting.map((row) => row.kind))
    for (const kind of kinds) {
      if (busy.has(kind)) continue
      await enqueue(tx, { kind }, { input: { slot }, dedupeKey: `${kind}.${slot}`, runAt })
    }
    // Past time slots never recur, so the rows of periodic jobs can be deleted. Rows of other jobs stay,
    // because their cause might recur.
    await deleteDoneJobs(tx, { kinds, before: new Date(now.getTime() - KEPT_MS) })
  })
}
