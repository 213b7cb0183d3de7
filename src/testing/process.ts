/** The site as a process of its own, on a free port and in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The pinned Node, whichever runs the tests: it strips the types by itself. */
const NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

/** Ended at the end of the block that uses it at the latest, and when the run itself is interrupted. */
export interface SiteProcess extends AsyncDisposable {
  child: ChildProcess
  /** The text that it has printed so far. */
  output(): { stdout: string; stderr: string }
  /** The address that it says it is at; rejects with its output when it ends before. */
  address: Promise<string>
  /** The process's exit status. */
  ended: Promise<number | null>
  /** SIGTERM, or another signal; resolves to the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * A visitor whom a busy machine holds up for so long is silent to the site, which closes kept connections when it ends. What
 * is sent on one in that very moment is lost, as with any server, and browsers ask anew.
 */
export const HELD_UP_MS = 900

const MAIN = ['src/server/main.ts']

/** Starts `main.ts`, or the program that `program` names, with these variables and no others that matter. `cwd` is another checkout's folder. */
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
      // Once only: a busy site prints a line for each request, and looking through all of them takes longer each time.
      found ??= /is at (http\S+)/.exec(stdout)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`The site ended at once: ${stderr}${stdout}`)))
  })
  // A test that waits for the end alone need not look at the address.
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
// Test files run at once, each in a process of its own: they begin far apart.
let tried = process.pid * 101

/**
 * A port that nothing listens on just now, below those that the system gives to outgoing connections: one of
 * these could have it before the server does.
 * @returns as settings and arguments take it
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
