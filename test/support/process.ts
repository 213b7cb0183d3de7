/** Runs the site as a separate process, on a free port and in its own folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The project's own Node version, which can run TypeScript files even if another version runs the tests. */
const NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

/** A running process of the site. It ends at the end of the block that uses it, or when the test run ends. */
export interface SiteProcess extends AsyncDisposable {
  child: ChildProcess
  output(): { stdout: string; stderr: string }
  /**
   * Resolves to the URL that the site prints at its start. Rejects with the site's output if the process ends
   * first.
   */
  address: Promise<string>
  ended: Promise<number | null>
  /** Sends a signal, SIGTERM by default. Resolves to the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * The longest time in milliseconds for which a busy machine delays a test's request. A site that shuts down
 * closes idle connections, and a request sent at that moment is lost. A browser would retry it.
 */
export const HELD_UP_MS = 900

const MAIN = ['src/server/main.ts']

/**
 * Starts `main.ts` or another `program`. The process gets only these environment variables. `cwd` may be
 * another checkout's folder.
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
      // Stops searching after the first match, because a busy site prints a line for each request.
      found ??= /is at (http\S+)/.exec(stdout)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`The site ended at once: ${stderr}${stdout}`)))
  })
  // Ignores the rejection here, because some tests wait only for the end of the process and never use the
  // address.
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
// Starts at another port in each process, because test files run at the same time.
let tried = process.pid * 101

/**
 * Returns a free port. It is below the range of outgoing connections, because such a connection could take
 * the port first.
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
