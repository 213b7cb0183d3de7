/**
 * Measures everything, prints the tables and writes docs/performance.md. `--quick`: fewer rounds, and growth to 10,000
 * reservations alone; that is printed and not written.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startOwn } from '#testing/postgres/server.ts'
import { fillPage, today } from '../measured.ts'
import { keepRun } from '../reliability/page.ts'
import { benchCalls } from './in-process.ts'
import { benchGrowth, type Growth, growthTable, overLimit } from './growth.ts'
import { describeMachine } from './programs.ts'
import { listed, ratiosIn, slowerThan, table } from './report.ts'
import { benchCrowd, benchIdleOnServer } from './memory.ts'
import { benchServer, benchTwoProcesses } from './over-http.ts'

const PAGE = 'docs/performance.md'
const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values
const rounds = quick ? 3 : 9

/** The time limit of a run: nothing takes nearly as long, and what hangs must not hang for ever. */
const LIMIT_MINUTES = 45
setTimeout(() => {
  console.error(`The benchmark took more than ${LIMIT_MINUTES} minutes and was given up.`)
  process.exit(1)
}, LIMIT_MINUTES * 60_000).unref()

const machine = describeMachine()
console.log('Measuring start-up and pages …')
const lines = await benchServer(rounds)
console.log('Measuring memory and a crowd …')
lines.push(...(await benchCrowd()))
console.log('Measuring calls on the embedded database …')
const embedded = await benchCalls(null, rounds)
lines.unshift(...embedded.lines)
const databases = [embedded.database]
let growths: Growth[] = []
const postgres = await startOwn([])
if ('missing' in postgres) console.log(`Not on PostgreSQL: ${postgres.missing}`)
else {
  await using own = postgres
  const { url } = own.server
  console.log('Measuring calls on PostgreSQL …')
  const calls = await benchCalls(url, rounds)
  lines.splice(embedded.lines.length, 0, ...calls.lines)
  databases.push(calls.database)
  lines.push(await benchIdleOnServer(url))
  console.log('Measuring two processes …')
  lines.push(...(await benchTwoProcesses(url, rounds)))
  console.log('Measuring growth …')
  growths = await benchGrowth(url, quick)
}
const before = ratiosIn(readFileSync(PAGE, 'utf8'))
const slower = slowerThan(before, lines)
const over = overLimit(growths)
const rates = table(lines, before)
const sizes = growthTable(growths)
console.log(`\n${rates}\n\n${sizes}\n`)
console.log(`Slower than the last time: ${listed(slower)}\nOver 200 ms or 150 KB: ${listed(over)}`)
if (!quick) {
  fillPage(PAGE, {
    measured: `Measured on ${today()}.\n\n${rates}\n\nSlower than before by more than three tenths: ${listed(slower)}`,
    growth: `${sizes}\n\nOver it: ${listed(over)}`,
    machine: [...machine, databases.join(', ')].map((line) => `- ${line}`).join('\n'),
  })
  keepRun('bench', { machine, growths, slower, over })
  console.log(`Written to ${PAGE}`)
}
