import { sql } from 'drizzle-orm'
import { rows } from '#platform/database/database.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { TestApp } from '#test/support/app.ts'
import { SEALED_TABLES } from '#domain/guests/privacy/sealed-columns.ts'

type Row = Record<string, unknown>

/**
 * Returns every row of every table as sorted text. Two sites that ran the same steps must return the same
 * text. Decrypts encrypted values. Replaces random values, ids and times of the database (`(now)`). Keeps
 * times of the test's clock.
 */
export async function rowsOf({ services }: TestApp): Promise<Record<string, string[]>> {
  const { db, sealer } = services
  const tables = await db.execute(sql`
    select schemaname, tablename from pg_tables where schemaname in ('public', 'sandbox') order by 1, 2`)
  const all: Record<string, string[]> = {}
  for (const { schemaname, tablename } of rows<{ schemaname: string; tablename: string }>(tables)) {
    const name = sql`${sql.identifier(schemaname)}.${sql.identifier(tablename)}`
    const found = rows<{ row: Row }>(await db.execute(sql`select to_jsonb(t) as row from ${name} t`))
    const sealed = SEALED_TABLES.find(({ table }) => table === tablename)
    const open = (row: Row) => {
      const at = sealed?.keys.map((key) => String(row[key])).join(' ') ?? ''
      const opened = Object.entries(sealed?.columns ?? {}).map(([column, { column: stored }]) => {
        const value = row[stored] as Sealed | null
        return [stored, value && sealer.open({ table: tablename, row: at, column }, value)]
      })
      return { ...row, ...Object.fromEntries(opened) }
    }
    all[`${schemaname}.${tablename}`] = found.map(({ row }) => plain(open(row))).sort()
  }
  return all
}

/**
 * Matches values that differ between two sites that ran the same steps: encrypted and random values, hashes,
 * the time of a lost-link e-mail, the content version, and numbers that a bank assigns.
 */
const BY_CHANCE =
  /(?<="kind":"email-lost-links","run_at":"|"key":"content-version","value":")[^"]+|(?<=")s1\.[\w.-]+(?=")|[\w-]{40,}|(?<="(?:authorization_code|(?:network_)?transaction_id|invoice_prefix)":"|"trace_id":\{"value":")\w+|(?<=, trace )\w+/g
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const PROVIDERS = /\b(pi|pm|po|cus|ch|re|txn|evt|du|req|src)_[A-Za-z0-9]{10,}(_secret_[A-Za-z0-9]+)?/g
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|[+-]\d\d(:?\d\d)?)?/g

/** Returns a row as text. Two sites that ran the same steps return the same text. */
export function plain(row: Row): string {
  const known = Object.entries(row).filter(([column]) => !/^(id|seq)$|_id$/.test(column))
  return (
    JSON.stringify(Object.fromEntries(known))
      .replaceAll(UUID, '(uuid)')
      // Replaces random values before the ids in PROVIDERS, because a random value may contain text that
      // looks like a Stripe id.
      .replaceAll(BY_CHANCE, '(any)')
      .replaceAll(PROVIDERS, '($1)')
      .replaceAll(TIME, (time) => {
        const at = new Date(time)
        return Math.abs(at.getTime() - Date.now()) < 86_400_000 ? '(now)' : at.toISOString()
      })
  )
}
