/**
 * An installation of the site, for tests that start real processes and commands. It has a data folder, and a
 * database of the kind on which the tests run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#platform/database/embedded.ts'
import { openSession } from '#platform/database/postgres.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { openTestDatabase, testDatabaseKind, type TestDatabase } from '#test/support/database.ts'
import { cloneFolderTemplate } from '#test/support/template.ts'
import { freePort, startProcess } from '#test/support/process.ts'
import { type Site, siteOf } from '#test/support/reliability/cluster.ts'

/**
 * The secrets of the installation. They are the same as in the test app, so that tests can decrypt the
 * installation's data.
 */
export const SECRETS = {
  SESSION_SECRET: 'a secret that only the tests know',
  DATA_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  DEV_ADMIN_PASSWORD: 'test-password',
}
export const sealer = createSealer(SECRETS.DATA_KEYS)

export interface Installation {
  dataDir: string
  env: Record<string, string>
  open(): Promise<Pick<TestDatabase, 'db' | 'close'>>
  /**
   * Opens the database with a single connection. A restore refuses to run while a connection is open, so a
   * test must close this one first.
   */
  connect(): Promise<Pick<TestDatabase, 'db' | 'close'>>
  /** Starts the site, but does not wait until the site responds to requests. */
  launch(env?: Record<string, string>, program?: string[]): Promise<Site & { port: string }>
  start(env?: Record<string, string>, program?: string[]): Promise<Site>
  /** Runs a command of the site and waits until the command ends. */
  command(name: 'backup' | 'restore', args: string[]): Promise<Ended>
  close(): Promise<void>
}

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/**
 * Prepares the data folder and database of a site. Without `fresh`, the database is empty and has all
 * migrations. With `fresh`, the site itself must create its data folder, as on a new machine.
 */
export async function openInstallation({
  fresh = false,
  env: more = {},
}: { fresh?: boolean; env?: Record<string, string> } = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'place-'))
  const dataDir = join(folder, 'data')
  const server = testDatabaseKind() === 'postgres' ? await openTestDatabase() : null
  if (!server && !fresh) await cloneFolderTemplate(dataDir)
  const env = {
    ...SECRETS,
    DATA_DIR: dataDir,
    ...(server ? { DATABASE_URL: server.url ?? '' } : {}),
    ...more,
  }
  const sites: Site[] = []
  const launch: Installation['launch'] = async (changes = {}, program) => {
    const port = await freePort()
    const quiet = { SAMPLE_DATA: 'off', RATE_LIMITS: 'off', PORT: port }
    const site = siteOf(startProcess({ ...quiet, ...env, ...changes }, program))
    sites.push(site)
    return { ...site, port }
  }
  return {
    dataDir,
    env,
    open: async () => (server ? { ...server, close: async () => {} } : openEmbedded(dataDir)),
    connect: async () => (server ? openSession(server.url ?? '') : openEmbedded(dataDir)),
    launch,
    start: async (changes, program) => {
      const site = await launch(changes, program)
      await site.address
      return site
    },
    command: async (name, args) => {
      const given = startProcess(env, [`src/server/backup/${name}.ts`, ...args])
      return { status: await given.ended, ...given.output() }
    },
    close: async () => {
      await Promise.all(sites.map((site) => site.kill()))
      await server?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
