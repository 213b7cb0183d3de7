/**
 * Runs the connection pooler PgBouncer, for tests of the site behind one. Uses the installed program, or the
 * unpacked package from Debian.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../../scripts/prepare/process.mjs'
import { freePort } from '../process.ts'
import { type PoolerProgram, unpackPgBouncer } from './programs.ts'

/** The environment variable in which `npm test` stores where PgBouncer is. Its value is JSON. */
const POOLER_VARIABLE = 'TEST_POOLER'

/**
 * Finds PgBouncer. Returns the environment variables that the tests need, or null if PgBouncer is missing.
 */
export async function findPooler(): Promise<{ env: Record<string, string>; remove: () => void } | null> {
  const folder = mkdtempSync('/tmp/test-pooler-')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const here = ['pgbouncer', '/usr/sbin/pgbouncer'].map((program) => usable({ program, env: {} }))
  const pooler = (await Promise.all(here)).find(Boolean) ?? (await usable(await unpackPgBouncer(folder)))
  if (pooler) return { env: { [POOLER_VARIABLE]: JSON.stringify(pooler) }, remove }
  remove()
  return null
}

async function usable(pooler: PoolerProgram) {
  const env = { ...process.env, ...pooler.env }
  const { status } = await run(pooler.program, ['--version'], { quiet: true, env })
  return status === 0 ? pooler : null
}

/**
 * A running PgBouncer in front of one test database, with Debian's defaults. It offers session mode and
 * transaction mode.
 */
export interface Pooler {
  /** The database's URL through PgBouncer, in each of its pool modes. */
  urls: Record<'session' | 'transaction', string>
  close(): Promise<void>
}

/**
 * Returns true if the tests can use PgBouncer. `npm test` looks for it before the tests start, and reports if
 * it is missing.
 */
export const hasPooler = () => process.env[POOLER_VARIABLE] !== undefined

export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { program, env } = JSON.parse(process.env[POOLER_VARIABLE] ?? '') as PoolerProgram
  // Uses `/tmp` instead of os.tmpdir(), because the user that runs PgBouncer may not be able to read
  // os.tmpdir().
  const folder = await mkdtemp('/tmp/pooler-')
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, configFor(new URL(databaseUrl), port))
  // Runs PgBouncer as another user, because it refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...user, file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('process up')) resolve()
    })
    void ended.then(() => reject(new Error(`PgBouncer ended: ${said}`)))
  })
  const at = (mode: string) => `postgres://site@127.0.0.1:${port}/${mode}`
  return {
    urls: { session: at('session'), transaction: at('transaction') },
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configFor({ hostname, port, username, password, pathname }: URL, listenPort: string): string {
  const to = [
    `host=${hostname} port=${port || 5432} dbname=${pathname.slice(1)} user=${decodeURIComponent(username)}`,
    ...(password ? [`password=${decodeURIComponent(password)}`] : []),
  ].join(' ')
  return `[databases]
session = ${to} pool_mode=session
transaction = ${to} pool_mode=transaction

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
`
}
