/** The state of the database, which an attack must leave as it was: every row of every table, in one line each. */
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/database.ts'

/** The site's own name is made at its first use, whoever asks. */
const UNCOUNTED = new Set(['site_facts'])

async function tablesOf(db: Database): Promise<string[]> {
  const tables = rows<{ name: string }>(
    await db.execute(sql`select table_name::text as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`),
  )
  return tables.map(({ name }) => name).filter((name) => !UNCOUNTED.has(name))
}

/** Table → number of its rows and a hash of them. Two equal states are the same rows. */
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

/** A stay that the caller may change. */
export interface Own {
  reservation: number
  invoices: readonly number[]
}

/** Every row that is not of one's own stay, whole, with its table. What callers add are new rows; none of these may be missing. */
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
