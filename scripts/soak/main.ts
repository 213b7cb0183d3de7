/** `npm run soak -- --minutes 30`: mixed traffic on the built site; memory stays flat, nothing breaks, the books are equal. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine } from '../bench/programs.ts'
import { writeMeasured, writeReliabilityPage } from '../reliability/page.ts'
import { startOwn } from '../test-run/postgres.ts'
import { prepareSoak, proveAtEnd } from './prepare.ts'
import { emptyTally, gatherCrowd } from './visitors.ts'
import { type Sample, slopeOf } from './memory.ts'
import { startSoakSite } from './site.ts'

const SAMPLES = 60
const MEGABYTE = 2 ** 20
/** The last webhooks and mails find their way. */
const SETTLE_MS = 20_000

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, postgres: { type: 'boolean', default: false } },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error('--minutes is a number above 0.')
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'soak-'))
const server = values.postgres ? await startOwn([]) : null
if (server && 'missing' in server) throw new Error(server.missing)
const where = { folder: join(folder, 'data'), postgres: server?.server.url ?? null }
try {
  console.log('Filling a site …')
  const { place, env } = await prepareSoak(where)
  const site = await startSoakSite(env)
  const machine = describeMachine()
  const tally = emptyTally()
  const samples: Sample[] = []
  const started = Date.now()
  const end = started + minutes * 60_000
  const over = gatherCrowd({ ...place, address: site.address }, tally, end)
  while (Date.now() < end) {
    await sleep((minutes * 60_000) / SAMPLES)
    const { rss, heap, external, young } = await site.memory()
    const sample = {
      minute: round((Date.now() - started) / 60_000),
      rss: round(rss / MEGABYTE),
      heap: round(heap / MEGABYTE),
      external: round(external / MEGABYTE),
      young: round(young / MEGABYTE),
    }
    samples.push(sample)
    console.log(
      `${sample.minute} min: ${sample.rss} MB, heap ${sample.heap} MB, external ${sample.external} MB, young ${sample.young} MB, ${tally.signUps} sign-ups`,
    )
  }
  await over
  await sleep(SETTLE_MS)
  const status = await site.stop()
  const books = await proveAtEnd(where)
  const result = {
    minutes,
    database: values.postgres ? 'PostgreSQL' : 'embedded',
    machine,
    requests: [...tally.statuses.values()].reduce((sum, count) => sum + count, 0),
    statuses: Object.fromEntries([...tally.statuses].sort(([one], [other]) => one - other)),
    signUps: tally.signUps,
    paid: tally.paid,
    uploads: tally.uploads,
    retried: tally.retried,
    wrong: [...new Set(tally.wrong)],
    exit: status,
    books,
    heap: rounded(slopeOf(samples, 'heap')),
    external: rounded(slopeOf(samples, 'external')),
    young: rounded(slopeOf(samples, 'young')),
    rss: rounded(slopeOf(samples, 'rss')),
    samples,
  }
  const { samples: _, ...told } = result
  console.log(told)
  const good =
    result.wrong.length === 0 &&
    books.differences === 0 &&
    result.heap.flat &&
    result.rss.flat &&
    status === 0
  writeMeasured('soak', { good, ...result })
  writeReliabilityPage()
  console.log(good ? 'Flat, whole and equal.' : 'Something is not as it should be.')
  process.exitCode = good ? 0 : 1
} finally {
  if (server && !('missing' in server)) {
    await server.server.stop('SIGINT')
    server.remove()
  }
  await rm(folder, { recursive: true, force: true })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function rounded({ level, growth, flat }: ReturnType<typeof slopeOf>) {
  return { level: round(level), growth: round(growth), flat }
}
