/** One process of the site against two on the same PostgreSQL: what a second one brings on this machine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLoad } from './load.ts'
import { compare } from './measure.ts'
import { makeDatabase } from './postgres-database.ts'
import { type Line, rateLine } from './report.ts'
import { startSite } from './site.ts'

const REQUESTS = 200
/** What every request costs anew: a page with a session, and a call. */
const ASKED = [{ path: '/events', headers: { cookie: 'session=none' } }, { path: '/api/auth/event/list' }]

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
        baseline: () => first.ask(REQUESTS),
        ours: async () => {
          const asked = await Promise.all([first.ask(REQUESTS / 2), second.ask(REQUESTS / 2)])
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
