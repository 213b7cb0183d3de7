/** Statements whose text is made once: Drizzle makes it anew at each use otherwise, for longer than PGlite takes to run it. */
import { type Column, is, Param, Placeholder, sql } from 'drizzle-orm'
import {
  PgDialect,
  PgDatabase,
  PgSession,
  type PgPreparedQuery,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

type Asked = Parameters<PgSession['prepareQuery']>

/** The note that a builder leaves on its statement: which joined tables have a row for certain. Absent for a change. */
type Joins = Partial<Record<'joinsNotNullableMap', Record<string, boolean>>>

/** Notes what a builder asks of the session that runs it, in place of running it. */
class Recorder extends PgSession {
  asked: Asked | undefined
  readonly joins: Joins = {}
  override prepareQuery<T extends PreparedQueryConfig>(...asked: Asked): PgPreparedQuery<T> {
    this.asked = asked
    return Object.assign(this.joins, { setToken: () => undefined }) as unknown as PgPreparedQuery<T>
  }
  override transaction(): never {
    throw new Error('Nothing runs here')
  }
}

/** A query or a change, as Drizzle builds it. */
interface Builder<Result> {
  prepare(name: string): { execute(): Promise<Result> }
}

/** The statement that `build` makes, with `sql.placeholder('name')` for what differs; to be run on a database or in a transaction with those values. */
export function built<Result, Values extends object>(
  build: (db: Database) => Builder<Result>,
): (db: Database, values: Values) => Promise<Result> {
  let made: { asked: Asked; joins: Joins } | undefined
  return (db, values) => {
    made ??= record(build)
    const { joinsNotNullableMap } = made.joins
    const statement = Object.assign(db._.session.prepareQuery(...made.asked), { joinsNotNullableMap })
    return statement.execute(values as Record<string, unknown>) as Promise<Result>
  }
}

function record(build: (db: Database) => Builder<unknown>): { asked: Asked; joins: Joins } {
  const dialect = new PgDialect()
  const recorder = new Recorder(dialect)
  build(new PgDatabase(dialect, recorder, undefined) as unknown as Database).prepare('')
  if (!recorder.asked) throw new Error('The statement asked for nothing')
  const [{ sql: text, params }, ...rest] = recorder.asked
  return { asked: [{ sql: text, params: params.map(nullAsItIs) }, ...rest], joins: recorder.joins }
}

/** A column's null is not for its encoder: Drizzle forgets that for placeholders. */
function nullAsItIs(param: unknown): unknown {
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  const { value, encoder } = param
  const mapToDriverValue = (given: unknown) => (given === null ? null : encoder.mapToDriverValue(given))
  return new Param(value, { mapToDriverValue })
}

/** A placeholder for each of these columns, named as they are: the values of an insert. */
export const placeholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<Name, Placeholder<Name>>

/** True of the rows whose number in `column` is in the list of that name, which may be of any length: the statement stays one. */
export const isAnyOf = (column: Column, name: string) => sql`${column} = any(${sql.placeholder(name)}::int[])`

/** Likewise, in a statement whose plan takes longer to make than to run: no plan can look into this list, so one is kept for all lists. */
export const isAnyOfUnseen = (column: Column, name: string) =>
  sql`${column} = any(array(select unnest(${sql.placeholder(name)}::int[])))`
