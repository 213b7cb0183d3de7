/** A PostgreSQL server for the tests: the given one, else one in a temporary folder that ends with the run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { unpackDebians } from './debian-postgres.ts'
import { type Programs, serverPrograms } from './postgres-programs.ts'
import { makeServer, type PostgresServer } from './postgres-server.ts'

/** For tests that start a server of their own: where its programs are, as JSON. */
const PROGRAMS_VARIABLE = 'TEST_POSTGRES_PROGRAMS'

const FAST = ['fsync=off', 'full_page_writes=off']

interface Server {
  url: string
  from: string
  /** For the tests. */
  env: Record<string, string>
  stop: () => Promise<void>
}

let running: Promise<Server | { missing: string }> | null = null

/** The server of this run, started when it is first asked for; once stopped, the next who asks gets another. */
export function postgresServer(): Promise<Server | { missing: string }> {
  running ??= startPostgres()
  return running
}

async function startPostgres(): Promise<Server | { missing: string }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, from: 'TEST_DATABASE_URL', env: {}, stop: async () => {} }
  const started = await startOwn(FAST)
  if ('missing' in started) return started
  const { server, programs, remove } = started
  const stop = async () => {
    running = null
    await server.stop('SIGINT')
    remove()
  }
  const env = { [PROGRAMS_VARIABLE]: JSON.stringify(programs) }
  return { url: server.url, from: programs.folder, env, stop }
}

interface OwnServer {
  server: PostgresServer
  programs: Programs
  remove: () => void
}

/** A server of its own in a temporary folder, started. */
export async function startOwn(settings: string[]): Promise<OwnServer | { missing: string }> {
  if (process.platform === 'win32') return { missing: 'set TEST_DATABASE_URL on this system' }
  // Not os.tmpdir(): a TMPDIR of root's own cannot be reached by the user that the server runs as.
  const folder = mkdtempSync('/tmp/test-postgres-')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const programs = givenPrograms() ?? (await serverPrograms()) ?? (await unpackDebians(folder))
    if (!programs) throw new Error('there is no initdb here, and Debian’s package cannot be had')
    const server = await makeServer(folder, programs, settings)
    await server.start()
    return { server, programs, remove }
  } catch (error) {
    remove()
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

function givenPrograms(): Programs | null {
  const given = process.env[PROGRAMS_VARIABLE]
  return given ? JSON.parse(given) : null
}
