/** The memory of the site's process when nobody asks, and when 400 guests sign up at once over HTTP. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '#platform/database/embedded.ts'
import { createTestBrowser } from '#testing/browser.ts'
import { createDatabase } from '#testing/database.ts'
import { makeOpenEvent, visitor } from './in-process.ts'
import { type Program, residentMegabytes, startFreshSite } from './programs.ts'
import { percentile } from './measure.ts'
import { type Line, memoryLine } from './report.ts'

const GUESTS = 400
const IDLE_MS = 20_000

/** The embedded database: memory when idle, a crowd that signs up, and memory after it. */
export async function benchCrowd(): Promise<Line[]> {
  let event = 0
  const addEvent = async ({ DATA_DIR }: { DATA_DIR: string }) => {
    const { db, close } = await openEmbedded(DATA_DIR)
    event = await makeOpenEvent(db)
    await close()
  }
  await using site = await startFreshSite({}, addEvent)
  const idle = await idleMegabytes(site)
  const signedUp = await signUpAtOnce(site.address, event)
  const after = await idleMegabytes(site)
  return [
    { ...memoryLine('memory idle, embedded', idle, null), goal: 'at most 350 MB' },
    signedUp,
    { ...memoryLine(`memory after ${GUESTS} sign-ups at once`, after, idle), goal: 'within 100 MB of idle' },
  ]
}

/** The same of a process whose database is a PostgreSQL server. */
export async function benchIdleOnServer(server: string): Promise<Line> {
  const database = { DATABASE_URL: await createDatabase(server, 'idle'), SAMPLE_DATA: 'on' }
  await using site = await startFreshSite(database, async () => {})
  return { ...memoryLine('memory idle, PostgreSQL', await idleMegabytes(site), null), goal: 'at most 200 MB' }
}

/** After a first page and a while in which nobody asks. */
async function idleMegabytes({ address, child }: Program): Promise<number | null> {
  await (await fetch(address)).arrayBuffer()
  await sleep(IDLE_MS)
  return residentMegabytes(child)
}

/** Each guest on a connection of their own, all at the same moment. */
async function signUpAtOnce(address: string, eventId: number): Promise<Line> {
  const signUp = await visitor(createTestBrowser(address, fetch))
  const begun = performance.now()
  const seconds: number[] = []
  const statuses = await Promise.all(
    Array.from({ length: GUESTS }, async () => {
      const { status } = await signUp(eventId)
      seconds.push((performance.now() - begun) / 1000)
      return status
    }),
  )
  const refused = statuses.filter((status) => status !== 201).length
  const whole = seconds.at(-1) ?? Number.NaN
  return {
    what: `${GUESTS} sign-ups at once over HTTP, embedded`,
    ours: `${(GUESTS / whole).toFixed(0)} a second, p99 ${percentile(seconds, 99).toFixed(1)} s, ${refused} refused`,
    baseline: '',
    ratio: '',
    goal: 'at least 130 a second, p99 at most 3 s, none refused',
  }
}
