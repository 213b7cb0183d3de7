/**
 * Listening on a PostgreSQL server: a connection of its own, watched, and made anew when it is lost. A pooler in
 * transaction mode takes `listen` and loses the notifications (https://www.pgbouncer.org/features.html), so the connection
 * counts as listening only while markers come back: published over the pool as every change is, again and again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { CHANNEL, type ChangeListener, type ListenForChanges, newMarker, publish } from './changes.ts'
import type { Database } from './database.ts'

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
