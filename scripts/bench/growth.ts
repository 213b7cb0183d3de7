/** The list pages of a site that grows (R20.7): how long they take and how long they are, on PostgreSQL. */
import { createDatabase } from '#testing/database.ts'
import { createAsker, listPages } from '#testing/scale/lists.ts'
import { markdownTable } from '../measured.ts'
import { fillLocalSite, openLocalSite } from './local-site.ts'
import { percentile } from './measure.ts'
import { openFolder } from './programs.ts'

export interface Growth {
  name: string
  /** One for each size, the smallest first. */
  at: { reservations: number; median: number; p95: number; kilobytes: number }[]
}

const SMALLEST = 100
const SIZES = [SMALLEST, 1_000, 10_000, 100_000]
const EVENTS_SHARE = 1 / 10
const ROUNDS = 20
const UNCOUNTED = 5

/** On databases of its own of the given server. */
export async function benchGrowth(server: string, quick: boolean): Promise<Growth[]> {
  // Does not count: the first site would pay for the code that all of them run.
  await measure(server, SMALLEST, 'warm_up')
  const grown = new Map<string, Growth>()
  for (const reservations of quick ? SIZES.slice(0, -1) : SIZES) {
    console.log(`  … at ${reservations} reservations`)
    for (const { name, ...at } of await measure(server, reservations, `grown_${reservations}`)) {
      const growth = grown.get(name) ?? { name, at: [] }
      growth.at.push({ reservations, ...at })
      grown.set(name, growth)
    }
  }
  return [...grown.values()]
}

async function measure(server: string, reservations: number, database: string) {
  const size = { events: reservations * EVENTS_SHARE, reservations }
  await using folder = await openFolder()
  const postgres = await createDatabase(server, database)
  await using local = await openLocalSite({ folder: folder.path, postgres, pages: true })
  await fillLocalSite(local, size)
  const [session = []] = (await local.signIn({ admin: true })).cookies
  const ask = createAsker(local, session.join('='))
  const measured = []
  for (const page of listPages(size)) {
    for (let round = 0; round < UNCOUNTED; round += 1) await ask(page)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push((await ask(page)).milliseconds)
    const kilobytes = (await ask(page)).bytes / 1024
    measured.push({ name: page.name, median: percentile(times, 50), p95: percentile(times, 95), kilobytes })
  }
  return measured
}

const MOST_MS = 200
const MOST_KILOBYTES = 150

/** Beside each time its ratio to the smallest site's of the same run, which is what carries over to another machine. */
export function growthTable(growths: readonly Growth[]): string {
  const sizes = growths[0]?.at.map(({ reservations }) => reservations.toLocaleString('en-US')) ?? []
  const head = ['list', ...sizes.map((size) => `at ${size}`), 'p95, the largest', 'size, the largest']
  const rows = growths.map(({ name, at }) => {
    const first = at[0]?.median ?? Number.NaN
    const last = at.at(-1)
    const times = at.map(({ median }, index) =>
      index === 0 ? `${median.toFixed(0)} ms` : `${(median / first).toFixed(1)} ×`,
    )
    return [name, ...times, `${last?.p95.toFixed(0)} ms`, `${last?.kilobytes.toFixed(0)} KB`]
  })
  return markdownTable([head, ...rows])
}

/** The lists that are over, in words. */
export function overLimit(growths: readonly Growth[]): string[] {
  return growths.flatMap(({ name, at }) => {
    const last = at.at(-1)
    if (!last) return []
    const slow = last.p95 > MOST_MS ? [`${name}: ${last.p95.toFixed(0)} ms`] : []
    return last.kilobytes > MOST_KILOBYTES ? [...slow, `${name}: ${last.kilobytes.toFixed(0)} KB`] : slow
  })
}
