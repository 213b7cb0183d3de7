/** What is known of an address whose private links are asked for. */
import { and, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { outbox } from '#platform/database/schema/jobs.ts'

/** The newest reservation of an address by its keyed hashes, however it stands; 0 for none. One row either way. */
export async function findNewestOf(db: Database, emailHashes: string[]): Promise<number> {
  const [found] = await db
    .select({ id: sql<number>`coalesce(max(${reservations.id}), 0)::int` })
    .from(reservations)
    .where(inArray(reservations.emailHash, emailHashes))
  return found?.id ?? 0
}

/** Sweeps away the rows of what was asked for and done before. */
export async function forgetAsked(
  db: Database,
  { kinds, before }: { kinds: string[]; before: Date },
): Promise<void> {
  await db.delete(outbox).where(and(inArray(outbox.kind, kinds), lt(outbox.doneAt, before)))
}
