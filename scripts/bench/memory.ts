/** What the site's process holds when nobody asks, and what happens when 400 guests sign up at once over HTTP. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DETAILS } from '#features/booking/testing/guest.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { makeEvent } from '#testing/factories.ts'
import { makeDatabase, type Program, residentMegabytes, startSite } from './programs.ts'
import { type Line, memoryLine } from './report.ts'

const GUESTS = 400
const IDLE_MS = 20_000

/** The embedded database: memory when idle, a crowd that signs up, and memory after it. */
export async function benchCrowd(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-crowd-'))
  const dataDir = join(folder, 'data')
  try {
    await (await startSite(dataDir)).stop()
    const { db, close } = await openEmbedded(dataDir)
    const days = { startDateDate: '2099-07-01', endDateDate: '2099-07-02' }
    const { id } = await makeEvent(db, { cost: 0, spots: 1_000_000, ...days })
    await close()
    const site = await startSite(dataDir)
    const idle = await idleMegabytes(site)
    const signedUp = await signUpAtOnce(site.address, id)
    const after = await idleMegabytes(site)
    await site.stop()
    return [
      { ...memoryLine('memory idle, embedded', idle, null), goal: 'at most 350 MB' },
      signedUp,
      {
        ...memoryLine(`memory after ${GUESTS} sign-ups at once`, after, idle),
        goal: 'within 100 MB of idle',
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same of a process whose database is a PostgreSQL server. */
export async function benchIdleOnServer(server: string): Promise<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-idle-'))
  const env = { DATABASE_URL: await makeDatabase(server, 'idle'), SAMPLE_DATA: 'on' }
  try {
    await (await startSite(join(folder, 'data'), env)).stop()
    const site = await startSite(join(folder, 'data'), env)
    const idle = await idleMegabytes(site)
    await site.stop()
    return { ...memoryLine('memory idle, PostgreSQL', idle, null), goal: 'at most 200 MB' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** After a first page and a while in which nobody asks. */
async function idleMegabytes({ address, child }: Program): Promise<number | null> {
  await (await fetch(address)).arrayBuffer()
  await sleep(IDLE_MS)
  return residentMegabytes(child)
}

/** Each guest on a connection of their own, all at the same moment. */
async function signUpAtOnce(address: string, eventId: number): Promise<Line> {
  const send = await guestsOf(address, eventId)
  const begun = performance.now()
  const seconds: number[] = []
  const statuses = await Promise.all(
    Array.from({ length: GUESTS }, async () => {
      const status = await send()
      seconds.push((performance.now() - begun) / 1000)
      return status
    }),
  )
  const refused = statuses.filter((status) => status !== 201).length
  const whole = seconds.at(-1) ?? Number.NaN
  const p99 = seconds[Math.ceil(GUESTS * 0.99) - 1] ?? Number.NaN
  return {
    what: `${GUESTS} sign-ups at once over HTTP, embedded`,
    ours: `${(GUESTS / whole).toFixed(0)} a second, p99 ${p99.toFixed(1)} s, ${refused} refused`,
    baseline: '',
    ratio: '',
    goal: 'at least 130 a second, p99 at most 3 s, none refused',
  }
}

async function guestsOf(address: string, eventId: number): Promise<() => Promise<number>> {
  const first = await fetch(`${address}/api/auth/is-admin`)
  await first.arrayBuffer()
  const token = /XSRF-TOKEN=([^;]+)/.exec(first.headers.getSetCookie().join())?.[1] ?? ''
  const headers = {
    'content-type': 'application/json',
    cookie: `XSRF-TOKEN=${token}`,
    'x-xsrf-token': decodeURIComponent(token),
  }
  return async () => {
    const attempt = randomUUID()
    const order = { amount: 0, paymentIntent: null, eventId, attempt, email: `guest-${attempt}@example.test` }
    const body = JSON.stringify({ createReservationData: { ...DETAILS, ...order } })
    const reply = await fetch(`${address}/api/createReservation`, { method: 'POST', headers, body })
    await reply.arrayBuffer()
    return reply.status
  }
}
