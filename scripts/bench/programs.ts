/** Programs of the benchmark in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Program {
  address: string
  child: ChildProcess
  stop(): Promise<void>
}

/** Starts a program with this Node and waits until it says where it is. */
export async function startProgram(args: string[], env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Also when the run itself is interrupted.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(0, 1000)
      const found = /is at (http\S+)/.exec(output)?.[1]
      if (found) resolve(found.replace('//localhost', '//127.0.0.1'))
    })
    void ended.then(() => reject(new Error(`${args.join(' ')} ended at once`)))
  })
  return {
    address,
    child,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      process.off('exit', kill)
    },
  }
}

/** Megabytes of a process in memory; null where the system does not tell. */
export function residentMegabytes(child: ChildProcess): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}
