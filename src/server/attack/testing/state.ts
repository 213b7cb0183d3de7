/** What an attack must leave as it was: every row of every table, in one line each. */
import { sql } from 'drizzle-orm'
import { type Database, rows } from '../../../platform/database/database.ts'

/** The site's own name is made at its first use, whoever asks. */
const UNCOUNTED = new Set(['site_facts'])

/** Table → number of its rows and a hash of them. Two equal states are the same rows. */
export async function stateOf(db: Database): Promise<Record<string, string>> {
  const tables = rows<{ name: string }>(
    await db.execute(sql`select table_name::text as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`),
  )
  const state: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !UNCOUNTED.has(table.name))) {
    const [found] = rows<{ state: string }>(
      await db.execute(sql`select count(*)::text || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as state
        from ${sql.identifier(name)} t`),
    )
    state[name] = found?.state ?? ''
  }
  return state
}
