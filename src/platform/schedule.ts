/** Work that comes round: each tick is an outbox row, so many processes together do it once. */
import { and, inArray, isNull } from 'drizzle-orm'
import type { Database } from './database/database.ts'
import { outbox } from './database/schema/outbox.ts'
import { enqueue } from './outbox.ts'
import { deleteDoneJobs } from './outbox-worker.ts'

const KEPT_MS = 24 * 60 * 60_000

interface Ticks {
  /** Outbox kinds, each a tick. */
  kinds: string[]
  now: Date
  everySeconds: number
}

/** The next try of a night's work after attempt number `attempt` (from 1) came to nothing: in a minute, at last once an hour. */
export const nightlyRetry = (attempt: number, now: Date): Date =>
  new Date(now.getTime() + 60_000 * Math.min(60, 2 ** Math.min(attempt - 1, 10)))

/** True when work of this outbox kind comes round: those named `tick.…` do. */
export const isTick = (kind: string): boolean => kind.startsWith('tick.')

/**
 * Enqueues this time slot's ticks. A tick whose predecessor is still unfinished waits for the next slot,
 * so an outage leaves one of each behind, not hundreds. Old ticks are swept away.
 */
export async function scheduleTick(db: Database, { kinds, now, everySeconds }: Ticks): Promise<void> {
  const slot = Math.floor(now.getTime() / 1000 / everySeconds)
  // The key is the slot's start, whichever of several processes comes first.
  const runAt = new Date(slot * everySeconds * 1000)
  await db.transaction(async (tx) => {
    const waiting = await tx
      .select({ kind: outbox.kind })
      .from(outbox)
      .where(and(inArray(outbox.kind, kinds), isNull(outbox.doneAt), isNull(outbox.deadAt)))
    const busy = new Set(waiting.map((row) => row.kind))
    for (const kind of kinds) {
      if (busy.has(kind)) continue
      await enqueue(tx, { kind, payload: { slot }, dedupeKey: `${kind}.${slot}`, runAt })
    }
    // Their causes, the slots, are over and never come again. All other work stays, since its cause might.
    await deleteDoneJobs(tx, { kinds, before: new Date(now.getTime() - KEPT_MS) })
  })
}
