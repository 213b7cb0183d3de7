/** The site in this process, on a database of its own, with every statement that it sends written down. */
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { createSession } from '#features/access/store.ts'
import { sessionCookieName } from '#platform/http/cookies.ts'
import { createSealer } from '#platform/sealing.ts'
import { openDatabase } from '#platform/database/open.ts'
import type { Database } from '#platform/database/database.ts'
import { openFileStore } from '#platform/files/file-store.ts'
import { createLog } from '#platform/log.ts'
import { createIntegrationProblems } from '#platform/integration-problems.ts'
import { readSettings } from '#platform/settings.ts'
import { openBuild } from '#server/build.ts'
import { composeSite, type Site } from '#server/compose.ts'
import { bareDatabase, type Bare } from './replay.ts'

export interface Statement {
  sql: string
  params: unknown[]
}

export interface LocalSite extends AsyncDisposable {
  site: Site
  db: Database
  bare: Bare
  /** The cookies of a signed-in admin. */
  admin(): Promise<string>
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
/** The hash of terms that nobody reads here. */
export const TERMS_HASH = 'f'.repeat(64)

export interface Where {
  /** Empty at first. */
  folder: string
  /** A database of a PostgreSQL server; null: the embedded one in the folder. */
  postgres: string | null
  /** The built pages too; otherwise the calls alone. */
  pages?: boolean
}

const now = () => new Date()

/** Opens it where it is said, until the end of the block that uses it. Jobs do not run. */
export async function openLocalSite({ folder, postgres, pages = false }: Where): Promise<LocalSite> {
  const given = { ...ENVIRONMENT, DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres } : {}) }
  const read = readSettings(given)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { settings } = read
  const database = await openDatabase(settings)
  let statements: Statement[] | null = null
  const logger = { logQuery: (sql: string, params: unknown[]) => void statements?.push({ sql, params }) }
  // The driver that the site opened, with a listener.
  const { $client } = database.db as unknown as { $client: PGlite | Pool }
  const db: Database =
    'connect' in $client ? drizzlePostgres($client, { logger }) : drizzleEmbedded($client, { logger })
  // Lines are made as always, and written nowhere.
  const log = createLog({ destination: { write: () => {} } })
  const site = composeSite({
    services: {
      db,
      settings,
      sealer: createSealer(ENVIRONMENT.DATA_KEYS),
      sessionSecret: ENVIRONMENT.SESSION_SECRET,
      now,
      log,
      problems: createIntegrationProblems({ db, log, now }),
    },
    readiness: database,
    files: null,
    fileStore: await openFileStore(settings),
    loadBuild: pages ? (await openBuild()).loadBuild : null,
    development: false,
    renderEmail: () => Promise.reject(new Error('No jobs run here')),
    termsHash: TERMS_HASH,
  })
  return {
    site,
    db,
    bare: bareDatabase($client),
    admin: () => signIn(site),
    record: async (work) => {
      statements = []
      await work()
      const recorded = statements
      statements = null
      return recorded
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}

async function signIn({ services }: Site): Promise<string> {
  const now = new Date()
  const session = await createSession(services, {
    issuer: `${services.settings.publicUrl}/dev/oidc`,
    subject: 'the-admin',
    email: 'admin@example.test',
    emailVerified: true,
    claims: {},
    tokens: null,
    now,
    expiresAt: new Date(now.getTime() + 8 * 3_600_000),
  })
  return `${sessionCookieName(false)}=${session}`
}
