/** What is measured from outside: start-up, memory, and pages and reads over sockets. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasNginx, startNginx } from '#testing/nginx.ts'
import { type Asking, askOnce, openLoad } from './load.ts'
import {
  benchStartUp,
  makeDatabase,
  openFolder,
  residentMegabytes,
  startProgram,
  startSite,
} from './programs.ts'
import { READS } from './in-process.ts'
import { type Line, memoryLine, rateLine, startUpLine } from './report.ts'
import { compare, type Compared } from './measure.ts'

const PAGES = ['/', '/events', '/event/leather-and-light']
const STARTS = 5
const REQUESTS = 2000

export async function benchServer(rounds: number): Promise<Line[]> {
  await using folder = await openFolder()
  const env = { DATA_DIR: join(folder.path, 'data') }
  // The first start makes the database and the sample content, and does not count.
  await (await startSite(env)).stop()
  const lines = [startUpLine(await benchStartUp(env, STARTS))]
  await using site = await startSite(env)
  const where = { address: site.address, rounds }
  const atStart = residentMegabytes(site.child)
  const paths = [...PAGES, ...READS]
  for (const path of paths) {
    const load = await openLoad(site.address, { path })
    await load.ask(REQUESTS / paths.length)
  }
  lines.push(memoryLine(`memory after ${REQUESTS} requests`, residentMegabytes(site.child), atStart))
  return [...lines, ...(await benchPages(where, PAGES)), ...(await benchReplies(where, READS))]
}

// Pages and reads of the running site over real sockets, against a bare server that sends the same bytes.

/** A round of the slow ones, and of what answers many times as fast: too short a round measures nothing. */
const SLOW = 100
const FAST = 10_000
const GOAL = 'at least 0.8'

/** The running site, and how many rounds each comparison gets. */
interface Measured {
  address: string
  rounds: number
}

/** A kept page, the same page confirmed, and rendered anew; for each page. */
async function benchPages(where: Measured, paths: readonly string[]): Promise<Line[]> {
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
async function benchReplies(where: Measured, paths: readonly string[]): Promise<Line[]> {
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

async function againstBare(where: Measured, asking: Asking, count: number): Promise<Compared> {
  const answer = await askOnce(where.address, asking)
  await using bare = await startProgram(['scripts/bench/bare-server.ts', JSON.stringify(answer)], {})
  // Awaited here: the bare server goes at the end of this block.
  return await against(where, { asking, count, other: bare.address, otherAsking: asking })
}

/** nginx with a file of the same length, where it is installed: what a page server can be at best. */
async function againstNginx(where: Measured, asking: Asking): Promise<Line | null> {
  if (!hasNginx()) return null
  const { body } = await askOnce(where.address, asking)
  const nginx = await startNginx(async (listen, folder) => {
    await writeFile(join(folder, 'page.html'), Buffer.alloc(body, 'x'))
    return `access_log off; types { text/html html; } keepalive_requests 1000000;
      server { listen ${listen}; root ${folder}; }`
  })
  try {
    const other = { other: nginx.address, otherAsking: { path: '/page.html' } }
    const compared = await against(where, { asking, count: FAST, ...other })
    return rateLine(`${asking.path} kept, against nginx and a file`, compared)
  } finally {
    await nginx.close()
  }
}

async function against(
  { address, rounds }: Measured,
  {
    asking,
    count,
    other,
    otherAsking,
  }: { asking: Asking; count: number; other: string; otherAsking: Asking },
): Promise<Compared> {
  const [site, server] = await Promise.all([openLoad(address, asking), openLoad(other, otherAsking)])
  return compare({ rounds, ours: () => site.ask(count), baseline: () => server.ask(FAST) })
}

const REQUESTS_OF_TWO = 200
/** What every request costs anew: a page with a session, and a call. */
const ASKED = ['/events', '/api/auth/event/list'].map((path) => ({
  path,
  headers: { cookie: 'session=none' },
}))

/** One process of the site against two on the same PostgreSQL: what a second one brings on this machine. */
export async function benchTwoProcesses(server: string, rounds: number): Promise<Line[]> {
  await using folder = await openFolder()
  const database = { DATABASE_URL: await makeDatabase(server, 'shared'), SAMPLE_DATA: 'on' }
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
