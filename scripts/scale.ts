/** `npm run scale -- --events 10000 --reservations 100000`: fills the database of the usual settings. */
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/database/open.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { CommandProblem, runCommand } from '#server/backup/command.ts'
import { fillScale } from '#testing/scale/fill.ts'

const OPTIONS = {
  events: { type: 'string', default: '10000' },
  reservations: { type: 'string', default: '100000' },
} as const

await runCommand(async (settings) => {
  const { values } = parseArgs({ options: OPTIONS })
  const size = { events: Number(values.events), reservations: Number(values.reservations) }
  if (![size.events - 1, size.reservations].every((count) => Number.isInteger(count) && count >= 0))
    throw new CommandProblem(
      '--events and --reservations are whole numbers, and there is at least one event.',
    )
  const { payments, production, purgeAfterDays, dataKeys } = settings
  if (production)
    throw new CommandProblem('NODE_ENV: a house in production is never filled with made-up guests.')
  const started = performance.now()
  const sealer = createSealer(dataKeys)
  await using ends = new AsyncDisposableStack()
  const { db } = ends.adopt(await openDatabase(settings), ({ close }) => close())
  await fillScale({ db, sealer, now: new Date(), purgeAfterDays, sandbox: payments.kind === 'sandbox' }, size)
  console.log(`Filled in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
})
