/**
 * The sandboxes' own tables, in a schema apart from the site's (R22.1): a restart or a second process
 * finds the same. They are made at the first use, not by the site's migrations.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pgSchema } from 'drizzle-orm/pg-core'
import { createOnce } from '#platform/concurrency.ts'
import { rows, type Database } from '#platform/database/database.ts'

export const sandbox = pgSchema('sandbox')

/** The advisory lock's key, one for all sandboxes since they share the schema: two that made it at once would fail. */
const LOCK_KEY = 731_924

/**
 * Gives a function that resolves once the tables are there. The first call makes what is missing; a call after
 * one that failed (the database was not reachable) tries again.
 */
export const createTablesOnce = (db: Database, ddl: readonly string[]): (() => Promise<void>) =>
  createOnce(() => make(db, ddl))

async function make(db: Database, ddl: readonly string[]): Promise<void> {
  const made = createHash('sha256').update(ddl.join(';')).digest('hex')
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`)
    // Not `if not exists`: that may be answered from before the wait, out of the connection's cache of names.
    const there = await tx.execute(sql`select 1 from pg_namespace where nspname = 'sandbox'`)
    if (rows(there).length === 0) await tx.execute(sql`create schema sandbox`)
    await tx.execute(sql`create table if not exists sandbox.made (ddl text primary key)`)
    // `create index if not exists` locks its table even when there is nothing to make: a process that joined another
    // at work would wait for its payments, and they for it, until the database failed one of them.
    const known = await tx.execute(sql`select 1 from sandbox.made where ddl = ${made}`)
    if (rows(known).length > 0) return
    for (const statement of ddl) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into sandbox.made values (${made})`)
  })
}
