/** The results of the last kept runs, in docs/measured and behind each test that docs/reliability.md names. Run as a program it writes them there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Growth } from '../bench/growth.ts'
import { readMeasured, today, writeMeasured } from '../measured.ts'
import { ROOT } from '../prepare/process.mjs'
import type { Slope } from '../soak/memory.ts'
import { type TestResult, withOutcome } from '../test-run/reports.ts'

/** By file, then by step (`http`: on the embedded database, `postgres`: on a server, …). */
type TestResults = Record<string, Record<string, { day: string; passed: number; failed: number }>>

type Dated<Result> = (Result & { day: string }) | null

interface Kept {
  tests: TestResults
  bench: Dated<{ growths: Growth[]; over: string[]; machine: string[] }>
  soak: Dated<Soak>
}

interface Soak {
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
  rss: Slope
}

const STEP_NAMES: Record<string, string> = {
  http: 'embedded',
  postgres: 'PostgreSQL',
  unit: 'alone',
  e2e: 'browser',
}
/** The last cell of a row of the table: tests and commands, each with its result behind it. */
const PROOFS = /(?<=^\| \d+ \|[^|]*\| ).*(?= \|$)/gm

/** The page with these results in place of those in it. */
export function reliabilityPage(page: string, kept: Kept): string {
  return page.replaceAll(PROOFS, (cell) =>
    [...cell.matchAll(/(?:^|<br>)`([^`]+)`/g)]
      .map(([, proof = '']) => `\`${proof}\`: ${resultOf(proof, kept)}`)
      .join('<br>'),
  )
}

function resultOf(proof: string, { tests, bench, soak }: Kept): string {
  if (proof === 'npm run bench') return bench ? benchWords(bench) : '**not measured yet**'
  if (proof === 'npm run soak') return soak ? soakWords(soak) : '**not measured yet**'
  const results = Object.entries(tests[proof] ?? {})
  if (results.length === 0) return /\.deep\./.test(proof) ? '**not run yet**' : 'in each `npm test`'
  return results
    .map(([step, { day, passed, failed }]) => {
      const where = STEP_NAMES[step] ?? step
      return failed > 0 ? `**${failed} failed** (${where}, ${day})` : `${passed} passed (${where}, ${day})`
    })
    .join(', ')
}

function benchWords({ day, growths, over, machine }: NonNullable<Kept['bench']>): string {
  const largest = growths.flatMap(({ at }) => at.slice(-1))
  const most = (of: 'p95' | 'kilobytes') => Math.max(...largest.map((one) => one[of])).toFixed(0)
  const beyond = over.length > 0 ? `; over: ${over.join(', ')}` : ''
  const size = largest[0]?.reservations.toLocaleString('en-US')
  return `${day}: at ${size} reservations at most ${most('p95')} ms (p95) and ${most('kilobytes')} KB${beyond}; ${machine.at(-1)}`
}

const grew = ({ growth, level }: Slope) =>
  `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} of ${level.toFixed(0)} MB`

function soakWords({ statuses, books, ...soak }: NonNullable<Kept['soak']>): string {
  const broken = Object.entries(statuses).filter(([status]) => Number(status) >= 500)
  return [
    `${soak.good ? '' : '**not good** '}${soak.day}: ${soak.minutes} minutes, ${soak.database}, ${soak.requests} requests, ${soak.signUps} sign-ups`,
    `${broken.reduce((sum, [, count]) => sum + count, 0)} answers of 500 and above`,
    `after the warm-up heap ${grew(soak.heap)}, resident ${grew(soak.rss)}`,
    `${books.payments} payments compared, ${books.differences} differences`,
    ...soak.wrong,
    soak.machine.at(-1),
  ].join('; ')
}

export const readKept = (): Kept => ({
  tests: readMeasured('tests') ?? {},
  bench: readMeasured('bench'),
  soak: readMeasured('soak'),
})

/** The kept results of the tests by file, with those of a step of `npm test`; a file that was skipped keeps what it had. */
export function withStep(tests: TestResults, step: string, results: TestResult[]): TestResults {
  const ran = results.filter(
    ({ file, outcome }) => file !== '' && (outcome === 'passed' || outcome === 'failed'),
  )
  const all = { ...tests }
  for (const [file, ended] of Map.groupBy(ran, (one) => one.file)) {
    const path = step === 'e2e' ? `e2e/${file}` : file
    const [passed, failed] = [withOutcome(ended, 'passed').length, withOutcome(ended, 'failed').length]
    all[path] = { ...all[path], [step]: { day: today(), passed, failed } }
  }
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

export const keepTestResults = (step: string, results: TestResult[]) =>
  writeMeasured('tests', withStep(readKept().tests, step, results))

/** Keeps what `bench` or `soak` measured, with the day of it, and tells it on the page. */
export function keepRun(name: 'bench' | 'soak', result: object): void {
  writeMeasured(name, { day: today(), ...result })
  writeReliabilityPage()
}

const PAGE = join(ROOT, 'docs', 'reliability.md')

export function writeReliabilityPage(): void {
  writeFileSync(PAGE, reliabilityPage(readFileSync(PAGE, 'utf8'), readKept()))
}

if (import.meta.main) writeReliabilityPage()
