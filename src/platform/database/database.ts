/**
 * The database as all stores use it: the same dialect of PostgreSQL for every driver (R20.13). The functions
 * of stores take it as their first argument, so that the caller decides about the transaction.
 */
import { type Column, type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import type { PgColumn, PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'

/** Drizzle's relational schema stays empty, because queries use the table objects directly. */
type NoSchema = Record<string, never>

/** The database, or a transaction on it. For reads and single statements. */
export type Database = PgDatabase<PgQueryResultHKT, NoSchema>

/**
 * The transaction that `db.transaction` passes to its callback. Functions that lock rows require this type, so that
 * they cannot run outside of a transaction. Inside, use only `tx`: the embedded database has one connection, so a
 * statement on `db` would deadlock. Make no network calls inside.
 */
export type Transaction = PgTransaction<PgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>

/** Returns the named columns of a table as an object, for a `select`. */
export const columns = <Name extends string, Table extends Record<Name, PgColumn>>(
  table: Table,
  ...names: Name[]
): Pick<Table, Name> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>

/**
 * SQL condition: the number in `column` is in the list. Drizzle's `inArray` sends one parameter per number.
 * Then long lists would exceed the protocol's limit, and PostgreSQL would prepare a different statement for
 * each length. The subquery hides the list from the planner, so that PostgreSQL reuses the same plan.
 * Planning takes longer than running this statement.
 */
export const isAnyOf = (column: Column, ids: number[]) =>
  sql`${column} = any(array(select unnest(${sql.param(ids)}::int[])))`

/** The SQLSTATE if a unique index refuses a second row with the same value. */
export const UNIQUE_VIOLATION = '23505'

/** The SQLSTATE if a row refers to another row that does not exist. */
export const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Returns the five-character SQLSTATE of a failed statement, from either database driver. Returns undefined
 * for any other error.
 */
export function sqlState(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/**
 * Returns the rows of a raw `db.execute(sql…)`. Cast values in the SQL (`::int`, `::text`), because the
 * drivers read big integers and dates differently. Only Drizzle's own columns hide that difference.
 */
export const rows = <Row extends object>(result: unknown): Row[] => (result as { rows: Row[] }).rows

export function onlyRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('A statement returned no row')
  return row
}

/** Returns the first row of a statement, or undefined if there is none. */
export const firstRow = async <Row>(found: PromiseLike<Row[]>): Promise<Row | undefined> => (await found)[0]

/** Returns the ids of the rows that a statement returns. */
export const idsOf = async <Id>(found: PromiseLike<{ id: Id }[]>): Promise<Id[]> =>
  (await found).map(({ id }) => id)

const MOST = 5

/**
 * Returns an error and its causes, because Drizzle wraps the errors of the database drivers. Returns an empty
 * list for other values. Follows only a few causes, because an error may be its own cause.
 */
export function causesOf(error: unknown): Error[] {
  const found: Error[] = []
  for (let next = error; next instanceof Error && found.length < MOST; next = next.cause) found.push(next)
  return found
}
