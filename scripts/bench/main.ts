/** Measures everything, prints the table and writes docs/performance.md. */
import { writeFileSync } from 'node:fs'
import { startOwn } from '../test-run/postgres.mjs'
import { benchCalls, type CallsReport } from './calls.ts'
import { describeMachine } from './machine.ts'
import { performancePage } from './page.ts'
import { table } from './report.ts'
import { benchServer } from './server.ts'

/** Nothing here takes nearly as long: what hangs must not hang for ever. */
const LIMIT_MS = 4 * 60_000
setTimeout(() => {
  console.error('The benchmark took more than four minutes and was given up.')
  process.exit(1)
}, LIMIT_MS).unref()

const machine = describeMachine()
console.log('Measuring start-up, memory and pages …')
const server = await benchServer()
console.log('Measuring calls on the embedded database …')
const calls: CallsReport[] = [await benchCalls(null)]
const postgres = await startOwn([])
if ('missing' in postgres) console.log(`Not on PostgreSQL: ${postgres.missing}`)
else {
  console.log('Measuring calls on PostgreSQL …')
  const { server: own, remove } = postgres
  calls.push(await benchCalls(own.url))
  await own.stop('SIGINT')
  remove()
}
const lines = [...calls.flatMap((report) => report.lines), ...server]
console.log(`\n${table(lines)}\n`)
const databases = calls.map(({ database }) => database).join(', ')
writeFileSync('docs/performance.md', performancePage({ machine: [...machine, databases], lines }))
console.log('Written to docs/performance.md')
