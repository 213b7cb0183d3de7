/** The measurements from outside: start-up, and pages and calls over sockets. */
import { join } from 'node:path'
import { PASSWORD, signInFor } from '#features/access/testing/sign-in.ts'
import { createTestBrowser } from '#testing/browser.ts'
import { createDatabase } from '#testing/database.ts'
import { type Asking, askOnce, openLoad } from './load.ts'
import { openFolder, startProgram, startSite, startFreshSite, timeStarts } from './programs.ts'
import { READS } from './in-process.ts'
import { type Line, rateLine, startUpLine } from './report.ts'
import { compare, type Compared } from './measure.ts'

const PATHS = ['/', '/events', '/event/leather-and-light', ...READS]
const ADMIN_PATHS = ['/admin', '/event/desert-cooking']
const STARTS = 5
/** A round of the slow ones, and of what answers many times as fast: too short a round measures nothing. */
const SLOW = 100
const FAST = 10_000
const GOAL = 'at least 0.8'
/** A visitor who may be signed in is never answered from the cache. */
const SIGNED_IN = { cookie: 'session=none' }
const BROTLI = { 'accept-encoding': 'br' }

/** The running site, and how many rounds each comparison gets. */
interface Measured {
  address: string
  rounds: number
}

export async function benchServer(rounds: number): Promise<Line[]> {
  const lines: Line[] = []
  await using site = await startFreshSite({ DEV_ADMIN_PASSWORD: PASSWORD }, async (env) =>
    lines.push(startUpLine(await timeStarts(env, STARTS))),
  )
  const where = { address: site.address, rounds }
  for (const path of PATHS) lines.push(...(await benchPath(where, path)))
  const browser = createTestBrowser(where.address, (request) => fetch(request, { redirect: 'manual' }))
  await signInFor({ browser: () => browser })
  const headers = { cookie: `session=${browser.cookies.get('session')}`, ...BROTLI }
  for (const path of ADMIN_PATHS)
    lines.push(rateLine(`${path} rendered anew, an admin`, await againstBare(where, { path, headers }, SLOW)))
  return lines
}

/** A page or a call that is kept, the same confirmed, and made anew, over sockets against a bare server that sends the same bytes. */
async function benchPath(where: Measured, path: string): Promise<Line[]> {
  const asked = (headers = {}) => ({ path, headers: { ...BROTLI, ...headers } })
  // The first one is made, the second one is kept.
  await askOnce(where.address, asked())
  const { headers } = await askOnce(where.address, asked())
  const known = asked({ 'if-none-match': headers.find(([name]) => name === 'etag')?.[1] ?? '' })
  const name = path.replace(/\?.*/, '')
  return [
    rateLine(`${name} kept`, await againstBare(where, asked(), FAST), GOAL),
    rateLine(`${name} confirmed (304)`, await againstBare(where, known, FAST), GOAL),
    rateLine(`${name} rendered anew`, await againstBare(where, asked(SIGNED_IN), SLOW)),
  ]
}

async function againstBare({ address, rounds }: Measured, asking: Asking, count: number): Promise<Compared> {
  const answer = await askOnce(address, asking)
  await using bare = await startProgram(['scripts/bench/bare-server.ts', JSON.stringify(answer)], {})
  const [site, server] = await Promise.all([openLoad(address, asking), openLoad(bare.address, asking)])
  // Awaited here: the bare server goes at the end of this block.
  return await compare({ rounds, ours: () => site(count), baseline: () => server(FAST) })
}

const REQUESTS_OF_TWO = 200
/** The requests that cost the same each time: a page with a session, and a call. */
const ASKED = ['/events', '/api/auth/event/list'].map((path) => ({ path, headers: SIGNED_IN }))

/** One process of the site against two on the same PostgreSQL: what a second one brings on this machine. */
export async function benchTwoProcesses(server: string, rounds: number): Promise<Line[]> {
  await using folder = await openFolder()
  const DATABASE_URL = await createDatabase(server, 'shared')
  const env = { DATA_DIR: join(folder.path, 'data'), DATABASE_URL, SAMPLE_DATA: 'on' }
  // In turn: the first one migrates and fills.
  await using one = await startSite(env)
  await using other = await startSite(env)
  const lines: Line[] = []
  for (const asking of ASKED) {
    const [first, second] = [await openLoad(one.address, asking), await openLoad(other.address, asking)]
    const half = REQUESTS_OF_TWO / 2
    const compared = await compare({
      rounds,
      baseline: () => first(REQUESTS_OF_TWO),
      ours: async () => (await Promise.all([first(half), second(half)])).length * half,
    })
    lines.push(rateLine(`${asking.path}, two processes against one`, compared))
  }
  return lines
}
