/**
 * Brings a database to the newest schema. Migrations are files that are never changed, only added. Each
 * migration runs once. All missing migrations run in one transaction under a lock.
 */
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, rows, type Transaction } from './database.ts'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * An arbitrary number that identifies the lock. Because of the lock, processes that start at the same time
 * migrate one after another.
 */
const LOCK_KEY = 712_012

const LOOK_AGAIN_MS = 250
const SAY_AGAIN_MS = 60_000

/**
 * Brings a database to the newest migration of this code, one process at a time. The lock ends with its
 * transaction, so a connection pooler cannot keep it. If another process has the lock, reports that through
 * `warn`, immediately and then every minute.
 */
export async function migrate(db: Database, warn: (line: string) => void = () => {}): Promise<void> {
  const newest = migrationLevels().at(-1) ?? 0
  // Each attempt to get the lock is a separate transaction, so that no transaction stays open between the
  // attempts.
  const migrated = () =>
    db.transaction(async (tx) => {
      const result = await tx.execute(sql`select pg_try_advisory_xact_lock(${LOCK_KEY}) as locked`)
      if (!rows<{ locked: boolean }>(result)[0]?.locked) return false
      await migrateWithin(tx, newest)
      return true
    })
  for (let waited = 0; !(await migrated()); waited += LOOK_AGAIN_MS) {
    const pid = waited % SAY_AGAIN_MS === 0 ? await whoMigrates(db) : null
    if (pid !== null)
      warn(
        `The start waits: another process migrates the database (process ${pid} of PostgreSQL). If no other process of the site is starting, end that one: select pg_terminate_backend(${pid})`,
      )
    await sleep(LOOK_AGAIN_MS)
  }
}

/**
 * Returns the process id, in PostgreSQL, of the connection that has the migration lock of this database.
 * Returns null if the lock was just released.
 */
async function whoMigrates(db: Database): Promise<number | null> {
  const result = await db.execute(sql`select pid from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = ${LOCK_KEY} and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows<{ pid: number }>(result)[0]?.pid ?? null
}

interface MigrationState {
  applied: number
  /** The number of migrations in this version of the code. */
  known: number
  /** The name of the last migration in this version of the code. */
  newest: string | null
}

export async function migrationState(db: Database): Promise<MigrationState> {
  const { entries } = JSON.parse(await readFile(`${MIGRATIONS_FOLDER}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[]
  }
  const result = await db.execute(sql`select count(*)::int as applied from drizzle.__drizzle_migrations`)
  const applied = rows<{ applied: number }>(result)[0]?.applied ?? 0
  return { applied, known: entries.length, newest: entries.at(-1)?.tag ?? null }
}

/**
 * Returns true if the database has the newest migration of this code. Only then is the site ready to serve.
 */
export const isMigrated = async (db: Database): Promise<boolean> =>
  (await appliedLevel(db)) >= (migrationLevels().at(-1) ?? 0)

async function appliedLevel(db: Database): Promise<number> {
  const result = await db.execute(
    sql`select coalesce(max(created_at), 0)::text as applied from drizzle.__drizzle_migrations`,
  )
  return Number(rows<{ applied: string }>(result)[0]?.applied)
}

/**
 * Returns the schema levels that a database can have, oldest first. A level is the time of a migration in the
 * list of all migrations.
 */
export const migrationLevels = (): number[] =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ folderMillis }) => folderMillis)

/** Returns the names of all tables, or all functions, that any migration has ever created. */
export function migratedNames(kind: 'table' | 'function'): Set<string> {
  const made = new RegExp(`create (?:or replace )?${kind} "?(\\w+)`, 'i')
  const statements = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).flatMap((each) => each.sql)
  return new Set(statements.flatMap((text) => made.exec(text)?.[1] ?? []))
}

/**
 * Migrates a database to one level in the caller's transaction. Drizzle's own migrator can neither stop at a
 * level nor lock. If another process is migrating, waits for it.
 */
export async function migrateWithin(tx: Transaction, level: number): Promise<void> {
  // Removes the time limit for statements, because migrating a large table may take longer.
  await tx.execute(sql`set local statement_timeout = 0`)
  // PostgreSQL cannot alter a table while changed rows wait for a trigger that runs at commit (migrations/0034).
  await tx.execute(sql`set constraints all immediate`)
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})::text`)
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  const applied = await appliedLevel(tx)
  for (const migration of readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })) {
    if (migration.folderMillis <= applied || migration.folderMillis > level) continue
    for (const statement of migration.sql) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`)
  }
}
