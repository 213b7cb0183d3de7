/** PostgreSQL by `DATABASE_URL`: the pool, a single connection for long work, and the connection that listens for changes. */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import {
  CHANNEL,
  type ChangeListener,
  type ListenForChanges,
  newMarker,
  publish,
} from './change-notifications.ts'
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

// Listening: a connection of its own, watched, and made anew when it is lost. A pooler in transaction mode takes `listen`
// and loses the notifications (https://www.pgbouncer.org/features.html), so the connection counts as listening only while
// markers come back: published over the pool as every change is, again and again.

/** A connection that died silently is found out by a marker this often. */
const HEARTBEAT_MS = 1000
/** Milliseconds within which the marker must be back; it takes a few, but for a pool that is busy. */
const MARKER_MS = 2000
const RETRY_MS = 500
/** The pause between tries while no marker comes back: each try may leave the pooler with one more connection that listens for nobody. */
const RETRY_UNHEARD_MS = 60_000

const UNHEARD =
  'DATABASE_URL: what other processes change is not heard, so no page is cached and each visit takes longer. Use a pooler in session mode, or name PostgreSQL itself (docs/operate.md).'

/** Resolves when it listens, or when the first try failed and others follow. `db` is the pool over which changes are published. */
export const listenOnPostgres =
  (url: string, db: Database, warn: (line: string) => void = () => {}): ListenForChanges =>
  async (listener) => {
    const ending = new AbortController()
    const first = Promise.withResolvers<void>()
    const ended = keepListening({ url, db, warn, listener, signal: ending.signal, tried: first.resolve })
    await first.promise
    return async () => {
      ending.abort()
      await ended
    }
  }

interface Listening {
  url: string
  db: Database
  warn: (line: string) => void
  listener: ChangeListener
  signal: AbortSignal
  /** The first try is over, whichever way. */
  tried: () => void
}

async function keepListening(listening: Listening): Promise<void> {
  const { warn, signal, tried } = listening
  let unheard = 0
  while (!signal.aborted) {
    unheard = (await listenOnce(listening)) === 'unheard' ? unheard + 1 : 0
    tried()
    // The first time it may be the machine that is slow.
    if (unheard === 2) warn(UNHEARD)
    const pause = Math.min(RETRY_MS * 2 ** Math.max(unheard - 1, 0), RETRY_UNHEARD_MS)
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
}

/** Listens until it is lost; `unheard`: not even the first marker came back. */
async function listenOnce({ url, db, listener, signal, tried }: Listening): Promise<'lost' | 'unheard'> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: HEARTBEAT_MS,
    application_name: 'twelve-mile changes',
  })
  const gone = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', reject)
    signal.addEventListener('abort', reject, { once: true })
  })
  gone.catch(() => {})
  const markerComesBack = passOn(client, db, listener)
  let heard = false
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    while (await Promise.race([markerComesBack(), gone])) {
      if (!heard) listener.listening()
      heard = true
      tried()
      await Promise.race([sleep(HEARTBEAT_MS, undefined, { signal }), gone])
    }
    return heard ? 'lost' : 'unheard'
  } catch {
    return 'lost'
  } finally {
    if (heard) listener.lost()
    client.end().catch(() => {})
  }
}

/** Passes notifications on to the listener; the function that it returns publishes a marker and resolves to whether that came back in time. */
function passOn(client: Client, db: Database, listener: ChangeListener): () => Promise<boolean> {
  let awaited: { marker: string; came: () => void } | null = null
  client.on('notification', ({ payload = '' }) => {
    if (payload === awaited?.marker) awaited.came()
    else listener.notified(payload)
  })
  return async () => {
    const came = Promise.withResolvers<boolean>()
    const marker = newMarker()
    awaited = { marker, came: () => came.resolve(true) }
    const published = publish(db, marker).then(() => came.promise)
    return Promise.race([published, sleep(MARKER_MS, false, { ref: false })])
  }
}
