/** Proofs that something waits for a lock, on PostgreSQL. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Database, rows } from '#platform/database/database.ts'

/** Resolves when another connection to this database waits for a lock; fails when none does in a while. */
export async function untilOneWaits(db: Database): Promise<void> {
  const waiting = async () => {
    const found = await db.execute(sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows<{ count: number }>(found)[0]?.count
  }
  await expect.poll(waiting).toBeGreaterThan(0)
}
