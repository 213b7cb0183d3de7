/** Fills a database from a backup, within one transaction that undoes all of it should anything be wrong. */
import { sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import { migratedNames } from '#platform/database/migrate.ts'
import { listTables, named } from './snapshot.ts'

/** Tables that a site fills by itself, before anybody has done anything. */
const FILLED_BY_ITSELF = new Set([
  'site_facts',
  'outbox',
  'sessions',
  'book_proofs',
  'backup_proofs',
  'payouts',
  'balance_transactions',
])

/** Tables in the site's own schema that no version of it has made. */
export async function listForeignTables(db: Database): Promise<string[]> {
  const ours = migratedNames('table')
  const names = (await listTables(db)).filter((name) => name.startsWith('public.'))
  return names.map((name) => name.slice('public.'.length)).filter((name) => !ours.has(name))
}

/** Tables in which somebody's work is. */
export async function listFilledTables(db: Database): Promise<string[]> {
  const filled: string[] = []
  for (const name of await listTables(db)) {
    const [schema, table = ''] = name.split('.')
    if (schema !== 'public' || FILLED_BY_ITSELF.has(table)) continue
    const found = await db.execute(sql`select exists (select 1 from ${named(name)}) as filled`)
    if (rows<{ filled: boolean }>(found)[0]?.filled) filled.push(table)
  }
  return filled
}

/** How many connections of running sites the database has, beside this one. */
export async function countSites(db: Database): Promise<number> {
  const found = await db.execute(sql`
    select count(*)::int as sites from pg_stat_activity
    where datname = current_database() and application_name like 'twelve-mile%' and pid <> pg_backend_pid()`)
  return rows<{ sites: number }>(found)[0]?.sites ?? 0
}

/** Drops everything of the site, its schema too. Call only where `listForeignTables` found none. */
export async function dropEverything(tx: Transaction): Promise<void> {
  await tx.execute(sql`drop schema if exists drizzle cascade`)
  await tx.execute(sql`drop schema if exists sandbox cascade`)
  for (const name of await listTables(tx)) await tx.execute(sql`drop table if exists ${named(name)} cascade`)
  const found = await tx.execute(sql`
    select proname::text as name, oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace`)
  const ours = migratedNames('function')
  for (const { name, signature } of rows<{ name: string; signature: string }>(found))
    if (ours.has(name)) await tx.execute(sql.raw(`drop function if exists ${signature} cascade`))
}

/** Makes the tables of the sandboxes, which no migration makes; `ddl` is the sandboxes' own. */
export async function makeSandboxTables(tx: Transaction, ddl: readonly string[]): Promise<void> {
  await tx.execute(sql`create schema if not exists sandbox`)
  for (const statement of ddl) await tx.execute(sql.raw(statement))
}

/** Takes foreign keys and triggers away until the returned function puts them back, which checks every row. */
export async function loosen(tx: Transaction): Promise<() => Promise<void>> {
  const found = await tx.execute(sql`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace)`)
  const keys = rows<{ table: string; name: string; definition: string }>(found)
  for (const { table, name } of keys)
    await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
  const tables = (await listTables(tx)).filter((name) => name.startsWith('public.'))
  for (const name of tables) await tx.execute(sql`alter table ${named(name)} disable trigger user`)
  return async () => {
    for (const { table, name, definition } of keys)
      await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`))
    for (const name of tables) await tx.execute(sql`alter table ${named(name)} enable trigger user`)
  }
}

/** Adds rows to a table, each a line of JSON. */
export async function insertLines(tx: Transaction, table: string, lines: string[]): Promise<void> {
  const all = `[${lines.join(',')}]`
  await tx.execute(
    sql`insert into ${named(table)} select * from json_populate_recordset(null::${named(table)}, ${all}::json)`,
  )
}

/**
 * Lets each sequence go on after what it gave last, `gap` numbers later: what was made after the backup is in the
 * payment provider's records under its number, which nothing else may have.
 */
export async function setSequences(
  tx: Transaction,
  sequences: Record<string, string>,
  gap: number,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await tx.execute(sql`
      select setval(to_regclass(${name}), ${last}::bigint + ${gap}::bigint)::text
      where to_regclass(${name}) is not null`)
}
