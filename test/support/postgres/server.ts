/**
 * Starts PostgreSQL for tests. Uses the server that the environment names, or starts one in a temporary
 * folder. That server stops with the test run. A test can also start and stop a server of its own.
 */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../../scripts/prepare/process.mjs'
import { freePort } from '../process.ts'
import { type Programs, serverPrograms, unpackDebians } from './programs.ts'

interface PostgresServer {
  url: string
  start: () => Promise<void>
  /**
   * Stops the server. SIGINT closes its connections first. SIGQUIT stops the server like a crash, so at its
   * next start it recovers its data.
   */
  stop: (signal: 'SIGINT' | 'SIGQUIT') => Promise<void>
}

/**
 * Creates a PostgreSQL server in an empty folder. Its port stays the same after a restart. `settings` are
 * PostgreSQL settings such as `fsync=off`.
 */
async function makeServer(folder: string, programs: Programs, settings: string[]): Promise<PostgresServer> {
  const owner = await unprivileged(folder)
  const env = { ...process.env, ...programs.env, LC_ALL: 'C', TZ: 'UTC' }
  const data = join(folder, 'data')
  const options = { env, cwd: folder, ...owner }
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const made = await run(join(programs.folder, 'initdb'), initdb, { ...options, quiet: true })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.output.trim().split('\n').at(-1)}`)
  const port = await freePort()
  const all = [...settings, 'max_connections=200', 'listen_addresses=127.0.0.1']
  const args = ['-D', data, '-p', port, '-k', folder, ...all.flatMap((value) => ['-c', value])]
  let running: { child: ChildProcess; ended: Promise<unknown> } | null = null
  // Stops the database server even if somebody interrupts the test run.
  process.once('exit', () => running?.child.kill('SIGQUIT'))
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: async () => {
      running = await launch(join(programs.folder, 'postgres'), args, options)
    },
    stop: async (signal) => {
      running?.child.kill(signal)
      await running?.ended
      running = null
    },
  }
}

async function launch(program: string, args: string[], options: SpawnOptions) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log = (log + String(chunk)).slice(-4000)
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const deadline = Date.now() + 30_000
  while (!log.includes('ready to accept connections')) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${log}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { child, ended }
}

/**
 * If this process runs as root, makes another user the owner of the folder and returns that user. PostgreSQL
 * refuses to run as root.
 */
async function unprivileged(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const ids = await Promise.all(['-u', '-g'].map((kind) => run('id', [kind, name], { quiet: true })))
    if (ids.some(({ status }) => status !== 0)) continue
    const [uid, gid] = ids.map(({ output }) => Number(output))
    if (uid === undefined || gid === undefined) continue
    chownSync(folder, uid, gid)
    return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no other user to run it as')
}

/**
 * The environment variable in which `npm test` stores where PostgreSQL's programs are, for tests that start
 * their own server. Its value is JSON.
 */
const PROGRAMS_VARIABLE = 'TEST_POSTGRES_PROGRAMS'

const FAST = ['fsync=off', 'full_page_writes=off']

interface Server {
  url: string
  from: string
  env: Record<string, string>
  stop: () => Promise<void>
}

let running: Promise<Server | { missing: string }> | null = null

/**
 * Returns the database server of the test run. Starts it at the first call, and again if a test stopped it.
 */
export function postgresServer(): Promise<Server | { missing: string }> {
  running ??= startPostgres()
  return running
}

async function startPostgres(): Promise<Server | { missing: string }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, from: 'TEST_DATABASE_URL', env: {}, stop: async () => {} }
  const started = await startOwn(FAST)
  if ('missing' in started) return started
  const { server, programs } = started
  const stop = async () => {
    running = null
    await started[Symbol.asyncDispose]()
  }
  const env = { [PROGRAMS_VARIABLE]: JSON.stringify(programs) }
  return { url: server.url, from: programs.folder, env, stop }
}

/** A PostgreSQL server for one test. It is stopped and deleted at the end of the block that uses it. */
interface OwnServer extends AsyncDisposable {
  server: PostgresServer
  programs: Programs
  remove: () => void
}

export async function startOwn(settings: string[]): Promise<OwnServer | { missing: string }> {
  if (process.platform === 'win32') return { missing: 'set TEST_DATABASE_URL on this system' }
  // Uses `/tmp` instead of os.tmpdir(). The latter may belong to root, and the user that runs the server
  // could not read it.
  const folder = mkdtempSync('/tmp/test-postgres-')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const programs = givenPrograms() ?? (await serverPrograms()) ?? (await unpackDebians(folder))
    if (!programs) throw new Error('there is no initdb here, and Debian’s package is not available')
    const server = await makeServer(folder, programs, settings)
    await server.start()
    const end = () => server.stop('SIGINT').then(remove)
    return { server, programs, remove, [Symbol.asyncDispose]: end }
  } catch (error) {
    remove()
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

function givenPrograms(): Programs | null {
  const given = process.env[PROGRAMS_VARIABLE]
  return given ? JSON.parse(given) : null
}

/**
 * Starts a PostgreSQL server that one test may stop. The server writes every commit to the disk (fsync),
 * because the test checks what survives a crash.
 */
export async function startOwnPostgres() {
  const started = await startOwn(['fsync=on'])
  if ('missing' in started) throw new Error(started.missing)
  const { server, remove } = started
  return {
    url: server.url,
    /**
     * Stops the server, cleanly or like a crash, and starts it again. Resolves when the server accepts
     * connections.
     */
    restart: async (how: 'in order' | 'crash') => {
      await server.stop(how === 'crash' ? 'SIGQUIT' : 'SIGINT')
      await server.start()
    },
    close: async () => {
      await server.stop('SIGQUIT')
      remove()
    },
  }
}
