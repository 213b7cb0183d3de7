/**
 * A test site for load and faults (R20.1, R20.3, R20.4). It has a database and any number of real processes,
 * which tests reach over HTTP.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#platform/database/embedded.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sealer } from '#platform/sealing.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import type { Ledger } from '#dev/stripe/ledger.ts'
import { createTestBrowser, type TestBrowser } from '#test/support/browser.ts'
import {
  clonePostgresTemplate,
  openTestDatabase,
  type TestDatabase,
  testDatabaseKind,
} from '#test/support/database.ts'
import { cloneFolderTemplate } from '#test/support/template.ts'
import { freePort, startProcess, type SiteProcess } from '#test/support/process.ts'
import { sandboxKeys } from '#server/integrations.ts'

const SESSION_SECRET = 'a secret that only these tests know'
const DATA_KEYS = `1:${Buffer.alloc(32, 9).toString('base64')}`

export interface TestInstallation {
  /** The URL of the PostgreSQL database. Null for the embedded database. */
  databaseUrl: string | null
  /** Opens the database for `work`. In the meantime, no process may use an embedded database. */
  withDatabase<T>(work: (books: OpenDatabase) => Promise<T>): Promise<T>
  start(options?: StartOptions): Promise<Site>
  close(): Promise<void>
}

export interface OpenDatabase {
  db: Database
  sealer: Sealer
}

export interface StartOptions {
  env?: Record<string, string>
  /** The arguments with which Node starts another program than `main.ts`. */
  program?: string[]
}

export interface Site extends SiteProcess {
  /** Sends a request without cookies to a path of the site. */
  request(path: string, init?: RequestInit): Promise<Response>
  browser(): TestBrowser
  /** Kills the process with `kill -9` and waits for its end. */
  kill(): Promise<void>
}

interface DatabaseHome {
  env: Record<string, string>
  withDatabase: TestInstallation['withDatabase']
  close(): Promise<void>
}

export async function openTestInstallation(ownServer?: string): Promise<TestInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'installation-'))
  const embedded = testDatabaseKind() === 'embedded' && ownServer === undefined
  const home = embedded
    ? await onEmbedded(folder)
    : await onServer(folder, ownServer ? await clonePostgresTemplate(ownServer) : await openTestDatabase())
  const sites: Site[] = []
  return {
    databaseUrl: home.env['DATABASE_URL'] ?? null,
    withDatabase: home.withDatabase,
    start: async ({ env = {}, program } = {}) => {
      const own = { PORT: await freePort(), SESSION_SECRET, DATA_KEYS, ...home.env }
      const site = siteOf(startProcess({ SAMPLE_DATA: 'off', RATE_LIMITS: 'off', ...own, ...env }, program))
      sites.push(site)
      await site.address
      return site
    },
    close: async () => {
      await Promise.all(sites.map((site) => site.kill()))
      await home.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const sealer = createSealer(DATA_KEYS)

async function onEmbedded(folder: string): Promise<DatabaseHome> {
  const dataDir = join(folder, 'data')
  await cloneFolderTemplate(dataDir)
  return {
    env: { DATA_DIR: dataDir },
    withDatabase: async (work) => {
      const { db, close } = await openEmbedded(dataDir)
      return await work({ db, sealer }).finally(close)
    },
    close: async () => {},
  }
}

async function onServer(folder: string, { db, url, close }: TestDatabase): Promise<DatabaseHome> {
  return {
    env: { DATA_DIR: join(folder, 'data'), DATABASE_URL: url ?? '' },
    withDatabase: (work) => work({ db, sealer }),
    close,
  }
}

export function siteOf(process: SiteProcess): Site {
  const request: Site['request'] = async (path, init) => fetch(new URL(path, await process.address), init)
  return {
    ...process,
    request,
    browser: () =>
      // The origin only completes paths to URLs. Requests go to the address of the process.
      createTestBrowser('http://site.invalid', async (asked) => {
        const { pathname, search } = new URL(asked.url)
        const body = asked.body === null ? null : await asked.text()
        const { method, headers } = asked
        return await request(pathname + search, { method, headers, body, redirect: 'manual' })
      }),
    kill: async () => void (await process.stop('SIGKILL')),
  }
}

/** Returns the records of charges and refunds in the payment sandbox. */
export async function ledgerOf(site: Site): Promise<Ledger> {
  return (await (await site.request('/dev/stripe/ledger.json')).json()) as Ledger
}

/** Makes the payment sandbox fail or respond late, as `order` describes. */
export async function controlSandbox(site: Site, order: Record<string, unknown>): Promise<void> {
  const { secretKey } = sandboxKeys(SESSION_SECRET)
  const reply = await site.request('/dev/stripe/_control', {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  if (!reply.ok) throw new Error(`The sandbox refused the order: ${reply.status} ${await reply.text()}`)
}
