/** PostgreSQL at `DATABASE_URL`: the connection pool, and separate connections for work that takes long. */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import { causesOf, type Database, rows, sqlState } from './database.ts'
import { migrate } from './migrate.ts'

/** The oldest supported PostgreSQL version (R21.4). */
const OLDEST_VERSION = 15

const CONNECT_MS = 5_000

/**
 * Time limits that end a statement that takes too long, and a transaction that holds locks without running a
 * statement.
 */
const LIMITS = {
  text: "set statement_timeout = '30s'; set idle_in_transaction_session_timeout = '30s'",
  // PgBouncer accepts a connection before it has one to the server. So the first query also needs a time
  // limit.
  query_timeout: CONNECT_MS,
}

/** Creates a connection pool that replaces broken connections instead of ending the process. */
export function createPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'twelve-mile',
    // PgBouncer refuses unknown startup parameters, so a query sets the time limits instead.
    onConnect: async (client) => void (await client.query(LIMITS)),
  })
  // Without this listener, a restart of the database server would end this process. The running statement
  // fails anyway.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/**
 * Opens and migrates the database. Throws an error with a one-line message if the server cannot be reached,
 * refuses the connection, or is too old. `warn` receives lines for the operator, for example that another process is
 * migrating.
 */
export async function openPostgres(
  url: string,
  warn: (line: string) => void,
): Promise<{ db: Database; close(): Promise<void> }> {
  await prepare(url, warn)
  const pool = createPool(url)
  return { db: drizzle(pool), close: () => pool.end() }
}

async function prepare(url: string, warn: (line: string) => void): Promise<void> {
  await using session = await openSession(url)
  const { db } = session
  const result = await db.execute(sql`select current_setting('server_version_num')::int as version`)
  const problem = versionProblem(rows<{ version: number }>(result)[0]?.version ?? 0)
  if (problem) throw new Error(problem)
  await migrate(db, warn).catch((error: unknown) => {
    throw new Error(migrationProblem(error), { cause: error })
  })
}

/**
 * Returns one line if the PostgreSQL server is too old, otherwise null. `version` is the server's
 * `server_version_num`.
 */
export function versionProblem(version: number): string | null {
  const major = Math.floor(version / 10_000)
  if (major >= OLDEST_VERSION) return null
  return `DATABASE_URL: PostgreSQL ${OLDEST_VERSION} or later is needed, this is ${major}`
}

const NOT_ALLOWED = '42501'

/**
 * Returns the server's own message about a failed migration. Drizzle's message would contain the whole
 * statement.
 */
function migrationProblem(error: unknown): string {
  const reason = causesOf(error).at(-1)?.message ?? 'unknown reason'
  return sqlState(error) === NOT_ALLOWED
    ? `DATABASE_URL: the tables cannot be created (${reason}). Make this user the database's owner.`
    : `DATABASE_URL: the tables cannot be brought to this version (${reason})`
}

function ignore(): void {}

/**
 * A separate connection for work that takes longer than the time limit for statements. `await using` closes
 * the connection.
 */
export interface Session extends AsyncDisposable {
  db: Database
  close(): Promise<void>
}

/**
 * Opens a separate connection without migrating. Throws an error with a one-line message if the server cannot be
 * reached or refuses the connection.
 */
export async function openSession(url: string): Promise<Session> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'twelve-mile session',
  })
  // Without this listener, a connection error would end the process. The running statement fails anyway.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { message, code, syscall } = error as NodeJS.ErrnoException
    // Returns the error code in the line, because Node's message about a refused connection is either empty
    // or names the host.
    const reason = (syscall ? code : message || code) ?? 'unknown reason'
    const remedy = reason.includes('startup parameter')
      ? '. Take that out of the address, or name it in ignore_startup_parameters of the pooler.'
      : ''
    throw new Error(`DATABASE_URL: cannot connect to PostgreSQL (${reason})${remedy}`, { cause: error })
  }
  const close = () => client.end()
  return { db: drizzle(client), close, [Symbol.asyncDispose]: close }
}
