/** Runs the site as a separate process, on a free port and in its own folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The pinned Node version, which can run TypeScript files, whatever version runs the tests. */
const NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

/** A running site. It ends at the end of the block that uses it, or when the test run is interrupted. */
export interface SiteProcess extends AsyncDisposable {
  child: ChildProcess
  /** Returns everything printed so far. */
  output(): { stdout: string; stderr: string }
  /** The URL that it prints when it starts. Rejects with the site's output if the site ends before that. */
  address: Promise<string>
  /** Resolves to the site's exit status when it ends. */
  ended: Promise<number | null>
  /** Sends SIGTERM, or another signal, and resolves to the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * How long a busy machine may delay the requests of a test, in milliseconds. A site that shuts down closes idle
 * connections. If a request is sent at that moment, it is lost, as with any server; a browser would retry it.
 */
export const HELD_UP_MS = 900

const MAIN = ['src/server/main.ts']

/**
 * Starts `main.ts`, or another `program`, with these environment variables and no others that the site reads.
 * `cwd` can be another checkout's folder.
 */
export function startProcess(env: Record<string, string>, program: string[] = MAIN, cwd = ROOT): SiteProcess {
  const child = spawn(NODE, ['--disable-warning=ExperimentalWarning', ...program], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const address = new Promise<string>((resolve, reject) => {
    let found: string | undefined
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      // Searches only until the first match. A busy site prints a line for each request, so its output becomes
      // long.
      found ??= /is at (http\S+)/.exec(stdout)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`The site ended at once: ${stderr}${stdout}`)))
  })
  // Some tests only wait for the end of the process. They need not handle the rejected promise of the address.
  address.catch(() => {})
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  const output = () => ({ stdout, stderr })
  return { child, address, ended, output, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

const FIRST_PORT = 11_000
const PORTS = 19_000
// Test files run at the same time in separate processes, so each process tries other ports.
let tried = process.pid * 101

/**
 * Returns a port that nothing uses now. The port is below the range that the system uses for outgoing
 * connections, because such a connection could take the port first.
 * @returns a string, as settings and arguments need it
 */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = FIRST_PORT + (tried % PORTS)
    tried += 1
    const server = createServer()
    const free = new Promise((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    })
    server.listen(port, '127.0.0.1')
    if (!(await free)) continue
    await new Promise((resolve) => server.close(resolve))
    return String(port)
  }
}
