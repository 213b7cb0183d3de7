import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/database.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { Sealer } from '#platform/sealing.ts'
import { SEALED_TABLES } from '#domain/guests/privacy/sealed-columns.ts'

/**
 * Returns one line per row of every table, with encrypted values decrypted. If a word is not in this text,
 * the database does not contain it.
 */
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

/**
 * Decrypts the encrypted values of a row. Throws if it finds an encrypted value in a column that is not in
 * the site's list of encrypted columns.
 */
function opened(sealer: Sealer, table: string, row: Row): string {
  const known = SEALED_TABLES.find((sealedTable) => sealedTable.table === table)
  const keys = known?.keys.map((key) => String(row[key])).join(' ') ?? ''
  const values = Object.entries(row).map(([column, value]) => {
    if (typeof value !== 'string' || !value.startsWith('s1.')) return [column, value]
    const name = Object.entries(known?.columns ?? {}).find(([, each]) => each.column === column)?.[0]
    if (name === undefined) throw new Error(`${table}.${column} is sealed but missing in SEALED_TABLES`)
    const plain = sealer.open({ table, row: keys, column: name }, value as Sealed)
    // Adds the decoded text of captured e-mails, because their stored form is MIME-encoded.
    return [column, `${plain} ${unfolded(plain)} ${decoded(plain)}`]
  })
  return JSON.stringify(Object.fromEntries(values))
}

const unfolded = (mail: string) => mail.replaceAll(/=\r?\n/g, '')

const decoded = (mail: string) =>
  [...mail.matchAll(/(?:[A-Za-z0-9+/]{60,}={0,2}\r?\n)+[A-Za-z0-9+/=]*/g)]
    .map(([part]) => Buffer.from(part, 'base64').toString('utf8'))
    .join(' ')
