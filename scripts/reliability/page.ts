/** docs/reliability.md: each line of what must hold, what proves it, and what the last kept runs came to. Run as a program it writes the page. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Growth, markdown } from '../bench/growth.ts'
import type { Slope } from '../soak/memory.ts'
import { CLAIMS, type Claim } from './claims.ts'
import { readResults } from './results.ts'

type Dated<Result> = (Result & { day: string }) | null

export interface Kept {
  tests: ReturnType<typeof readResults>
  bench: Dated<{ growths: Growth[]; over: string[]; machine: string[] }>
  soak: Dated<Soak>
}

export interface Soak {
  good: boolean
  minutes: number
  database: string
  machine: string[]
  requests: number
  statuses: Record<string, number>
  signUps: number
  wrong: string[]
  books: { payments: number; differences: number }
  heap: Slope
  /** The memory outside of the heap; missing in results of earlier versions. */
  external?: Slope
  young?: Slope
  rss: Slope
}

const STEP_NAMES: Record<string, string> = {
  http: 'embedded',
  postgres: 'PostgreSQL',
  unit: 'alone',
  e2e: 'browser',
}

export function reliabilityPage(kept: Kept): string {
  const rows = CLAIMS.map((line, index) => [
    String(index + 1),
    line.what,
    line.tests.map((file) => `${nameOf(file)}: ${resultOf(file, kept)}`).join('<br>'),
    figureOf(line, kept),
  ])
  return `# What holds under load and faults

Made by \`npm run reliability\` of what runs have left in \`docs/measured/\`; do not edit. A test without a kept result has not
been run by a run that keeps them: \`npm run test:deep\` always does, \`npm test -- --keep\` on request, \`npm run bench\` and
\`npm run soak\` always.

${markdown([['', 'what must hold', 'tests, and when they last passed in a kept run', 'measured'], ...rows])}
`
}

const nameOf = (file: string) => `\`${file.replace(/^src\/(features\/)?/, '')}\``

function resultOf(file: string, { tests }: Kept): string {
  const results = Object.entries(tests[file] ?? {})
  if (results.length === 0) return /\.deep\./.test(file) ? '**not run yet**' : 'in each `npm test`'
  return results
    .map(([step, { day, passed, failed }]) => {
      const where = STEP_NAMES[step] ?? step
      return failed > 0 ? `**${failed} failed** (${where}, ${day})` : `${passed} passed (${where}, ${day})`
    })
    .join(', ')
}

function figureOf({ measured }: Claim, { bench, soak }: Kept): string {
  if (measured === 'soak') return soak ? soakWords(soak) : '**not measured yet**'
  if (measured !== 'bench') return ''
  if (!bench) return '**not measured yet**'
  const largest = bench.growths.flatMap(({ at }) => at.slice(-1))
  const most = (of: 'p95' | 'kilobytes') => Math.max(...largest.map((one) => one[of])).toFixed(0)
  const over = bench.over.length > 0 ? `; over: ${bench.over.join(', ')}` : ''
  const loaded = bench.machine.find((line) => line.startsWith('Load')) ?? ''
  return `${bench.day}: at ${largest[0]?.reservations.toLocaleString('en-US')} reservations at most ${most('p95')} ms (p95) and ${most('kilobytes')} KB${over}. ${loaded}`
}

const grew = ({ growth, level }: Slope) =>
  `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} of ${level.toFixed(0)} MB`

function soakWords(soak: NonNullable<Kept['soak']>): string {
  const { day, minutes, database, requests, signUps, statuses, wrong, books, heap, external, young, rss } =
    soak
  const broken = Object.entries(statuses).reduce(
    (sum, [status, n]) => sum + (Number(status) >= 500 ? n : 0),
    0,
  )
  return [
    `${soak.good ? '' : '**not good** '}${day}: ${minutes} minutes, ${database}, ${requests} requests, ${signUps} sign-ups`,
    `${broken} answers of 500 and above`,
    `after the warm-up heap ${grew(heap)}, ${external ? `beside it ${grew(external)}, ` : ''}resident ${grew(rss)}${young ? `, of which V8 keeps for new objects ${grew(young)}` : ''}`,
    `${books.payments} payments compared, ${books.differences} differences`,
    ...wrong,
    soak.machine.find((line) => line.startsWith('Load')) ?? '',
  ].join('; ')
}

const MEASURED = fileURLToPath(new URL('../../docs/measured/', import.meta.url))
const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

/** Keeps what a long run measured, with the day of it, in a small file that is committed. */
export function writeMeasured(name: string, result: object): void {
  mkdirSync(MEASURED, { recursive: true })
  const measured = { day: new Date().toISOString().slice(0, 10), ...result }
  writeFileSync(`${MEASURED}${name}.json`, `${JSON.stringify(measured, null, 2)}\n`)
}

/** Null: it has not been measured yet. */
function readMeasured<Result>(name: string): Dated<Result> {
  const file = `${MEASURED}${name}.json`
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result & { day: string }) : null
}

export function readKept(): Kept {
  return { tests: readResults(), bench: readMeasured('bench'), soak: readMeasured('soak') }
}

export function writeReliabilityPage(): void {
  writeFileSync(PAGE, reliabilityPage(readKept()))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeReliabilityPage()
  console.log('Written to docs/reliability.md')
}
