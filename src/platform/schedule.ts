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
 * Enqueues this time slot's periodic jobs. A kind with an unfinished job skips the slot.
 * So an outage leaves one job of each kind behind, not hundreds. Deletes old finished jobs.
 */
export async function enqueuePeriodicJobs(
  db: Database,
  { kinds, now, everySeconds }: TimeSlot,
): Promise<void> {
  const slot = Math.floor(now.getTime() / 1000 / everySeconds)
  // All processes compute the same start of the slot, so they use the same dedupe key.
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
    // Past slots never recur, so their rows can go. Other jobs stay, since their cause might recur.
    await deleteDoneJobs(tx, { kinds, before: new Date(now.getTime() - KEPT_MS) })
  })
}
