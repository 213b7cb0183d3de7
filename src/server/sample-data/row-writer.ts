/** Rows of many tables, written in batches: one statement and one parameter for each table and batch. */
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '#platform/database/database.ts'

/** So many rows of a table are kept before all are written. */
const BATCH = 1000

export interface Writer {
  /** All rows of a table name the same columns. */
  add<Table extends PgTable>(table: Table, ...rows: Table['$inferInsert'][]): void
  /** Writes when there is enough to write. */
  pause(): Promise<void>
  /** Writes the rest. */
  end(): Promise<void>
  /** Sets the sequences behind the given numbers. */
  setSequences(): Promise<void>
  /** How many rows each table was given. */
  counts: ReadonlyMap<string, number>
}

type Row = Record<string, unknown>

/** `tables` in the order in which their rows may be written: what is referred to comes first. */
export function openWriter(db: Database | Transaction, tables: readonly PgTable[]): Writer {
  const waiting = new Map<PgTable, Row[]>(tables.map((table) => [table, []]))
  const counts = new Map<string, number>()
  const write = async () => {
    await db.transaction(async (tx) => {
      for (const table of tables) {
        const rows = waiting.get(table) ?? []
        for (let at = 0; at < rows.length; at += BATCH)
          await tx.execute(insertStatement(table, rows.slice(at, at + BATCH)))
        waiting.set(table, [])
      }
    })
  }
  return {
    counts,
    add: (table, ...rows) => {
      waiting.get(table)?.push(...rows)
      counts.set(getTableName(table), (counts.get(getTableName(table)) ?? 0) + rows.length)
    },
    pause: async () => {
      if ([...waiting.values()].some((rows) => rows.length >= BATCH)) await write()
    },
    end: write,
    setSequences: async () => {
      for (const table of tables) await db.execute(sequenceStatement(table))
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

/** Tables without a number of their own have nothing to set. */
function sequenceStatement(table: PgTable) {
  const serial = Object.values(getTableColumns(table)).find((column) => /serial/.test(column.getSQLType()))
  if (!serial) return sql`select 1`
  const { schema } = getTableConfig(table)
  const name = schema ? `${schema}.${getTableName(table)}` : getTableName(table)
  return sql`select setval(pg_get_serial_sequence(${name}, ${serial.name}), greatest(max(${serial}), 1)) from ${table}`
}

const list = (parts: ReturnType<typeof sql.identifier>[] | ReturnType<typeof sql>[]) =>
  sql.join(parts as ReturnType<typeof sql>[], sql`, `)
const plainType = (type: string) => type.replace('bigserial', 'bigint').replace('serial', 'integer')
