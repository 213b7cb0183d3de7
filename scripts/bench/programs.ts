/** The ground of a measurement: programs in processes of their own, folders, the machine. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { freePort, type SiteProcess, startProcess } from '#testing/process.ts'
import { findChromium } from '../test-run/chromium.ts'
import { spread } from './measure.ts'

/** A program that runs, with the address that it has told. */
export interface Program extends Omit<SiteProcess, 'address'> {
  address: string
}

/** An empty folder, which goes at the end of the block that uses it. */
export const openFolder = () => mkdtempDisposable(join(tmpdir(), 'measured-'))

/** Starts a program with this Node and waits until it says where it is. */
export async function startProgram(args: string[], env: Record<string, string>): Promise<Program> {
  const program = startProcess(env, args)
  return { ...program, address: await program.address }
}

/** Megabytes of a process in memory; null where the system does not tell. */
export function residentMegabytes(child: ChildProcess): number | null {
  const status = `/proc/${child.pid}/status`
  const [, kilobytes] = (existsSync(status) && /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))) || []
  return kilobytes === undefined ? null : Number(kilobytes) / 1024
}

/** The built site as `npm start` runs it, with these settings; `flags` are Node's. Resolves when it is ready to serve. */
export async function startSite(env: Record<string, string>, flags: string[] = []): Promise<Program> {
  const port = await freePort()
  const given = { PORT: port, RATE_LIMITS: 'off', ...env }
  const program = await startProgram([...flags, 'src/server/main.ts'], given)
  // Whatever it calls itself.
  const address = `http://127.0.0.1:${port}`
  const ready = await fetch(`${address}/readyz`)
  if (!ready.ok) throw new Error(`/readyz was answered ${ready.status}`)
  await ready.arrayBuffer()
  return { ...program, address }
}

/**
 * The same on a folder of its own. `between` is called before a second start, since the first one makes the database and the
 * sample content; without it the site is started once.
 */
export async function startFreshSite(
  settings: Record<string, string> = {},
  between?: (env: { DATA_DIR: string }) => Promise<unknown>,
) {
  await using ends = new AsyncDisposableStack()
  const folder = ends.use(await openFolder())
  const env = { DATA_DIR: join(folder.path, 'data'), ...settings }
  if (between) {
    await (await startSite(env)).stop()
    await between(env)
  }
  const site = ends.use(await startSite(env))
  const all = ends.move()
  return { ...site, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** The built site with its sample content on an empty folder. `paths`: the addresses of all its public pages, those of the sitemap, since whatever is public is measured; `chromium`: the browser's program. */
export async function openPublicSite() {
  const chromium = await findChromium()
  if (!chromium) throw new Error('No Chromium could be found or fetched; name one by CHROMIUM_PATH.')
  await using ends = new AsyncDisposableStack()
  const { address } = ends.use(await startFreshSite())
  const sitemap = await (await fetch(`${address}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  if (paths.length === 0) throw new Error('The sitemap names no page')
  const all = ends.move()
  return { address, paths, chromium, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** Seconds until `/readyz` answers on a folder that has been started on before, each time after those of `node -e ''`. */
export async function timeStarts(env: Record<string, string>, rounds: number) {
  const times: { node: number[]; site: number[] } = { node: [], site: [] }
  for (let round = 0; round < rounds; round += 1) {
    const bare = performance.now()
    spawnSync(process.execPath, ['-e', ''])
    const start = performance.now()
    const running = await startSite(env)
    times.node.push((start - bare) / 1000)
    times.site.push((performance.now() - start) / 1000)
    await running.stop()
  }
  return { site: spread(times.site), node: spread(times.node) }
}

/** The machine, without its name: a number of this run is worth as much. */
export function describeMachine(): string[] {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return [
    `${availableParallelism()} cores, ${gigabytes} GB of memory, ${type()} (${process.arch})`,
    `Node ${process.version.slice(1)}`,
    `Load of the machine over the minute before the run: ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ]
}
