/** The place of a site: a data folder and a database of the kind that the tests run on, for real processes and real commands. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#platform/database/embedded.ts'
import { openSession } from '#platform/database/postgres.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { openTestDatabase, testDatabaseKind, type TestDatabase } from '#testing/database.ts'
import { cloneFolderTemplate } from '#testing/template.ts'
import { freePort, startProcess } from '#testing/process.ts'
import { type Site, siteOf } from '#server/resilience-tests/testing/cluster.ts'

/** The secrets of the tests' app, so that its data can be read here. */
export const SECRETS = {
  SESSION_SECRET: 'a secret that only the tests know',
  DATA_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  DEV_ADMIN_PASSWORD: 'test-password',
}
export const sealer = createSealer(SECRETS.DATA_KEYS)

export interface Place {
  dataDir: string
  env: Record<string, string>
  /** The database, while no process has it. */
  open(): Promise<Pick<TestDatabase, 'db' | 'close'>>
  /** The same on one connection, after whose end a restore finds nobody there. */
  look(): Promise<Pick<TestDatabase, 'db' | 'close'>>
  /** Starts the site and does not wait until it serves. */
  begin(env?: Record<string, string>, program?: string[]): Promise<Site & { port: string }>
  start(env?: Record<string, string>, program?: string[]): Promise<Site>
  /** Gives a command and waits for its end. */
  command(name: 'backup' | 'restore', args: string[]): Promise<Ended>
  close(): Promise<void>
}

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/** `fresh`: a folder that is not there yet, as on a new machine; else with a migrated, empty database. */
export async function openPlace({
  fresh = false,
  env: more = {},
}: { fresh?: boolean; env?: Record<string, string> } = {}): Promise<Place> {
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
  const begin: Place['begin'] = async (changes = {}, program) => {
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
    look: async () => (server ? openSession(server.url ?? '') : openEmbedded(dataDir)),
    begin,
    start: async (changes, program) => {
      const site = await begin(changes, program)
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
