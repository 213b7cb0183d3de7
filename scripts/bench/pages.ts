/** Pages and reads of the running site over real sockets, against a bare server that sends the same bytes. */
import { askOnce, type Asking, openLoad } from './load.ts'
import { compare, type Compared } from './measure.ts'
import { startNginx } from './nginx.ts'
import { startProgram } from './programs.ts'
import { type Line, rateLine } from './report.ts'

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

/** Calls of the API over sockets. */
export async function benchReplies(where: Measured, paths: readonly string[]): Promise<Line[]> {
  const lines: Line[] = []
  for (const path of paths)
    lines.push(rateLine(`${path.replace(/\?.*/, '')} over HTTP`, await againstBare(where, { path }, SLOW)))
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
