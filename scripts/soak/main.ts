/** `npm run soak -- --minutes 30`: mixed traffic on the built site; memory stays flat, nothing breaks, the books are equal. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine, openFolder } from '../bench/programs.ts'
import { writeMeasured, writeReliabilityPage } from '../reliability/page.ts'
import { startOwn } from '#testing/postgres/server.ts'
import { prepareSoak, proveAtEnd } from './prepare.ts'
import { emptyTally, gatherCrowd } from './visitors.ts'
import { type Sample, slopeOf, startSoakSite } from './memory.ts'

const SAMPLES = 60
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
writeMeasured('soak', { good, ...told, samples })
writeReliabilityPage()
console.log(good ? 'Flat, whole and equal.' : 'Something is not as it should be.')
process.exitCode = good ? 0 : 1
