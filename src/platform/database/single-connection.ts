/** One connection to a PostgreSQL server, for work that takes longer than a request may. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import type { Database } from './database.ts'

export interface Session {
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
  return { db: drizzle(client), close: () => client.end() }
}
