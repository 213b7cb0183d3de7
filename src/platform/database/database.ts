/**
 * The database as every store knows it: one PostgreSQL dialect, whichever driver is behind it
 * (R20.13). Stores take it as their first argument, so that the caller owns the transaction.
 */
import { type Column, type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import type { PgColumn, PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'

/** Queries are written with the tables' own objects, so Drizzle's relational schema stays empty. */
type NoSchema = Record<string, never>

/** The database or a transaction on it: for reads, and for single statements. */
export type Database = PgDatabase<PgQueryResultHKT, NoSchema>

/**
 * The transaction that `db.transaction` hands to its callback. Functions that lock take this type, so they cannot be
 * called outside of a transaction. Inside, use only `tx`: the embedded database has a single connection,
 * and a statement on `db` would wait for the transaction that waits for it. No network calls inside.
 */
export type Transaction = PgTransaction<PgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>

/** Columns of a table by their names, as a `select` takes them. */
export const columns = <Name extends string, Table extends Record<Name, PgColumn>>(
  table: Table,
  ...names: Name[]
): Pick<Table, Name> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>

/**
 * True for rows whose number in `column` is in the list. Drizzle's `inArray` sends a parameter per number: a long list would exceed
 * the protocol's limit, and each length would be another statement to prepare. The subquery hides the list from the planner, so that
 * the database keeps one plan for all lists: making one takes longer than running it.
 */
export const isAnyOf = (column: Column, ids: number[]) =>
  sql`${column} = any(array(select unnest(${sql.param(ids)}::int[])))`

/** The SQLSTATE of a second row where a unique index allows one. */
export const UNIQUE_VIOLATION = '23505'

/** The SQLSTATE of a row that names another one which is not there (any more). */
export const FOREIGN_KEY_VIOLATION = '23503'

/** The five-character SQLSTATE of a failed statement, from either driver; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/**
 * The rows of a raw `db.execute(sql…)`. Cast in the SQL (`::int`, `::text`): the drivers read big
 * integers and dates differently, and only Drizzle's own columns hide that.
 */
export const rows = <Row extends object>(result: unknown): Row[] => (result as { rows: Row[] }).rows

/** The row of a statement that gives one for certain. */
export function onlyRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('A statement gave no row')
  return row
}

/** The first row of a statement; undefined: it gives none. */
export const firstRow = async <Row>(found: PromiseLike<Row[]>): Promise<Row | undefined> => (await found)[0]

/** The ids of the rows that a statement gives. */
export const idsOf = async <Id>(found: PromiseLike<{ id: Id }[]>): Promise<Id[]> =>
  (await found).map(({ id }) => id)

const MOST = 5

/**
 * An error, what caused it, what caused that: the drivers' errors come wrapped in Drizzle's. Nothing for what is
 * no error. Never more than a few, since an error may be its own cause.
 */
export function causesOf(error: unknown): Error[] {
  const found: Error[] = []
  for (let next = error; next instanceof Error && found.length < MOST; next = next.cause) found.push(next)
  return found
}
