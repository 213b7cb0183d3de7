/**
 * Listening on a PostgreSQL server: a connection of its own, watched, and made anew when it is lost. A pooler in
 * transaction mode takes `listen` and loses what is told (https://www.pgbouncer.org/features.html), so only what has
 * come back counts as heard: an echo, told over the pool as every change is, again and again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { CHANNEL, type ChangeListener, type ListenForChanges, newEcho, tellChange } from './changes.ts'
import type { Database } from './database.ts'

/** A connection that died without a word is found out by an echo this often. */
const HEARTBEAT_MS = 1000
/** Milliseconds within which the echo must be back; it takes a few, but for a pool that is busy. */
const ECHO_MS = 2000
const RETRY_MS = 500
/** The pause between tries while no echo comes back: each try may leave the pooler with one more connection that hears for nobody. */
const RETRY_UNHEARD_MS = 60_000

const UNHEARD =
  'DATABASE_URL: what other processes change is not heard, so no page is kept and each visit takes longer. Use a pooler in session mode, or name PostgreSQL itself (docs/operate.md).'

/** Resolves when it listens, or when the first try failed and others follow. `db` is the pool that changes are told over. */
export function listenOnPostgres(
  url: string,
  db: Database,
  warn: (line: string) => void = () => {},
): ListenForChanges {
  return async (listener) => {
    const ending = new AbortController()
    const first = Promise.withResolvers<void>()
    const ended = keepListening({ url, db, warn, listener, signal: ending.signal, tried: first.resolve })
    await first.promise
    return async () => {
      ending.abort()
      await ended
    }
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

/** Listens until it is lost; `unheard`: not even the first echo came back. */
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
  const echoes = hearEchoes(client, db, listener)
  let heard = false
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    while (await Promise.race([echoes(), gone])) {
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

/** Hands on what is heard; what it returns tells an echo and resolves to whether it came back in time. */
function hearEchoes(client: Client, db: Database, listener: ChangeListener): () => Promise<boolean> {
  let awaited: { echo: string; came: () => void } | null = null
  client.on('notification', ({ payload = '' }) => {
    if (payload === awaited?.echo) awaited.came()
    else listener.heard(payload)
  })
  return async () => {
    const came = Promise.withResolvers<boolean>()
    const echo = newEcho()
    awaited = { echo, came: () => came.resolve(true) }
    const told = tellChange(db, echo).then(() => came.promise)
    return Promise.race([told, sleep(ECHO_MS, false, { ref: false })])
  }
}
