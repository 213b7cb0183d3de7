/** PostgreSQL by `DATABASE_URL`: the pool, and a single connection for long work. */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import { causesOf, type Database, rows, sqlState } from './database.ts'
import { migrate } from './migrate.ts'

/** The oldest PostgreSQL that is good enough: 15 (R21.4). */
const OLDEST_VERSION = 15

const CONNECT_MS = 5_000

/** Timeouts: no statement of a request takes so long, and nobody holds a lock for so long without a statement. */
const LIMITS = {
  text: "set statement_timeout = '30s'; set idle_in_transaction_session_timeout = '30s'",
  // A pooler takes a connection before it has one of the server's to give.
  query_timeout: CONNECT_MS,
}

/** A pool whose broken connections are replaced, never fatal. */
export function createPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'twelve-mile',
    // The timeouts are no parameters of the connection's start, of which PgBouncer refuses all that it does not know.
    onConnect: async (client) => void (await client.query(LIMITS)),
  })
  // Without a listener a server restart would end the process; the statement in flight fails by itself.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/**
 * Opens and migrates. Throws one clear line when the server cannot be reached, refuses us or is too old. `warn` gets
 * single lines for the operator: that the start waits for another one.
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

/** One clear line when the server is too old; `version` is its `server_version_num`. */
export function versionProblem(version: number): string | null {
  const major = Math.floor(version / 10_000)
  if (major >= OLDEST_VERSION) return null
  return `DATABASE_URL: PostgreSQL ${OLDEST_VERSION} or later is needed, this is ${major}`
}

const NOT_ALLOWED = '42501'

/** The server's words; Drizzle's own are the statement. */
function migrationProblem(error: unknown): string {
  const reason = causesOf(error).at(-1)?.message ?? 'unknown reason'
  return sqlState(error) === NOT_ALLOWED
    ? `DATABASE_URL: the tables cannot be made (${reason}). Make this user the database's owner.`
    : `DATABASE_URL: the tables cannot be brought to this version (${reason})`
}

function ignore(): void {}

/** A connection of one's own, for work that takes longer than a request may: `await using` closes it. */
export interface Session extends AsyncDisposable {
  db: Database
  close(): Promise<void>
}

/** Connects, and migrates nothing. Throws one clear line when the server cannot be reached or refuses us. */
export async function openSession(url: string): Promise<Session> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'twelve-mile session',
  })
  // The statement in flight fails by itself.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { message, code, syscall } = error as NodeJS.ErrnoException
    // The error's own message is left out: Node's for a refused connection is sometimes empty, else it names the host.
    const reason = (syscall ? code : message || code) ?? 'unknown reason'
    const remedy = reason.includes('startup parameter')
      ? '. Take that out of the address, or name it in ignore_startup_parameters of the pooler.'
      : ''
    throw new Error(`DATABASE_URL: cannot connect to PostgreSQL (${reason})${remedy}`, { cause: error })
  }
  const close = () => client.end()
  return { db: drizzle(client), close, [Symbol.asyncDispose]: close }
}
