/** A PostgreSQL server that one test has for itself and may stop, and a pooler in front of one. Only where the tests run on PostgreSQL. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './process.ts'

const PROGRAM = fileURLToPath(new URL('../../scripts/test-run/own-postgres.ts', import.meta.url))

export interface OwnPostgres {
  url: string
  /** In order, its connections ended first; or as after a crash. Resolves when it takes connections again. */
  restart(how: 'in order' | 'crash'): Promise<void>
  close(): Promise<void>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The PostgreSQL server of the test has ended')
    return value
  }
  return {
    url: await said(),
    restart: async (how) => {
      child.stdin.write(how === 'crash' ? 'SIGQUIT\n' : 'SIGINT\n')
      await said()
    },
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/** PgBouncer in front of one database of the tests, as Debian's package has it, in both of its modes. */
export interface Pooler {
  /** The database by its two addresses. */
  urls: Record<'session' | 'transaction', string>
  close(): Promise<void>
}

/** Whether there is one: `npm test` looks for it, and says when it finds none. */
export const hasPooler = () => process.env['TEST_POOLER'] !== undefined

export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { program, env } = JSON.parse(process.env['TEST_POOLER'] ?? '') as {
    program: string
    env: Record<string, string>
  }
  // Not os.tmpdir(): the user that it runs as must reach it.
  const folder = await mkdtemp('/tmp/pooler-')
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, configFor(new URL(databaseUrl), port))
  // It refuses to run as root.
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

/** Whatever is not named here is as it comes, the refusal of parameters at the start of a connection too. */
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
