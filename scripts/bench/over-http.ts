/** What is measured from outside: start-up, memory, and pages and reads over sockets. */
import { join } from 'node:path'
import { createDatabase } from '#testing/database.ts'
import { type Asking, askOnce, openLoad } from './load.ts'
import {
  openFolder,
  residentMegabytes,
  startProgram,
  startSite,
  startUsedSite,
  timeStarts,
} from './programs.ts'
import { READS } from './in-process.ts'
import { type Line, memoryLine, rateLine, startUpLine } from './report.ts'
import { compare, type Compared } from './measure.ts'

const PAGES = ['/', '/events', '/event/leather-and-light']
const STARTS = 5
const REQUESTS = 2000

export async function benchServer(rounds: number): Promise<Line[]> {
  const lines: Line[] = []
  await using site = await startUsedSite({}, async (env) =>
    lines.push(startUpLine(await timeStarts(env, STARTS))),
  )
  const where = { address: site.address, rounds }
  const atStart = residentMegabytes(site.child)
  const paths = [...PAGES, ...READS]
  for (const path of paths) {
    const load = await openLoad(site.address, { path })
    await load.ask(REQUESTS / paths.length)
  }
  lines.push(memoryLine(`memory after ${REQUESTS} requests`, residentMegabytes(site.child), atStart))
  return [...lines, ...(await benchPages(where)), ...(await benchReads(where))]
}

// Pages and reads of the running site over real sockets, against a bare server that sends the same bytes.

/** A round of the slow ones, and of what answers many times as fast: too short a round measures nothing. */
const SLOW = 100
const FAST = 10_000
const GOAL = 'at least 0.8'
const COMPRESSED = { 'accept-encoding': 'br' }
/** Whoever may be signed in is never answered from the cache. */
const SIGNED_IN = { cookie: 'session=none' }

/** The running site, and how many rounds each comparison gets. */
interface Measured {
  address: string
  rounds: number
}

/** A kept page, the same page confirmed, and rendered anew; for each page. */
async function benchPages(where: Measured): Promise<Line[]> {
  const lines: Line[] = []
  for (const path of PAGES) {
    const page = { path, headers: COMPRESSED }
    // The first one is rendered, the second one is kept.
    await askOnce(where.address, page)
    const kept = await askOnce(where.address, page)
    const etag = kept.headers.find(([name]) => name === 'etag')?.[1] ?? ''
    const known = { path, headers: { ...COMPRESSED, 'if-none-match': etag } }
    const anew = { path, headers: { ...COMPRESSED, ...SIGNED_IN } }
    lines.push(rateLine(`${path} kept`, await againstBare(where, page, FAST), GOAL))
    lines.push(rateLine(`${path} confirmed (304)`, await againstBare(where, known, FAST), GOAL))
    lines.push(rateLine(`${path} rendered anew`, await againstBare(where, anew, SLOW)))
  }
  return lines
}

/** Calls of the API over sockets, each kept and made anew. */
async function benchReads(where: Measured): Promise<Line[]> {
  const lines: Line[] = []
  for (const path of READS) {
    const name = path.replace(/\?.*/, '')
    const kept = await againstBare(where, { path, headers: COMPRESSED }, FAST)
    lines.push(rateLine(`${name} over HTTP`, kept, GOAL))
    lines.push(rateLine(`${name} made anew`, await againstBare(where, { path, headers: SIGNED_IN }, SLOW)))
  }
  return lines
}

async function againstBare({ address, rounds }: Measured, asking: Asking, count: number): Promise<Compared> {
  const answer = await askOnce(address, asking)
  await using bare = await startProgram(['scripts/bench/bare-server.ts', JSON.stringify(answer)], {})
  const [site, server] = await Promise.all([openLoad(address, asking), openLoad(bare.address, asking)])
  // Awaited here: the bare server goes at the end of this block.
  return await compare({ rounds, ours: () => site.ask(count), baseline: () => server.ask(FAST) })
}

const REQUESTS_OF_TWO = 200
/** What every request costs anew: a page with a session, and a call. */
const ASKED = ['/events', '/api/auth/event/list'].map((path) => ({ path, headers: SIGNED_IN }))

/** One process of the site against two on the same PostgreSQL: what a second one brings on this machine. */
export async function benchTwoProcesses(server: string, rounds: number): Promise<Line[]> {
  await using folder = await openFolder()
  const database = { DATABASE_URL: await createDatabase(server, 'shared'), SAMPLE_DATA: 'on' }
  const env = { DATA_DIR: join(folder.path, 'data'), ...database }
  // In turn: the first one migrates and fills.
  await using one = await startSite(env)
  await using other = await startSite(env)
  const lines: Line[] = []
  for (const asking of ASKED) {
    const [first, second] = [await openLoad(one.address, asking), await openLoad(other.address, asking)]
    const half = REQUESTS_OF_TWO / 2
    const compared = await compare({
      rounds,
      baseline: () => first.ask(REQUESTS_OF_TWO),
      ours: async () => (await Promise.all([first.ask(half), second.ask(half)])).length * half,
    })
    lines.push(rateLine(`${asking.path}, two processes against one`, compared))
  }
  return lines
}
