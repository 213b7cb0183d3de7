/** Rows whose sealed values are not under the first key, of any table of the list. */
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { SealedTable } from '../sealed-columns.ts'

export interface OldRow {
  keys: string[]
  /** The values by the column's name in SQL. */
  values: Record<string, string | null>
}

/** All names are from our own list, never from outside. */
const name = (text: string): SQL =>
  sql.join(
    text.split('.').map((part) => sql.identifier(part)),
    sql`.`,
  )

const columnsOf = ({ columns, lookup }: SealedTable): string[] => [
  ...Object.values(columns).map(({ column }) => column),
  ...(lookup ? [lookup.column] : []),
]

export async function isThere(db: Database, table: string): Promise<boolean> {
  const found = await db.execute(sql`select to_regclass(${table}) is not null as there`)
  return rows<{ there: boolean }>(found)[0]?.there ?? false
}

/** One sealed value of a column, with its row's name in the seal. */
export async function findSealed(
  db: Database,
  { table, keys, column }: { table: string; keys: string[]; column: string },
): Promise<{ row: string; value: Sealed } | undefined> {
  const wanted = [...keys, column].map((each) => sql`${name(each)}::text`)
  const found = await db.execute(
    sql`select ${sql.join(wanted, sql`, `)} from ${name(table)} where ${name(column)} is not null limit 1`,
  )
  const [values] = rows<Record<string, string>>(found)
  return values && { row: keys.map((key) => values[key]).join(' '), value: values[column] as Sealed }
}

/** `s1.<key>.…` is a sealed value, `<key>.…` a hash. */
export async function lockOld(
  tx: Transaction,
  sealedTable: SealedTable,
  { keyId, limit }: { keyId: string; limit: number },
): Promise<OldRow[]> {
  const { table, keys, columns, lookup } = sealedTable
  const old = Object.values(columns).map(({ column }) => sql`split_part(${name(column)}, '.', 2) <> ${keyId}`)
  if (lookup) old.push(sql`split_part(${name(lookup.column)}, '.', 1) <> ${keyId}`)
  const wanted = [...keys, ...columnsOf(sealedTable)].map((column) => sql`${name(column)}::text`)
  const found = await tx.execute(
    sql`select ${sql.join(wanted, sql`, `)} from ${name(table)} where ${sql.join(old, sql` or `)} limit ${limit} for update`,
  )
  return rows<Record<string, string | null>>(found).map((values) => ({
    keys: keys.map((key) => values[key] ?? ''),
    values,
  }))
}

export async function writeRow(
  tx: Transaction,
  { table, keys }: SealedTable,
  { row, changes }: { row: OldRow; changes: Record<string, string> },
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${name(column)} = ${value}`)
  const which = keys.map((key, index) => sql`${name(key)} = ${row.keys[index]}`)
  await tx.execute(
    sql`update ${name(table)} set ${sql.join(set, sql`, `)} where ${sql.join(which, sql` and `)}`,
  )
}
