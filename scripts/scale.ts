/** `npm run scale -- --events 10000 --reservations 100000`: fills the database of the usual settings. */
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/database/open.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { readSettings } from '#platform/settings.ts'
import { fillScale } from '#testing/scale/fill.ts'

const OPTIONS = {
  events: { type: 'string', default: '10000' },
  reservations: { type: 'string', default: '100000' },
} as const

try {
  const { values } = parseArgs({ options: OPTIONS })
  const size = { events: Number(values.events), reservations: Number(values.reservations) }
  if (![size.events - 1, size.reservations].every((count) => Number.isInteger(count) && count >= 0))
    throw new Error('--events and --reservations are whole numbers, and there is at least one event.')
  const read = readSettings(process.env)
  if (!read.ok) throw new Error(read.problems.join('; '))
  const { settings } = read
  const { payments, production, purgeAfterDays } = settings
  if (production) throw new Error('NODE_ENV: a house in production is never filled with made-up guests.')
  const started = performance.now()
  const sealer = createSealer((await loadSecrets(settings)).dataKeys)
  await using ends = new AsyncDisposableStack()
  const { db } = ends.adopt(await openDatabase(settings), ({ close }) => close())
  await fillScale({ db, sealer, now: new Date(), purgeAfterDays, sandbox: payments.kind === 'sandbox' }, size)
  console.log(`Filled in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n')[0] : error)
  process.exitCode = 1
}
