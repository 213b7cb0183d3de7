/** Listening on a PostgreSQL server: a connection of its own, watched, and made anew when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { CHANNEL, type ChangeListener, type ListenForChanges } from './changes.ts'

/** A connection that died without a word is found out by asking this often, and waiting for no longer. */
const HEARTBEAT_MS = 1000
const RETRY_MS = 500

/** Resolves when it listens, or when the first try failed and others follow. */
export function listenOnPostgres(url: string): ListenForChanges {
  return async (listener) => {
    const ending = new AbortController()
    const first = Promise.withResolvers<void>()
    const ended = keepListening(url, listener, { signal: ending.signal, tried: first.resolve })
    await first.promise
    return async () => {
      ending.abort()
      await ended
    }
  }
}

interface Until {
  signal: AbortSignal
  /** The first try is over, whichever way. */
  tried: () => void
}

async function keepListening(url: string, listener: ChangeListener, { signal, tried }: Until): Promise<void> {
  while (!signal.aborted) {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: HEARTBEAT_MS,
      application_name: 'twelve-mile changes',
    })
    const gone = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', ({ payload = '' }) => listener.heard(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      listener.listening()
      tried()
      await Promise.race([gone, heartbeat(client, signal)])
    } catch {
      // The loop tries again.
    }
    listener.lost()
    tried()
    client.end().catch(() => {})
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
  }
}

/** Rejects when the server no longer answers. */
async function heartbeat(client: Client, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(HEARTBEAT_MS, undefined, { signal })
    await client.query('select 1')
  }
}
