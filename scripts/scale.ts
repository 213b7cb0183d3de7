/** `npm run scale -- --events 10000 --reservations 100000`: fills the database of the usual settings. */
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/database/open.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { createSealer } from '#platform/sealing.ts'
import { readSettings } from '#platform/settings.ts'
import { fillScale } from '#testing/scale/fill.ts'

const OPTIONS = {
  events: { type: 'string', default: '10000' },
  reservations: { type: 'string', default: '100000' },
} as const

function giveUp(line: string): never {
  console.error(line)
  process.exit(1)
}

const isCount = (value: number | undefined): value is number => Number.isInteger(value) && Number(value) >= 0

function readSize() {
  const { values } = parseArgs({ options: OPTIONS })
  const [events, reservations] = [values.events, values.reservations].map(Number)
  if (!isCount(events) || !isCount(reservations) || events === 0)
    return giveUp('--events and --reservations are whole numbers, and there is at least one event.')
  return { events, reservations }
}

const size = readSize()
const read = readSettings(process.env)
if (!read.ok) giveUp(read.problems.join('\n'))
const { settings } = read
if (settings.production) giveUp('NODE_ENV: a house in production is never filled with made-up guests.')
try {
  const started = performance.now()
  const { dataKeys } = await loadSecrets(settings)
  const { db, close } = await openDatabase(settings)
  try {
    await fillScale(
      {
        db,
        sealer: createSealer(dataKeys),
        now: new Date(),
        purgeAfterDays: settings.purgeAfterDays,
        sandbox: settings.payments.kind === 'sandbox',
      },
      size,
    )
    console.log(`Filled in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  } finally {
    await close()
  }
} catch (error) {
  giveUp(error instanceof Error ? (error.message.split('\n')[0] ?? 'The filling failed.') : String(error))
}
