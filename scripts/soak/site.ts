/** The built site as a process of its own, which tells its memory when asked. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { freePort } from '../test-run/free-port.ts'

export interface Memory {
  rss: number
  heap: number
  external: number
  young: number
}

export interface SoakSite {
  address: string
  /** Bytes after a forced collection. */
  memory(): Promise<Memory>
  /** SIGTERM, and its exit status. */
  stop(): Promise<number | null>
}

/** The pages of a machine under load may take long to come; a site that does not come at all is broken. */
const START_MS = 120_000

export async function startSoakSite(env: Record<string, string>): Promise<SoakSite> {
  const port = await freePort()
  const flags = [
    '--expose-gc',
    '--disable-warning=ExperimentalWarning',
    '--import',
    './scripts/soak/report-memory.ts',
  ]
  const child = spawn(process.execPath, [...flags, 'src/server/main.ts'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = readLines(child)
  await lines.next((line) => /is at http/.test(line), START_MS)
  return {
    address: `http://127.0.0.1:${port}`,
    memory: async () => {
      const answer = lines.next((line) => line.startsWith('soak-memory '), START_MS)
      child.kill('SIGUSR2')
      return JSON.parse((await answer).slice('soak-memory '.length)) as Memory
    },
    stop: async () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Lines nobody waits for are let go: half an hour of a busy site's log is long. */
function readLines(child: ChildProcess) {
  let waiting: ((line: string) => void) | null = null
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => waiting?.(line))
  return {
    next: (fits: (line: string) => boolean, limitMs: number) =>
      new Promise<string>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('The site does not answer')), limitMs)
        waiting = (line) => {
          if (!fits(line)) return
          clearTimeout(timer)
          waiting = null
          resolve(line)
        }
      }),
  }
}
