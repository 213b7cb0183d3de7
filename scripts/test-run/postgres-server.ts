/** A PostgreSQL server in a folder: made once, started and stopped at will, always on the same port. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../prepare/process.mjs'
import type { Programs } from './postgres-programs.ts'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  url: string
  start: () => Promise<void>
  /** By a signal to the server: SIGINT ends its connections first, SIGQUIT is a crash that it recovers from. */
  stop: (signal: 'SIGINT' | 'SIGQUIT') => Promise<void>
}

/** `folder` is empty, and gets another owner when this is root; `settings` are such as `fsync=off`. */
export async function makeServer(
  folder: string,
  programs: Programs,
  settings: string[],
): Promise<PostgresServer> {
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
  // Also when the run itself is interrupted.
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

/** PostgreSQL refuses to run as root: then another user, who gets the folder. */
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
