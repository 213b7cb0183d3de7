/** What a restored backup is looked at for, beyond being equal to what was backed up. */
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/database.ts'
import type { SealedTable } from '#features/privacy/index.ts'
import { listTables, named } from './snapshot-store.ts'

/** Reservations whose paid invoices do not add up to what was paid for them. */
export async function countUneven(db: Database): Promise<number> {
  const found = await db.execute(sql`
    select count(*)::int as uneven from reservations r
    where (select coalesce(sum(i.amount), 0) from invoices i where i.reservation_id = r.id
        and exists (select 1 from payments p where p.invoice_id = i.id))
      <> (select coalesce(sum(p.amount), 0) from payments p where p.reservation_id = r.id and p.invoice_id is not null)`)
  return rows<{ uneven: number }>(found)[0]?.uneven ?? 0
}

/** Payments of which more was refunded than had come. */
export async function countOverRefunded(db: Database): Promise<number> {
  const found = await db.execute(sql`
    select count(*)::int as over from payments p
    where p.amount < (select coalesce(sum(amount), 0) from refunds
      where payment_id = p.id and status = 'succeeded')`)
  return rows<{ over: number }>(found)[0]?.over ?? 0
}

/** The random names of all uploaded pictures. */
export async function listPictures(db: Database): Promise<string[]> {
  const found = await db.execute(sql`select name from uploads order by id`)
  return rows<{ name: string }>(found).map(({ name }) => name)
}

export interface SealedRow {
  /** The row's name in the seal. */
  row: string
  /** The values by the column's name in SQL. */
  values: Record<string, string | null>
}

/** Some rows of a table that has sealed columns, another choice each night; none where there is no such table. */
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
    )} from ${named(name)} order by random() limit ${limit}`)
  return rows<Record<string, string | null>>(found).map((values) => ({
    row: keys.map((key) => values[key] ?? '').join(' '),
    values,
  }))
}
