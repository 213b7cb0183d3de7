/** What is measured from outside: start-up, memory, and pages and reads over sockets. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Asking, askOnce, openLoad } from './load.ts'
import { benchStartUp, makeDatabase, residentMegabytes, startProgram, startSite } from './programs.ts'
import { READS } from './in-process.ts'
import { type Line, memoryLine, rateLine, startUpLine } from './report.ts'
import { compare, type Compared } from './measure.ts'
import { startNginx } from './nginx.ts'

const PAGES = ['/', '/events', '/event/leather-and-light']
const STARTS = 5
const REQUESTS = 2000

export async function benchServer(rounds: number): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const dataDir = join(folder, 'data')
  try {
    // The first start makes the database and the sample content, and does not count.
    await (await startSite(dataDir)).stop()
    const lines = [startUpLine(await benchStartUp(dataDir, STARTS))]
    const site = await startSite(dataDir)
    const where = { address: site.address, rounds }
    const atStart = residentMegabytes(site.child)
    const paths = [...PAGES, ...READS]
    for (const path of paths) {
      const load = await openLoad(site.address, { path })
      await load.ask(REQUESTS / paths.length)
    }
    lines.push(memoryLine(`memory after ${REQUESTS} requests`, residentMegabytes(site.child), atStart))
    lines.push(...(await benchPages(where, PAGES)), ...(await benchReplies(where, READS)))
    await site.stop()
    return lines
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// Pages and reads of the running site over real sockets, against a bare server that sends the same bytes.

/** A round of the slow ones, and of what answers many times as fast: too short a round measures nothing. */
const SLOW = 100
const FAST = 10_000
const GOAL = 'at least 0.8'

/** The running site, and how many rounds each comparison gets. */
export interface Measured {
  address: string
  rounds: number
}

/** A kept page, the same page confirmed, and rendered anew; for each page. */
export async function benchPages(where: Measured, paths: readonly string[]): Promise<Line[]> {
  const { address } = where
  const headers = { 'accept-encoding': 'br' }
  const lines: Line[] = []
  for (const path of paths) {
    // The first one is rendered, the second one is kept.
    await askOnce(address, { path, headers })
    const kept = await askOnce(address, { path, headers })
    const etag = kept.headers.find(([name]) => name === 'etag')?.[1] ?? ''
    const known = { ...headers, 'if-none-match': etag }
    // Whoever may be signed in is never answered from the cache.
    const signedIn = { ...headers, cookie: 'session=none' }
    lines.push(rateLine(`${path} kept`, await againstBare(where, { path, headers }, FAST), GOAL))
    lines.push(
      rateLine(`${path} confirmed (304)`, await againstBare(where, { path, headers: known }, FAST), GOAL),
    )
    lines.push(rateLine(`${path} rendered anew`, await againstBare(where, { path, headers: signedIn }, SLOW)))
  }
  const nginx = await againstNginx(where, { path: paths[0] ?? '/', headers })
  return nginx ? [...lines, nginx] : lines
}

/** Calls of the API over sockets, each kept and made anew. */
export async function benchReplies(where: Measured, paths: readonly string[]): Promise<Line[]> {
  const lines: Line[] = []
  for (const path of paths) {
    const name = path.replace(/\?.*/, '')
    const kept = { path, headers: { 'accept-encoding': 'br' } }
    const anew = { path, headers: { cookie: 'session=none' } }
    lines.push(rateLine(`${name} over HTTP`, await againstBare(where, kept, FAST), GOAL))
    lines.push(rateLine(`${name} made anew`, await againstBare(where, anew, SLOW)))
  }
  return lines
}

async function againstBare({ address, rounds }: Measured, asking: Asking, count: number): Promise<Compared> {
  const answer = await askOnce(address, asking)
  const bare = await startProgram(['scripts/bench/bare-server.ts', JSON.stringify(answer)], {})
  const [site, server] = await Promise.all([openLoad(address, asking), openLoad(bare.address, asking)])
  try {
    return await compare({ rounds, ours: () => site.ask(count), baseline: () => server.ask(FAST) })
  } finally {
    await bare.stop()
  }
}

async function againstNginx({ address, rounds }: Measured, asking: Asking): Promise<Line | null> {
  const { body } = await askOnce(address, asking)
  const nginx = await startNginx(body)
  if (!nginx) return null
  const [site, server] = await Promise.all([
    openLoad(address, asking),
    openLoad(nginx.address, { path: nginx.path }),
  ])
  try {
    const compared = await compare({
      rounds,
      ours: () => site.ask(FAST),
      baseline: () => server.ask(FAST),
    })
    return rateLine(`${asking.path} kept, against nginx and a file`, compared)
  } finally {
    await nginx.stop()
  }
}

const REQUESTS_OF_TWO = 200
/** What every request costs anew: a page with a session, and a call. */
const ASKED = ['/events', '/api/auth/event/list'].map((path) => ({
  path,
  headers: { cookie: 'session=none' },
}))

/** One process of the site against two on the same PostgreSQL: what a second one brings on this machine. */
export async function benchTwoProcesses(server: string, rounds: number): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-two-'))
  const env = { DATABASE_URL: await makeDatabase(server, 'shared'), SAMPLE_DATA: 'on' }
  // In turn: the first one migrates and fills.
  const one = await startSite(join(folder, 'data'), env)
  const other = await startSite(join(folder, 'data'), env)
  try {
    const lines: Line[] = []
    for (const asking of ASKED) {
      const [first, second] = [await openLoad(one.address, asking), await openLoad(other.address, asking)]
      const compared = await compare({
        rounds,
        baseline: () => first.ask(REQUESTS_OF_TWO),
        ours: async () => {
          const asked = await Promise.all([first.ask(REQUESTS_OF_TWO / 2), second.ask(REQUESTS_OF_TWO / 2)])
          return asked.reduce((sum, count) => sum + count, 0)
        },
      })
      lines.push(rateLine(`${asking.path}, two processes against one`, compared))
    }
    return lines
  } finally {
    await Promise.all([one.stop(), other.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}
