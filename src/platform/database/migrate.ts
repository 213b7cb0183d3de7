/** Brings a database to the newest schema. Migrations are append-only files, each run once, all in one transaction. */
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Database, rows, type Transaction } from './database.ts'

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

export interface MigrationState {
  applied: number
  /** To this code. */
  known: number
  /** The name of this code's last one. */
  newest: string | null
}

/** How far the database has come, for people to see. */
export async function migrationState(db: Database): Promise<MigrationState> {
  const { entries } = JSON.parse(await readFile(`${MIGRATIONS_FOLDER}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[]
  }
  const result = await db.execute(sql`select count(*)::int as applied from drizzle.__drizzle_migrations`)
  const applied = rows<{ applied: number }>(result)[0]?.applied ?? 0
  return { applied, known: entries.length, newest: entries.at(-1)?.tag ?? null }
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

/** The levels that a database can stand at: each migration's time in the journal, oldest first. */
export function migrationLevels(): number[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ folderMillis }) => folderMillis)
}

/** The names of all tables, or functions, that any migration ever made. */
export function migratedNames(kind: 'table' | 'function'): Set<string> {
  const made = new RegExp(`create (?:or replace )?${kind} "?(\\w+)`, 'i')
  const statements = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).flatMap((each) => each.sql)
  return new Set(statements.flatMap((text) => made.exec(text)?.[1] ?? []))
}

/**
 * Brings a database to one level within the caller's transaction, from wherever below it stands, as Drizzle's migrator
 * would, which takes no transaction of others. Waits for whoever migrates at the moment.
 */
export async function migrateWithin(tx: Transaction, level: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})::text`)
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  const result = await tx.execute(
    sql`select coalesce(max(created_at), 0)::text as applied from drizzle.__drizzle_migrations`,
  )
  const applied = Number(rows<{ applied: string }>(result)[0]?.applied)
  for (const migration of readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })) {
    if (migration.folderMillis <= applied || migration.folderMillis > level) continue
    for (const statement of migration.sql) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`)
  }
}
