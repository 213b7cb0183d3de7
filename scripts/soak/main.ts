/** `npm run soak -- --minutes 30`: mixed traffic on the built site; memory stays flat, nothing breaks, the books are equal. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { composeBooking } from '#features/booking/handlers.ts'
import { compareWithProvider } from '#features/reconciliation/nightly-reconciliation.ts'
import { waitlistPort } from '#features/waitlist/index.ts'
import type { Database } from '#platform/database/database.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { makeEvent } from '#testing/factories.ts'
import { startOwn } from '#testing/postgres/server.ts'
import { bigEvent, TERMS_HASH } from '#testing/scale/fill.ts'
import { ENVIRONMENT, fillLocalSite, openLocalSite, type Where } from '../bench/local-site.ts'
import { describeMachine, openFolder } from '../bench/programs.ts'
import { keepRun } from '../reliability/page.ts'
import { type Sample, slopeOf, startSoakSite } from './memory.ts'
import { emptyTally, gatherCrowd } from './visitors.ts'

const SIZE = { events: 200, reservations: 2000 }
/** Events that guests sign up for; no one of them fills up. */
const OPEN_EVENTS = 20
const SPOTS = 5000
const SAMPLES = 60
/** The last webhooks and mails find their way. */
const SETTLE_MS = 20_000
/** After so long no payment is taken to be on its way any more. */
const LATER_MS = 2 * 3_600_000

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, postgres: { type: 'boolean', default: false } },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error('--minutes is a number above 0.')
  process.exit(1)
}

await using folder = await openFolder()
await using ends = new AsyncDisposableStack()
const server = values.postgres ? await startOwn([]) : null
if (server && 'missing' in server) throw new Error(server.missing)
if (server) ends.use(server)
const where = { folder: join(folder.path, 'data'), postgres: server?.server.url ?? null }
console.log('Filling a site …')
const { place, env } = await prepareSoak(where)
const machine = describeMachine()
await using site = await startSoakSite(env)
const tally = emptyTally()
const samples: Sample[] = []
const started = Date.now()
const end = started + minutes * 60_000
const over = gatherCrowd({ ...place, address: site.address }, tally, end)
while (Date.now() < end) {
  await sleep((minutes * 60_000) / SAMPLES)
  const minute = Number(((Date.now() - started) / 60_000).toFixed(1))
  const sample = { minute, ...(await site.memory()) }
  samples.push(sample)
  console.log(JSON.stringify({ ...sample, signUps: tally.signUps }))
}
await over
await sleep(SETTLE_MS)
const exit = await site.stop()
const books = await proveAtEnd(where)
const { statuses, wrong, ...counts } = tally
const told = {
  minutes,
  database: values.postgres ? 'PostgreSQL' : 'embedded',
  machine,
  requests: [...statuses.values()].reduce((sum, count) => sum + count, 0),
  statuses: Object.fromEntries([...statuses].sort(([one], [other]) => one - other)),
  ...counts,
  wrong: [...wrong],
  exit,
  books,
  heap: slopeOf(samples, 'heap'),
  rss: slopeOf(samples, 'rss'),
}
console.log(told)
const sound = wrong.size === 0 && books.differences === 0 && exit === 0
const good = sound && told.heap.flat && told.rss.flat
keepRun('soak', { good, ...told, samples })
console.log(good ? 'Flat, whole and equal.' : 'Something is not as it should be.')
process.exitCode = good ? 0 : 1

/** Fills the house in which visitors come and go, before the site starts on it. */
async function prepareSoak(where: Where) {
  await using local = await openLocalSite(where)
  await fillLocalSite(local, SIZE)
  const eventIds = await openEvents(local.services.db)
  const [session = ['', '']] = (await local.signIn({ admin: true })).cookies
  return {
    place: { session, eventIds, big: bigEvent(SIZE), picture: await makePicture() },
    env: {
      ...ENVIRONMENT,
      DATA_DIR: where.folder,
      // The one that the admin's session was made for; the port is another.
      PUBLIC_URL: local.services.settings.publicUrl,
      JOBS_EVERY_SECONDS: '5',
      ...(where.postgres ? { DATABASE_URL: where.postgres } : {}),
    },
  }
}

async function openEvents(db: Database): Promise<number[]> {
  const start = addDays(ranchDay(new Date()), 120)
  const ids: number[] = []
  for (let day = 0; day < OPEN_EVENTS * 3; day += 3) {
    const days = { startDateDate: addDays(start, day), endDateDate: addDays(start, day + 2) }
    ids.push((await makeEvent(db, { urlName: `soaking-${day}`, ...days, spots: SPOTS })).id)
  }
  return ids
}

async function makePicture() {
  const [width, height] = [1600, 1200]
  const plain = sharp({ create: { width, height, channels: 3, background: '#8F3A20' } })
  return Buffer.from(new Uint8Array(await plain.jpeg().toBuffer()))
}

/** After the crowd has gone: our books against the provider's, to the cent, by the site's own nightly proof. */
async function proveAtEnd(where: Where) {
  await using local = await openLocalSite(where)
  const { services, provider } = local
  const later = { now: () => new Date(Date.now() + LATER_MS) }
  const given = { ...services, provider, waitlist: waitlistPort, termsHash: TERMS_HASH, ...later }
  const proof = await compareWithProvider(composeBooking(given))
  if (typeof proof === 'string') throw new Error(`The proof was ${proof}`)
  return { payments: proof.payments, received: proof.ours.received, differences: proof.differences.length }
}
