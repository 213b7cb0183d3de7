/**
 * The sandboxes' own tables, in a separate schema from the site's (R22.1). So a restarted or second process
 * finds the same data. The sandboxes create these tables at their first use, because the site's migrations do
 * not.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pgSchema } from 'drizzle-orm/pg-core'
import { createOnce } from '#platform/concurrency.ts'
import { rows, type Database } from '#platform/database/database.ts'

export const sandbox = pgSchema('sandbox')

/**
 * The number of a database lock that all sandboxes share. Two of them must not create the schema at the same
 * time.
 */
const LOCK_KEY = 731_924

/**
 * Returns a function that resolves when the sandbox's tables exist. Its first call creates them. If that
 * fails, the next call tries again.
 */
export const createTablesOnce = (db: Database, ddl: readonly string[]): (() => Promise<void>) =>
  createOnce(() => make(db, ddl))

async function make(db: Database, ddl: readonly string[]): Promise<void> {
  const made = createHash('sha256').update(ddl.join(';')).digest('hex')
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`)
    // Looks for the schema in the catalog. `create schema if not exists` could look in the names that this
    // connection cached before it waited for the lock.
    const there = await tx.execute(sql`select 1 from pg_namespace where nspname = 'sandbox'`)
    if (rows(there).length === 0) await tx.execute(sql`create schema sandbox`)
    await tx.execute(sql`create table if not exists sandbox.made (ddl text primary key)`)
    // Skips the statements if they have run before. `create index if not exists` locks its table even if the
    // index exists. A starting process and the payments of another process could then wait for each other,
    // until the database aborts one of them.
    const known = await tx.execute(sql`select 1 from sandbox.made where ddl = ${made}`)
    if (rows(known).length > 0) return
    for (const statement of ddl) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into sandbox.made values (${made})`)
  })
}
