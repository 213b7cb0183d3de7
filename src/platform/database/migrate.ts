/** Brings a database to the newest schema. Migrations are append-only files, each run once, all in one transaction. */
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { fileURLToPath } from 'node:url'
import { type Database, rows } from './database.ts'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Any number that nothing else here locks: processes that start together migrate one after the other. */
const LOCK_KEY = 712_012

/**
 * Runs `migrate` while holding a session lock, which Drizzle's migrator lacks.
 * `db` must be a single session (one client, not a pool), the same one that `migrate` uses.
 */
export async function underMigrationLock(db: Database, migrate: () => Promise<void>): Promise<void> {
  await db.execute(sql`select pg_advisory_lock(${LOCK_KEY})::text`)
  try {
    await migrate()
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${LOCK_KEY})::text`)
  }
}

/** Whether the newest migration of this code has been applied: part of being ready to serve. */
export async function isMigrated(db: Database): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).at(-1)
  const result = await db.execute(
    sql`select coalesce(max(created_at), 0)::text as applied from drizzle.__drizzle_migrations`,
  )
  const applied = rows<{ applied: string }>(result)[0]?.applied ?? '0'
  return Number(applied) >= (newest?.folderMillis ?? 0)
}
