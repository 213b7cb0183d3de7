/** The site as `npm start` runs it, in a process of its own on a folder that is kept between starts. */
import { spawnSync } from 'node:child_process'
import { freePort } from '../test-run/free-port.mjs'
import { type Program, startProgram } from './programs.ts'
import { spread, type Spread } from './measure.ts'

/** Resolves when the site is ready to serve. */
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
