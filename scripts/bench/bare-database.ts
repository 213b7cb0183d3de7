/** The same driver and the same connections as the site's, with nothing of ours above them. */
import type { PGlite } from '@electric-sql/pglite'
import type { Pool } from 'pg'

export interface Answer {
  rows: Record<string, unknown>[]
}
export type Ask = (sql: string, params: unknown[]) => Promise<Answer>

export interface Bare {
  ask: Ask
  transaction(work: (ask: Ask) => Promise<void>): Promise<void>
}

export function bareDatabase(client: PGlite | Pool): Bare {
  return 'connect' in client ? onServer(client) : embedded(client)
}

function embedded(engine: PGlite): Bare {
  return {
    ask: (sql, params) => engine.query<Record<string, unknown>>(sql, params),
    transaction: (work) =>
      engine.transaction((tx) => work((sql, params) => tx.query<Record<string, unknown>>(sql, params))),
  }
}

function onServer(pool: Pool): Bare {
  return {
    ask: (sql, params) => pool.query(sql, params),
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await work((sql, params) => client.query(sql, params))
        await client.query('commit')
      } finally {
        client.release()
      }
    },
  }
}
