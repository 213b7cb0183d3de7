/** Summarizes all rows of the database, so that a test can check that an attack changed nothing. */
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/database.ts'

/**
 * Tables that the comparison leaves out. The site creates its own id at the first request that needs it. That
 * may be any request.
 */
const UNCOUNTED = new Set(['site_facts'])

async function tablesOf(db: Database): Promise<string[]> {
  const tables = rows<{ name: string }>(
    await db.execute(sql`select table_name::text as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`),
  )
  return tables.map(({ name }) => name).filter((name) => !UNCOUNTED.has(name))
}

/**
 * Returns the row count and a hash of the rows of each table, by the table's name. Two equal results mean
 * equal rows.
 */
export async function stateOf(db: Database): Promise<Record<string, string>> {
  const state: Record<string, string> = {}
  for (const name of await tablesOf(db)) {
    const [found] = rows<{ state: string }>(
      await db.execute(sql`select count(*)::text || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as state
        from ${sql.identifier(name)} t`),
    )
    state[name] = found?.state ?? ''
  }
  return state
}

/** Ids of the caller's own reservation and invoices, which the caller may change. */
export interface Own {
  reservation: number
  invoices: readonly number[]
}

/**
 * Returns all rows except those of the caller's own stay. A call may create new rows, but must not change or
 * delete any of these.
 */
export async function rowsBut(db: Database, { reservation, invoices }: Own): Promise<Set<string>> {
  const found = new Set<string>()
  for (const name of await tablesOf(db)) {
    const all = rows<{ row: Record<string, unknown> }>(
      await db.execute(sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`),
    )
    for (const { row } of all) {
      const mine =
        (name === 'reservations' && row['id'] === reservation) ||
        row['reservation_id'] === reservation ||
        invoices.includes(Number(row['invoice_id'] ?? (name === 'invoices' ? row['id'] : 0)))
      if (!mine) found.add(`${name} ${JSON.stringify(row)}`)
    }
  }
  return found
}
