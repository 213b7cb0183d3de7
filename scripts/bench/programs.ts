/** Programs of the benchmark in processes of their own. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { startProcess } from '#testing/process.ts'

export interface Program {
  address: string
  child: ChildProcess
  stop(): Promise<void>
}

/** Starts a program with this Node and waits until it says where it is. */
export async function startProgram(args: string[], env: Record<string, string>): Promise<Program> {
  const { child, address, ended } = startProcess(env, args)
  // Also when the run itself is interrupted.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    address: (await address).replace('//localhost', '//127.0.0.1'),
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
