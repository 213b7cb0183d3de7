/** What is measured inside one process: sign-ups and reads, on one kind of database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { rows } from '#platform/database/database.ts'
import { fillSampleData } from '#server/sample-data/fill.ts'
import { openHouse, TERMS_HASH } from './house.ts'
import { benchRead, READS } from './reads.ts'
import { type Line, rateLine } from './report.ts'
import { prepareSignUps } from './sign-ups.ts'

export interface CallsReport {
  lines: Line[]
  /** The database as the machine's description names it. */
  database: string
}

const READS_A_ROUND = { count: 200, lanes: 4 }
const SIGN_UPS_A_ROUND = 120

/** On the embedded database, or on an empty one of a PostgreSQL server. */
export async function benchCalls(postgres: string | null, rounds: number): Promise<CallsReport> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const house = await openHouse({ folder: join(folder, 'data'), postgres })
  const name = postgres ? 'PostgreSQL' : 'embedded'
  try {
    await fillSampleData(house.site.services, TERMS_HASH)
    const lines: Line[] = []
    for (const path of READS) {
      const read = await benchRead(house, path, { ...READS_A_ROUND, rounds })
      lines.push(rateLine(`${path.slice(5).replace(/\?.*/, '')}, ${name}`, read))
    }
    const signUps = await prepareSignUps(house)
    const size = { count: SIGN_UPS_A_ROUND, rounds }
    const one = await signUps({ lanes: 1, ...size })
    lines.push(rateLine(`sign-ups one after the other, ${name}`, one, 'at least 0.5'))
    const eight = await signUps({ lanes: 8, ...size })
    lines.push(rateLine(`sign-ups, eight at once, ${name}`, eight, 'at least 0.5'))
    const version = rows<{ server_version: string }>(await house.db.execute(sql`show server_version`))
    return { lines, database: `${postgres ? '' : 'embedded '}PostgreSQL ${version[0]?.server_version}` }
  } finally {
    await house.close()
    await rm(folder, { recursive: true, force: true })
  }
}
