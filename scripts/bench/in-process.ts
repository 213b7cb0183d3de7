/** What is measured inside one process: sign-ups and reads, on one kind of database. */
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DETAILS } from '#features/booking/testing/guest.ts'
import { rows } from '#platform/database/database.ts'
import { fillSampleData } from '#server/sample-data/fill.ts'
import { makeEvent } from '#testing/factories.ts'
import { type LocalSite, openLocalSite, TERMS_HASH } from './local-site.ts'
import { type Line, rateLine } from './report.ts'
import { compare, type Compared, inLanes } from './measure.ts'
import { openFolder } from './programs.ts'
import { type GivenIds, replayReads, replaySignUp } from './replay.ts'

export interface CallsReport {
  lines: Line[]
  /** The database as the machine's description names it. */
  database: string
}

const READS_A_ROUND = { count: 200, lanes: 4 }
const SIGN_UPS_A_ROUND = 120

/** On the embedded database, or on an empty one of a PostgreSQL server. */
export async function benchCalls(postgres: string | null, rounds: number): Promise<CallsReport> {
  await using folder = await openFolder()
  await using local = await openLocalSite({ folder: join(folder.path, 'data'), postgres })
  const name = postgres ? 'PostgreSQL' : 'embedded'
  await fillSampleData(local.site.services, TERMS_HASH)
  const lines: Line[] = []
  for (const path of READS) {
    const read = await benchRead(local, path, { ...READS_A_ROUND, rounds })
    lines.push(rateLine(`${path.slice(5).replace(/\?.*/, '')}, ${name}`, read))
  }
  const signUps = await prepareSignUps(local)
  const size = { count: SIGN_UPS_A_ROUND, rounds }
  const one = await signUps({ lanes: 1, ...size })
  lines.push(rateLine(`sign-ups one after the other, ${name}`, one, 'at least 0.5'))
  const eight = await signUps({ lanes: 8, ...size })
  lines.push(rateLine(`sign-ups, eight at once, ${name}`, eight, 'at least 0.5'))
  const version = rows<{ server_version: string }>(await local.db.execute(sql`show server_version`))
  return { lines, database: `${postgres ? '' : 'embedded '}PostgreSQL ${version[0]?.server_version}` }
}

/** What is read, in one process and over HTTP. */
export const READS = ['/api/auth/event/list', '/api/auth/event/get?eventUrlName=leather-and-light']

/** A public read of the API through the site's `fetch`, against the selects that it sends, sent bare. The sample events must be there. */
async function benchRead(
  local: LocalSite,
  path: string,
  size: { count: number; lanes: number; rounds: number },
): Promise<Compared> {
  const { http, services } = local.site
  const url = new URL(path, services.settings.publicUrl).href
  const read = async () => {
    const reply = await http.fetch(new Request(url))
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  const recorded = await local.record(read)
  return compare({
    rounds: size.rounds,
    ours: () => inLanes(size, read),
    baseline: () => inLanes(size, () => replayReads(local.bare, recorded)),
  })
}

interface SignUpOptions {
  /** Each lane signs up for an event of its own, one guest after the other. */
  lanes: number
  count: number
  rounds: number
}

/** Far from each other and from any other number, so that a replay knows them. */
const FIRST_IDS = { events: 7_000_000, emails: 8_000_000, reservations: 9_000_000 }

type SignUpBench = (options: SignUpOptions) => Promise<Compared>

/** Most lanes of any comparison. */
const EVENTS = 8

/**
 * Sign-ups for free events through the site's `fetch`, against the statements that one sends, sent bare. Makes the events and records one sign-up. Both ways then write the same rows, so that neither meets bigger tables.
 */
async function prepareSignUps(local: LocalSite): Promise<SignUpBench> {
  for (const [table, first] of Object.entries(FIRST_IDS))
    await local.db.execute(sql.raw(`alter sequence ${table}_id_seq restart with ${first}`))
  const eventIds = await makeEvents(local)
  const event = eventIds[0] ?? 0
  const { http, services } = local.site
  const visit = await visitor((request) => http.fetch(request), services.settings.publicUrl)
  const signUp = async (eventId: number) => {
    const { status, text } = await visit(eventId)
    if (status !== 201) throw new Error(`The sign-up was answered ${status}: ${text}`)
  }
  const recorded = await local.record(() => signUp(event))
  const ids = await lastIds(local)
  const eventOf = (lane: number) => eventIds[lane] ?? event
  return ({ lanes, count, rounds }) =>
    compare({
      rounds,
      ours: () => inLanes({ count, lanes }, (_, lane) => signUp(eventOf(lane))),
      baseline: () =>
        inLanes({ count, lanes }, (_, lane) =>
          replaySignUp(local.bare, recorded, { ids, event, instead: eventOf(lane) }),
        ),
    })
}

async function makeEvents({ db }: LocalSite): Promise<number[]> {
  const days = { startDateDate: '2099-07-01', endDateDate: '2099-07-02' }
  const ids: number[] = []
  for (let made = 0; made < EVENTS; made += 1)
    ids.push((await makeEvent(db, { cost: 0, ...days, spots: 1_000_000 })).id)
  return ids
}

async function lastIds({ db }: LocalSite): Promise<GivenIds> {
  const found = await db.execute(
    sql`select (select max(id) from reservations)::int as reservations, (select max(id) from emails)::int as emails`,
  )
  const [ids] = rows<GivenIds>(found)
  if (!ids) throw new Error('The recorded sign-up wrote nothing')
  return ids
}

/** A browser without pages, on a site that `send` reaches: it has its XSRF cookie, and each time another guest signs up for a free event. */
export async function visitor(
  send: (request: Request) => Response | Promise<Response>,
  origin: string,
): Promise<(eventId: number) => Promise<{ status: number; text: string }>> {
  const first = await send(new Request(`${origin}/api/auth/is-admin`))
  await first.arrayBuffer()
  const token = /XSRF-TOKEN=([^;]+)/.exec(first.headers.getSetCookie().join())?.[1] ?? ''
  const headers = {
    'content-type': 'application/json',
    cookie: `XSRF-TOKEN=${token}`,
    'x-xsrf-token': decodeURIComponent(token),
    'sec-fetch-site': 'same-origin',
  }
  return async (eventId) => {
    const attempt = randomUUID()
    const email = `guest-${attempt}@example.test`
    const createReservationData = { ...DETAILS, amount: 0, paymentIntent: null, email, eventId, attempt }
    const body = JSON.stringify({ createReservationData })
    const reply = await send(
      new Request(`${origin}/api/createReservation`, { method: 'POST', headers, body }),
    )
    return { status: reply.status, text: await reply.text() }
  }
}
