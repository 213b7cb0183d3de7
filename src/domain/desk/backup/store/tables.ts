/**
 * Reads a whole database table by table, in one snapshot and with little memory. Fills a database from a backup in
 * one transaction, which any error undoes. Also checks whether a restored database is consistent.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { SealedTable } from '#domain/guests/privacy/sealed-columns.ts'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import { migratedNames } from '#platform/database/migrate.ts'
import type { Sums } from '../archive.ts'

/** Number of rows to fetch from the database at a time. */
const FETCH = 500

/**
 * Calls `work` in one snapshot of the database, however long `work` takes. `db` must allow statements without a time
 * limit.
 */
export const inSnapshot = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await normalizeSession(tx)
      return work(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/**
 * Sets the database session so that values have the same text form on every server, and no statement has a time
 * limit.
 */
export async function normalizeSession(tx: Transaction): Promise<void> {
  for (const [name, value] of Object.entries({
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  }))
    await tx.execute(sql`select set_config(${name}, ${value}, true)`)
}

/**
 * Returns the tables of the site and its sandboxes as `schema.table`, in alphabetical order. Includes unlogged tables
 * only with `unlogged`, because backups do not contain them.
 */
export async function listTables(db: Database, { unlogged = false } = {}): Promise<string[]> {
  const found = await db.execute(sql`
    select nspname || '.' || relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'sandbox') and relkind = 'r' and (relpersistence = 'p' or ${unlogged}) order by 1`)
  return rows<{ name: string }>(found).map(({ name }) => name)
}

/** Quotes a table name from our own lists for SQL. */
export const quotedName = (name: string): SQL =>
  sql.join(
    name.split('.').map((part) => sql.identifier(part)),
    sql`.`,
  )

/**
 * Returns the newest applied migration, identified by its time in the journal of migrations. Null if no migration was
 * applied, or if the database does not belong to this site.
 */
export async function findLevel(db: Database): Promise<number | null> {
  const known = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (!rows<{ there: boolean }>(known)[0]?.there) return null
  const found = await db.execute(sql`select max(created_at)::text as level from drizzle.__drizzle_migrations`)
  const level = rows<{ level: string | null }>(found)[0]?.level
  return level ? Number(level) : null
}

/** Yields the rows of a table as lines of JSON, some hundreds at a time. */
export async function* readLines(tx: Transaction, table: string): AsyncGenerator<string[]> {
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select to_json(t)::text as line from ${quotedName(table)} t`,
  )
  try {
    for (;;) {
      const found = await tx.execute(sql.raw(`fetch ${FETCH} from backup_rows`))
      const lines = rows<{ line: string }>(found).map(({ line }) => line)
      if (lines.length > 0) yield lines
      if (lines.length < FETCH) return
    }
  } finally {
    await tx.execute(sql`close backup_rows`)
  }
}

interface TableFacts {
  rows: number
  fingerprint: string
}

/**
 * Returns the number of rows of a table and a checksum over all of them. Tables with different contents have
 * different checksums.
 */
export async function readFacts(tx: Transaction, table: string): Promise<TableFacts> {
  const found = await tx.execute(sql`
    select count(*)::int as rows,
      coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 16))::bit(64)::bigint::numeric), 0)::text as fingerprint
    from ${quotedName(table)} t`)
  return rows<TableFacts>(found)[0] ?? { rows: 0, fingerprint: '0' }
}

/** Returns the last value of each database sequence. Omits sequences that were never used. */
export async function readSequences(tx: Transaction): Promise<Record<string, string>> {
  const found = await tx.execute(sql`
    select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences
    where schemaname in ('public', 'sandbox') and last_value is not null order by 1`)
  return Object.fromEntries(rows<{ name: string; last: string }>(found).map(({ name, last }) => [name, last]))
}

/** Returns the totals of payments, refunds and invoices in cents. Counts only refunds that succeeded. */
export async function readSums(tx: Transaction): Promise<Sums> {
  const found = await tx.execute(sql`
    select (select coalesce(sum(amount), 0) from payments)::text as received,
      (select coalesce(sum(amount), 0) from refunds where status = 'succeeded')::text as refunded,
      (select coalesce(sum(amount), 0) from invoices)::text as invoiced`)
  const { received, refunded, invoiced } = rows<Record<keyof Sums, string>>(found)[0] ?? {}
  return { received: Number(received), refunded: Number(refunded), invoiced: Number(invoiced) }
}

/** Counts reservations whose paid invoices and payments have different totals. */
export async function countUnbalanced(db: Database): Promise<number> {
  const found = await db.execute(sql`
    select count(*)::int as uneven from reservations r
    where (select coalesce(sum(i.amount), 0) from invoices i where i.reservation_id = r.id
        and exists (select 1 from payments p where p.invoice_id = i.id))
      <> (select coalesce(sum(p.amount), 0) from payments p where p.reservation_id = r.id and p.invoice_id is not null)`)
  return rows<{ uneven: number }>(found)[0]?.uneven ?? 0
}

/** Counts payments whose refunds exceed the payment. */
export async function countOverRefunded(db: Database): Promise<number> {
  const found = await db.execute(sql`
    select count(*)::int as over from payments p
    where p.amount < (select coalesce(sum(amount), 0) from refunds
      where payment_id = p.id and status = 'succeeded')`)
  return rows<{ over: number }>(found)[0]?.over ?? 0
}

/** Returns one name for each uploaded picture and PDF. The file store must contain files whose names begin with it. */
export async function listUploads(db: Database): Promise<string[]> {
  const found = await db.execute(sql`select name from uploads union all select name || '.pdf' from documents`)
  return rows<{ name: string }>(found).map(({ name }) => name)
}

interface SealedRow {
  row: string
  /** The row's values, by the column's name in SQL. */
  values: Record<string, string | null>
}

/**
 * Returns random rows of a table with sealed columns. The choice is random, so that each night's trial restore checks
 * other rows. Returns none if the table does not exist.
 */
export async function listSomeSealed(
  db: Database,
  { table, keys, columns }: SealedTable,
  limit: number,
): Promise<SealedRow[]> {
  const name = table.includes('.') ? table : `public.${table}`
  if (!(await listTables(db)).includes(name)) return []
  const wanted = [...keys, ...Object.values(columns).map(({ column }) => column)]
  const found = await db.execute(sql`
    select ${sql.join(
      wanted.map((column) => sql`${sql.identifier(column)}::text`),
      sql`, `,
    )} from ${quotedName(name)} order by random() limit ${limit}`)
  return rows<Record<string, string | null>>(found).map((values) => ({
    row: keys.map((key) => values[key] ?? '').join(' '),
    values,
  }))
}

/** Tables that the site fills automatically, before anyone has used it. */
const FILLED_AUTOMATICALLY = new Set([
  'site_facts',
  'outbox',
  'sessions',
  'book_proofs',
  'backup_proofs',
  'payouts',
  'balance_transactions',
])

/** Returns tables in the site's own schema that no version of the site has created. */
export async function listForeignTables(db: Database): Promise<string[]> {
  const ours = migratedNames('table')
  const names = (await listTables(db)).filter((name) => name.startsWith('public.'))
  return names.map((name) => name.slice('public.'.length)).filter((name) => !ours.has(name))
}

/** Returns the site's tables that have rows, except those that the site fills automatically. */
export async function listFilledTables(db: Database): Promise<string[]> {
  const filled: string[] = []
  for (const name of await listTables(db)) {
    const [schema, table = ''] = name.split('.')
    if (schema !== 'public' || FILLED_AUTOMATICALLY.has(table)) continue
    const found = await db.execute(sql`select exists (select 1 from ${quotedName(name)}) as filled`)
    if (rows<{ filled: boolean }>(found)[0]?.filled) filled.push(table)
  }
  return filled
}

/** Counts the database connections of running sites, without the caller's own. */
export async function countSites(db: Database): Promise<number> {
  const found = await db.execute(sql`
    select count(*)::int as sites from pg_stat_activity
    where datname = current_database() and application_name like 'twelve-mile%' and pid <> pg_backend_pid()`)
  return rows<{ sites: number }>(found)[0]?.sites ?? 0
}

/**
 * Drops everything that the site has created, including its schemas. The caller must make sure that
 * `listForeignTables` finds no table.
 */
export async function dropEverything(tx: Transaction): Promise<void> {
  await tx.execute(sql`drop schema if exists drizzle cascade`)
  await tx.execute(sql`drop schema if exists sandbox cascade`)
  for (const name of await listTables(tx, { unlogged: true }))
    await tx.execute(sql`drop table if exists ${quotedName(name)} cascade`)
  const found = await tx.execute(sql`
    select proname::text as name, oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace`)
  const ours = migratedNames('function')
  for (const { name, signature } of rows<{ name: string; signature: string }>(found))
    if (ours.has(name)) await tx.execute(sql.raw(`drop function if exists ${signature} cascade`))
}

/** Creates the sandboxes' tables by their own `ddl`, because no migration creates them. */
export async function makeSandboxTables(tx: Transaction, ddl: readonly string[]): Promise<void> {
  await tx.execute(sql`create schema if not exists sandbox`)
  for (const statement of ddl) await tx.execute(sql.raw(statement))
}

/**
 * Removes foreign keys and triggers. Returns a function that creates them again and checks every row against them.
 */
export async function dropConstraints(tx: Transaction): Promise<() => Promise<void>> {
  const found = await tx.execute(sql`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace)`)
  const keys = rows<{ table: string; name: string; definition: string }>(found)
  for (const { table, name } of keys)
    await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
  const tables = (await listTables(tx)).filter((name) => name.startsWith('public.'))
  for (const name of tables) await tx.execute(sql`alter table ${quotedName(name)} disable trigger user`)
  return async () => {
    for (const { table, name, definition } of keys)
      await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`))
    for (const name of tables) await tx.execute(sql`alter table ${quotedName(name)} enable trigger user`)
  }
}

/** Inserts rows into a table. Each element of `lines` is a row as JSON. */
export async function insertLines(tx: Transaction, table: string, lines: string[]): Promise<void> {
  const all = `[${lines.join(',')}]`
  await tx.execute(
    sql`insert into ${quotedName(table)} select * from json_populate_recordset(null::${quotedName(table)}, ${all}::json)`,
  )
}

/**
 * Moves each database sequence `gap` ids beyond its last value. Stripe still has records with ids that were used
 * after the backup, so no new row may get one of those ids.
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
