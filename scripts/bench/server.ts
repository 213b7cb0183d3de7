/** What is measured from outside: start-up, memory, and pages and reads over sockets. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLoad } from './load.ts'
import { benchPages, benchReplies } from './pages.ts'
import { residentMegabytes } from './programs.ts'
import { READS } from './reads.ts'
import { type Line, memoryLine, startUpLine } from './report.ts'
import { benchStartUp, startSite } from './site.ts'

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
