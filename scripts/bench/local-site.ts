/** The site in this process, on a database of its own, with every statement that it sends written down. */
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { openDatabase } from '#platform/database/open.ts'
import { createLog } from '#platform/log.ts'
import { readSettings } from '#platform/settings.ts'
import { openBuild } from '#server/build.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { fillScale, type Size } from '#testing/scale/fill.ts'
import { bareDatabase, type Bare } from './replay.ts'

export interface Statement {
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

/** Opens it where it is said, until the end of the block that uses it. Jobs do not run. */
export async function openLocalSite({ folder, postgres, pages = false }: Where): Promise<LocalSite> {
  const given = { ...ENVIRONMENT, DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres } : {}) }
  const read = readSettings(given)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const database = await openDatabase(read.settings)
  let statements: Statement[] | null = null
  const logger = { logQuery: (sql: string, params: unknown[]) => void statements?.push({ sql, params }) }
  // The driver that the site opened, with a listener.
  const { $client } = database.db as unknown as { $client: PGlite | Pool }
  const db =
    'connect' in $client ? drizzlePostgres($client, { logger }) : drizzleEmbedded($client, { logger })
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
    bare: bareDatabase($client),
    record: async (work) => {
      statements = []
      await work()
      const recorded = statements
      statements = null
      return recorded
    },
    [Symbol.asyncDispose]: app.close,
  }
}

/** Fills an empty one with the years of a house. */
export async function fillLocalSite({ services: { db, sealer, settings } }: LocalSite, size: Size) {
  const { purgeAfterDays } = settings
  await fillScale({ db, sealer, now: new Date(), purgeAfterDays, sandbox: true }, size)
}
