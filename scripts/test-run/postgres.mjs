/** A PostgreSQL server for the tests: the given one, else one in a temporary folder that ends with the run. */
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { run } from '../prepare/process.mjs'
import { unpackDebians } from './debian-postgres.mjs'
import { serverPrograms } from './postgres-programs.mjs'

/**
 * @typedef {{ url: string, from: string, stop: () => Promise<void> }} Server
 * @returns {Promise<Server | { missing: string }>}
 */
export async function startPostgres() {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, from: 'TEST_DATABASE_URL', stop: async () => {} }
  if (process.platform === 'win32') return { missing: 'set TEST_DATABASE_URL on this system' }
  // Not os.tmpdir(): a TMPDIR of root's own cannot be reached by the user that the server runs as.
  const folder = mkdtempSync('/tmp/test-postgres-')
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    const programs = (await serverPrograms()) ?? (await unpackDebians(folder))
    if (!programs) throw new Error('there is no initdb here, and Debian’s package cannot be had')
    const server = await startIn(folder, programs)
    const stop = async () => {
      await server.stop()
      removeFolder()
    }
    return { url: server.url, from: programs.folder, stop }
  } catch (error) {
    removeFolder()
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * @param {string} folder
 * @param {import('./postgres-programs.mjs').Programs} programs
 */
async function startIn(folder, programs) {
  const owner = await unprivileged(folder)
  const env = { ...process.env, ...programs.env, LC_ALL: 'C', TZ: 'UTC' }
  const data = join(folder, 'data')
  const options = { env, cwd: folder, ...owner }
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const made = await run(join(programs.folder, 'initdb'), initdb, { ...options, quiet: true })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.output.trim().split('\n').at(-1)}`)
  const port = await freePort()
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'listen_addresses=127.0.0.1']
  const args = ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((value) => ['-c', value])]
  const child = spawn(join(programs.folder, 'postgres'), args, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log = (log + String(chunk)).slice(-4000)
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // Also when the run itself is interrupted.
  process.once('exit', () => child.kill('SIGQUIT'))
  const deadline = Date.now() + 30_000
  while (!log.includes('ready to accept connections')) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${log}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

/**
 * PostgreSQL refuses to run as root: then another user, who gets the folder.
 * @param {string} folder
 * @returns {Promise<{ uid?: number, gid?: number }>}
 */
async function unprivileged(folder) {
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

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
