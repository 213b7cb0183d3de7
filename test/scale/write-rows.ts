/**
 * Writes many rows in batches. Each batch is one INSERT into one table, and its only parameter is all rows as
 * JSON.
 */
import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '#platform/database/database.ts'

/** Maximum number of rows of one table in a statement. */
const BATCH = 1000

interface Writer {
  /** Adds a row. All rows of a table must have the same columns. */
  add<Table extends PgTable>(table: Table, row: Table['$inferInsert']): void
  /** Writes all added rows to the database. */
  end(): Promise<void>
}

type Row = Record<string, unknown>

/** Opens a writer for many rows. In `tables`, a table must come after the tables to which it refers. */
export function openWriter(tx: Transaction, tables: readonly PgTable[]): Writer {
  const waiting = new Map<PgTable, Row[]>(tables.map((table) => [table, []]))
  return {
    add: (table, row) => void waiting.get(table)?.push(row),
    end: async () => {
      for (const [table, rows] of waiting)
        for (let at = 0; at < rows.length; at += BATCH)
          await tx.execute(insertStatement(table, rows.slice(at, at + BATCH)))
    },
  }
}

function insertStatement(table: PgTable, rows: Row[]) {
  const all = getTableColumns(table)
  const named = Object.entries(all).filter(([key]) => key in (rows[0] ?? {}))
  const columns = named.map(([, column]) => sql.identifier(column.name))
  const types = named.map(
    ([key, column]) => sql`${sql.identifier(key)} ${sql.raw(plainType(column.getSQLType()))}`,
  )
  const keys = named.map(([key]) => sql.identifier(key))
  return sql`insert into ${table} (${list(columns)}) select ${list(keys)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (${list(types)})`
}

const list = (parts: ReturnType<typeof sql.identifier>[] | ReturnType<typeof sql>[]) =>
  sql.join(parts as ReturnType<typeof sql>[], sql`, `)
const plainType = (type: string) => type.replace('bigserial', 'bigint').replace('serial', 'integer')
