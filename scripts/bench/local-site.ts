/**
 * The site in this process, on a database of its own, with every statement that it sends written down; and such a record played
 * again on the bare database, with values of its own.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { openDatabase } from '#platform/database/open.ts'
import { createLog } from '#platform/log.ts'
import { readSettings } from '#platform/settings.ts'
import { openBuild } from '#server/build.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { fillScale, type Size } from '#testing/scale/fill.ts'

interface Statement {
  sql: string
  params: unknown[]
}

export interface LocalSite extends TestApp, AsyncDisposable {
  bare: Bare
  /** The statements that the site sends while `work` runs. */
  record(work: () => Promise<unknown>): Promise<Statement[]>
}

/** The site's own settings with the sandbox, without limits: a benchmark is one visitor who asks too often. */
export const ENVIRONMENT = {
  RATE_LIMITS: 'off',
  SAMPLE_DATA: 'off',
  SESSION_SECRET: 'a secret that only the benchmark knows',
  DEV_ADMIN_PASSWORD: 'a password that only the benchmark knows',
  DATA_KEYS: `1:${Buffer.alloc(32, 5).toString('base64')}`,
}

export interface Where {
  /** Empty at first. */
  folder: string
  /** A database of a PostgreSQL server; null: the embedded one in the folder. */
  postgres: string | null
  /** The built pages too; otherwise the calls alone. */
  pages?: boolean
}

/** Opens the site there, until the end of the block that uses it. Jobs do not run. */
export async function openLocalSite({ folder, postgres, pages = false }: Where): Promise<LocalSite> {
  const given = { ...ENVIRONMENT, DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres } : {}) }
  const read = readSettings(given)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const database = await openDatabase(read.settings)
  let statements: Statement[] | null = null
  const logger = { logQuery: (sql: string, params: unknown[]) => void statements?.push({ sql, params }) }
  // The driver that the site opened, with a listener.
  const { $client } = database.db as unknown as { $client: PGlite | Pool }
  const [db, bare] =
    'connect' in $client
      ? [drizzlePostgres($client, { logger }), onServer($client)]
      : [drizzleEmbedded($client, { logger }), embedded($client)]
  const app = await buildTestApp({
    settings: read.settings,
    database: { db, listen: async () => async () => {}, close: database.close },
    // Lines are made as always, and written nowhere.
    log: createLog({ destination: { write: () => {} } }),
    news: true,
    parts: { readiness: database, loadBuild: pages ? (await openBuild()).loadBuild : null },
  })
  return {
    ...app,
    bare,
    record: async (work) => {
      const recorded = (statements = [])
      await work()
      statements = null
      return recorded
    },
    [Symbol.asyncDispose]: app.close,
  }
}

/** Fills an empty site with the years of a house. */
export async function fillLocalSite({ services: { db, sealer, settings } }: LocalSite, size: Size) {
  await fillScale({ db, sealer, now: new Date(), ...settings, sandbox: true }, size)
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** A SHA-256 as the site writes one: the key of an attempt. */
const HASH = /^[\w-]{43}$/

/** The ids that the recorded call was given, so that each play can put its own in their place. */
type GivenIds = Record<'reservations' | 'emails', number>

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
interface Bare {
  ask: Ask
  transaction(work: (ask: Ask) => Promise<void>): Promise<void>
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
