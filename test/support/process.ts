/** Runs the site as a separate process, on a free port and in its own folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/**
 * The path of the project's own Node. It can run TypeScript files, even if another version of Node runs the
 * tests.
 */
const NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

/** A running process of the site. It ends at the end of the block that uses it, or when the test run ends. */
export interface SiteProcess extends AsyncDisposable {
  child: ChildProcess
  output(): { stdout: string; stderr: string }
  /**
   * Resolves to the URL that the site prints at its start. If the process ends first, rejects with the site's
   * output.
   */
  address: Promise<string>
  ended: Promise<number | null>
  /** Sends a signal to the process, SIGTERM by default. Resolves to the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * A site that shuts down closes idle connections. So a client that was idle for at least this many
 * milliseconds repeats a lost request, as a browser does.
 */
export const HELD_UP_MS = 900

const MAIN = ['src/server/main.ts']

/**
 * Starts `main.ts`, or another `program`. The process gets only the environment variables in `env`. `cwd` may
 * be the folder of another checkout.
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
      // Stops searching for the URL after the first match, because a busy site prints a line for each
      // request.
      found ??= /is at (http\S+)/.exec(stdout)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`The site ended at once: ${stderr}${stdout}`)))
  })
  // Ignores the rejection here, because some tests wait only for the end of the process and never use the
  // URL.
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
// Begins at another port in each process, because test files run at the same time.
let tried = process.pid * 101

/**
 * Finds a free port. It is below the range of outgoing connections, because such a connection could take the
 * port first.
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
