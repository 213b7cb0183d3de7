/** The measurements inside one process: sign-ups and reads, on one kind of database. */
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DETAILS } from '#features/booking/testing/guest.ts'
import { type Database, rows } from '#platform/database/database.ts'
import { fillSampleData } from '#server/sample-data/fill.ts'
import type { TestBrowser } from '#testing/browser.ts'
import { makeEvent } from '#testing/factories.ts'
import { TERMS_HASH } from '#testing/scale/fill.ts'
import { type LocalSite, openLocalSite, replaySignUp } from './local-site.ts'
import { type Line, rateLine } from './report.ts'
import { compare, type Compared, inLanes } from './measure.ts'
import { openFolder } from './programs.ts'

const READS_A_ROUND = { count: 200, lanes: 4 }
const SIGN_UPS_A_ROUND = 120

/** On the embedded database, or on an empty one of a PostgreSQL server; `database` as the machine's description names it. */
export async function benchCalls(postgres: string | null, rounds: number) {
  await using folder = await openFolder()
  await using local = await openLocalSite({ folder: join(folder.path, 'data'), postgres })
  const name = postgres ? 'PostgreSQL' : 'embedded'
  await fillSampleData(local.services, TERMS_HASH)
  const lines: Line[] = []
  for (const path of READS) {
    const read = await benchRead(local, path, { ...READS_A_ROUND, rounds })
    lines.push(rateLine(`${path.slice(5).replace(/\?.*/, '')}, ${name}`, read))
  }
  const signUps = await prepareSignUps(local)
  const goal = 'at least 0.5'
  lines.push(rateLine(`sign-ups one after the other, ${name}`, await signUps(1, rounds), goal))
  lines.push(rateLine(`sign-ups, eight at once, ${name}`, await signUps(EVENTS, rounds), goal))
  const version = rows<{ server_version: string }>(await local.services.db.execute(sql`show server_version`))
  return { lines, database: `${postgres ? '' : 'embedded '}PostgreSQL ${version[0]?.server_version}` }
}

/** The reads, in one process and over HTTP. */
export const READS = ['/api/auth/event/list', '/api/auth/event/get?eventUrlName=leather-and-light']

/** A public read of the API through the site's `fetch`, against the selects that it sends, sent bare. The sample events must be there. */
async function benchRead(
  local: LocalSite,
  path: string,
  size: { count: number; lanes: number; rounds: number },
): Promise<Compared> {
  const read = async () => {
    const reply = await local.request(path)
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  const recorded = await local.record(read)
  const replay = async () => {
    for (const { sql, params } of recorded) await local.bare.ask(sql, params)
  }
  return compare({
    rounds: size.rounds,
    ours: () => inLanes(size, read),
    baseline: () => inLanes(size, replay),
  })
}

/** The ids that the recorded sign-up is given: far from each other and from any other number, so that a replay knows them. */
const FIRST_IDS = { events: 7_000_000, emails: 8_000_000, reservations: 9_000_000 }

/** Most lanes of any comparison. */
const EVENTS = 8

/**
 * Sign-ups for free events through the site's `fetch`, against the statements that one sends, sent bare. Makes the events and records one sign-up. Both ways then write the same rows, so that neither meets bigger tables.
 */
async function prepareSignUps(local: LocalSite) {
  const { db } = local.services
  for (const [table, first] of Object.entries(FIRST_IDS))
    await db.execute(sql.raw(`alter sequence ${table}_id_seq restart with ${first}`))
  const eventIds = await Promise.all(Array.from({ length: EVENTS }, () => makeOpenEvent(db)))
  const event = eventIds[0] ?? 0
  const visit = await visitor(local.browser())
  const signUp = async (eventId: number) => {
    const { status, text } = await visit(eventId)
    if (status !== 201) throw new Error(`The sign-up was answered ${status}: ${text}`)
  }
  const recorded = await local.record(() => signUp(event))
  const eventOf = (lane: number) => eventIds[lane] ?? event
  const count = SIGN_UPS_A_ROUND
  /** Each lane signs up for an event of its own, one guest after the other. */
  return (lanes: number, rounds: number) =>
    compare({
      rounds,
      ours: () => inLanes({ count, lanes }, (_, lane) => signUp(eventOf(lane))),
      baseline: () =>
        inLanes({ count, lanes }, (_, lane) =>
          replaySignUp(local.bare, recorded, { ids: FIRST_IDS, event, instead: eventOf(lane) }),
        ),
    })
}

/** A free event that never fills up. */
export async function makeOpenEvent(db: Database): Promise<number> {
  const days = { startDateDate: '2099-07-01', endDateDate: '2099-07-02' }
  return (await makeEvent(db, { cost: 0, ...days, spots: 1_000_000 })).id
}

/** A guest with a browser who each time signs up for a free event under another name. */
export async function visitor(browser: TestBrowser) {
  await (await browser.fetch('/api/auth/is-admin')).arrayBuffer()
  const token = decodeURIComponent(browser.cookies.get('XSRF-TOKEN') ?? '')
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': token }
  return async (eventId: number) => {
    const attempt = randomUUID()
    const email = `guest-${attempt}@example.test`
    const createReservationData = { ...DETAILS, amount: 0, paymentIntent: null, email, eventId, attempt }
    const body = JSON.stringify({ createReservationData })
    const reply = await browser.fetch('/api/createReservation', { method: 'POST', headers, body })
    return { status: reply.status, text: await reply.text() }
  }
}
