/** A recorded call played again on the bare database: the same statements with values of its own. */
import { randomBytes, randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import type { Pool } from 'pg'
import type { Statement } from './local-site.ts'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** A SHA-256 as the site writes one: the key of an attempt. */
const HASH = /^[\w-]{43}$/

/** The ids that the recorded call was given, so that each play can put its own in their place. */
export type GivenIds = Record<'reservations' | 'emails', number>

/**
 * Plays a recorded sign-up again. From the lock on everything is one transaction, as in the site. The event's
 * id is exchanged as well.
 */
export async function replaySignUp(
  bare: Bare,
  recorded: Statement[],
  { ids, event, instead }: { ids: GivenIds; event: number; instead: number },
): Promise<void> {
  const statements = recorded.filter(({ sql }) => !/^(begin|commit)/.test(sql))
  const lock = statements.findIndex(({ sql }) => sql.endsWith(' for update'))
  const values = freshValues()
  values.put(event, instead)
  const play = async (ask: Ask, part: Statement[]) => {
    for (const { sql, params } of part) {
      const { rows } = await ask(sql, params.map(values.of))
      const table = /^insert into "(reservations|emails)"/.exec(sql)?.[1] as keyof GivenIds | undefined
      if (table) values.put(ids[table], Number(rows[0]?.['id']))
    }
  }
  await play(bare.ask, statements.slice(0, lock))
  await bare.transaction((ask) => play(ask, statements.slice(lock)))
}

function freshValues() {
  const fresh = new Map<string, string>()
  const hash = randomBytes(32).toString('base64url')
  const freshUuid = (old: string) => {
    if (!fresh.has(old)) fresh.set(old, randomUUID())
    return fresh.get(old) ?? old
  }
  return {
    put: (old: number, given: number) => void fresh.set(String(old), String(given)),
    of: (param: unknown): unknown => {
      if (typeof param === 'number') return Number(fresh.get(String(param)) ?? param)
      if (typeof param !== 'string') return param
      if (HASH.test(param)) return hash
      return param.replace(UUID, freshUuid).replace(/\d{7,}/g, (digits) => fresh.get(digits) ?? digits)
    },
  }
}

type Ask = (sql: string, params: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** The same driver and the same connections as the site's, with nothing of ours above them. */
export interface Bare {
  ask: Ask
  transaction(work: (ask: Ask) => Promise<void>): Promise<void>
}

export function bareDatabase(client: PGlite | Pool): Bare {
  return 'connect' in client ? onServer(client) : embedded(client)
}

/** As PGlite itself sends them: the site keeps its statements prepared (`prepared-statements.ts`), in the place of these two. */
function embedded(engine: PGlite): Bare {
  const { query, transaction } = PGlite.prototype
  return {
    ask: (sql, params) => query.call(engine, sql, params) as ReturnType<Ask>,
    transaction: (work) =>
      transaction.call(engine, (tx) =>
        work((sql, params) => tx.query<Record<string, unknown>>(sql, params)),
      ) as Promise<void>,
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
