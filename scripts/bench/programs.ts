/** What a measurement runs on: programs in processes of their own, databases, the machine. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg, totalmem, type } from 'node:os'
import { Client } from 'pg'
import { startProcess } from '#testing/process.ts'
import { freePort } from '../test-run/free-port.ts'
import { spread, type Spread } from './measure.ts'

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

/** The site as `npm start` runs it, on a folder that is kept between starts. Resolves when it is ready to serve. */
export async function startSite(dataDir: string, env: Record<string, string> = {}): Promise<Program> {
  const program = await startProgram(['src/server/main.ts'], {
    PORT: await freePort(),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    ...env,
  })
  const ready = await fetch(`${program.address}/readyz`)
  if (!ready.ok) throw new Error(`/readyz was answered ${ready.status}`)
  await ready.arrayBuffer()
  return program
}

export interface StartUp {
  /** Seconds until `/readyz` answers. */
  site: Spread
  /** Seconds of `node -e ''`. */
  node: Spread
}

/** Starts on a folder that has been started on before, each time after a bare Node. */
export async function benchStartUp(dataDir: string, rounds: number): Promise<StartUp> {
  const site: number[] = []
  const node: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    node.push(await seconds(async () => spawnSync(process.execPath, ['-e', ''])))
    let running: Program | null = null
    site.push(await seconds(async () => void (running = await startSite(dataDir))))
    await (running as Program | null)?.stop()
  }
  return { site: spread(site), node: spread(node) }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** What a number of this run is worth: the machine, without its name. */
export function describeMachine(): string[] {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return [
    `${availableParallelism()} cores, ${gigabytes} GB of memory, ${type()} (${process.arch})`,
    `Node ${process.version.slice(1)}`,
    `Load of the machine over the minute before the run: ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ]
}

/** An empty database of its own on a server; gives its address. */
export async function makeDatabase(server: string, name: string): Promise<string> {
  const client = new Client(server)
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
