/** The whole database as one text, sealed values opened too: what is not in it is nowhere. */
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/database.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { Sealer } from '#platform/sealing.ts'
import { SEALED_TABLES } from '../sealed-columns.ts'

/** A line for each row of each table of each schema that is not the database's own. */
export async function dumpOf({ db, sealer }: { db: Database; sealer: Sealer }): Promise<string> {
  const tables = rows<{ schema: string; name: string }>(
    await db.execute(
      sql`select table_schema as schema, table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    ),
  )
  const lines: string[] = []
  for (const { schema, name } of tables) {
    const table = schema === 'public' ? name : `${schema}.${name}`
    const from = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    const found = rows<{ line: string }>(
      await db.execute(sql`select to_jsonb(t)::text as line from ${from} t`),
    )
    for (const { line } of found) lines.push(`${table} ${opened(sealer, table, JSON.parse(line) as Row)}`)
  }
  return lines.join('\n')
}

type Row = Record<string, unknown>

/** Throws for a sealed value that the list of sealed columns does not know: it could not be looked into. */
function opened(sealer: Sealer, table: string, row: Row): string {
  const known = SEALED_TABLES.find((sealedTable) => sealedTable.table === table)
  const keys = known?.keys.map((key) => String(row[key])).join(' ') ?? ''
  const values = Object.entries(row).map(([column, value]) => {
    if (typeof value !== 'string' || !value.startsWith('s1.')) return [column, value]
    const name = Object.entries(known?.columns ?? {}).find(([, each]) => each.column === column)?.[0]
    if (name === undefined) throw new Error(`${table}.${column} is sealed and in no list`)
    const plain = sealer.open({ table, row: keys, column: name }, value as Sealed)
    // Captured mails are in the transfer form of mail.
    return [column, `${plain} ${unfolded(plain)} ${decoded(plain)}`]
  })
  return JSON.stringify(Object.fromEntries(values))
}

const unfolded = (mail: string) => mail.replaceAll(/=\r?\n/g, '')

/** Parts of a mail that are written in base64. */
const decoded = (mail: string) =>
  [...mail.matchAll(/(?:[A-Za-z0-9+/]{60,}={0,2}\r?\n)+[A-Za-z0-9+/=]*/g)]
    .map(([part]) => Buffer.from(part, 'base64').toString('utf8'))
    .join(' ')
