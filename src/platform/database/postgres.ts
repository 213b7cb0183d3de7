/** PostgreSQL by `DATABASE_URL`. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { causesOf } from '../causes.ts'
import type { ListenForChanges } from './changes.ts'
import type { Database } from './database.ts'
import { listenOnPostgres } from './listen-postgres.ts'
import { MIGRATIONS_FOLDER, underMigrationLock } from './migrate.ts'

/** CONTRACT section 1: PostgreSQL 15 or later. */
const OLDEST_VERSION = 15

/** A pool whose broken connections are replaced, never fatal. */
export function createPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'twelve-mile',
  })
  // Without a listener a server restart would end the process; the statement in flight fails by itself.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** Opens and migrates. Throws one clear line when the server cannot be reached, refuses us or is too old. */
export async function openPostgres(
  url: string,
): Promise<{ db: Database; listen: ListenForChanges; close(): Promise<void> }> {
  await prepare(url)
  const pool = createPool(url)
  return { db: drizzle(pool), listen: listenOnPostgres(url), close: () => pool.end() }
}

async function prepare(url: string): Promise<void> {
  // A client of its own: the lock belongs to a session, and migrations may run longer than a statement may.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', ignore)
  try {
    await client.connect()
  } catch (error) {
    throw new Error(`DATABASE_URL: cannot connect to PostgreSQL (${reason(error)})`, { cause: error })
  }
  try {
    const result = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    )
    const problem = versionProblem(Number(result.rows[0]?.version))
    if (problem) throw new Error(problem)
    const session = drizzle(client)
    await underMigrationLock(session, () => migrate(session, { migrationsFolder: MIGRATIONS_FOLDER })).catch(
      (error: unknown) => {
        throw new Error(migrationProblem(error), { cause: error })
      },
    )
  } finally {
    await client.end()
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
  const cause = causesOf(error).at(-1)
  const allowed = (cause as { code?: string } | undefined)?.code !== NOT_ALLOWED
  return allowed
    ? `DATABASE_URL: the tables cannot be brought to this version (${reason(cause)})`
    : `DATABASE_URL: the tables cannot be made (${reason(cause)}). Make this user the database's owner.`
}

/** Node's own words for a refused connection are sometimes empty; its code is not. */
function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || 'unknown reason'
}

function ignore(): void {}
