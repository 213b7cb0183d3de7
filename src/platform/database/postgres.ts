/** PostgreSQL by `DATABASE_URL`. */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { causesOf, type Database, rows, sqlState } from './database.ts'
import type { ListenForChanges } from './changes.ts'
import { listenOnPostgres } from './listen-postgres.ts'
import { migrate } from './migrate.ts'
import { openSession } from './single-connection.ts'

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
 * single lines for whoever runs the site: that the start waits, that changes are not heard.
 */
export async function openPostgres(
  url: string,
  warn: (line: string) => void,
): Promise<{ db: Database; listen: ListenForChanges; close(): Promise<void> }> {
  await prepare(url, warn)
  const pool = createPool(url)
  const db = drizzle(pool)
  return { db, listen: listenOnPostgres(url, db, warn), close: () => pool.end() }
}

async function prepare(url: string, warn: (line: string) => void): Promise<void> {
  const { db, close } = await openSession(url)
  try {
    const result = await db.execute(sql`select current_setting('server_version_num')::int as version`)
    const problem = versionProblem(rows<{ version: number }>(result)[0]?.version ?? 0)
    if (problem) throw new Error(problem)
    await migrate(db, warn).catch((error: unknown) => {
      throw new Error(migrationProblem(error), { cause: error })
    })
  } finally {
    await close()
  }
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
