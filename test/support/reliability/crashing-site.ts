/**
 * Runs the site as `main.ts` does, but follows instructions from a file. The site kills itself at a named
 * step of a booking, and its clock can run ahead. Only tests use this file.
 */
import { readFileSync } from 'node:fs'
import { createLog } from '#platform/log.ts'
import { readSettings } from '#platform/settings.ts'
import { loadBundle } from '../server/bundle.ts'
import type { Orders } from './crash-orders.ts'

const orders = (): Orders => JSON.parse(readFileSync(process.env['ORDERS'] ?? '', 'utf8'))
const read = readSettings(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))

const { startBuilt } = await loadBundle()
const site = await startBuilt({
  settings: read.settings,
  log: createLog(),
  development: false,
  now: () => new Date(Date.now() + orders().aheadMinutes * 60_000),
  fault: (point) => {
    if (point === orders().killAt) process.kill(process.pid, 'SIGKILL')
  },
})
for (const line of site.announcement) process.stdout.write(`${line}\n`)
process.once('SIGTERM', () => void site.close().then(() => process.exit(0)))
