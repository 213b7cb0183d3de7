/** The summary of `npm test` at its end: a log is often kept from there. Its last line is "N passed, N failed". */
import { stripVTControlCharacters } from 'node:util'
import { type TestResult, withOutcome } from './reports.ts'

const SLOWEST = 10
/** So many failures are told again, each in so many lines. */
const TOLD = 8
const LINES = 8

/** A step as it went. */
export interface Taken {
  name: string
  results: TestResult[]
  milliseconds: number
}

export function summary(
  taken: Taken[],
  { seed, deep, milliseconds }: { seed: number; deep: boolean; milliseconds: number },
) {
  const command = `SEED=${seed} npm ${deep ? 'run test:deep' : 'test'} --`
  const failing = taken.filter(({ results }) => withOutcome(results, 'failed').length > 0)
  const repeated = failing.map((step) => `  ${command} ${again(step)}`)
  return [
    section('The slowest tests', slowest(taken)),
    section('Skipped', told(taken, 'skipped')),
    section('Failed at first, passed when tried again', told(taken, 'unsteady')),
    section('What failed', told(taken, 'failed').slice(0, TOLD)),
    failing.length > 0 ? section('To see it again', repeated) : '',
    section('The steps', [...taken.map(stepLine), `${'together'.padEnd(10)}${seconds(milliseconds)}`]),
    outcomes(taken.flatMap(({ results }) => results)),
  ].join('')
}

export function stepLine({ name, results, milliseconds }: Taken) {
  return `${name.padEnd(10)}${seconds(milliseconds)}  ${outcomes(results)}`
}

const outcomes = (results: TestResult[]) =>
  `${withOutcome(results, 'passed').length} passed, ${withOutcome(results, 'failed').length} failed`

/** Of nothing at all is said so: whether anything was skipped or tried again is what a reader wants to know. */
function section(title: string, lines: string[]) {
  return lines.length > 0 ? `\n${title}\n${lines.join('\n')}\n` : `\n${title}: none\n`
}

function slowest(taken: Taken[]) {
  return taken
    .flatMap(({ name, results }) => results.map((test) => ({ ...test, step: name })))
    .filter((test) => test.milliseconds > 0)
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, SLOWEST)
    .map(({ step, name, milliseconds }) => `${seconds(milliseconds)}  ${step}: ${name}`)
}

function told(taken: Taken[], which: TestResult['outcome']) {
  return taken.flatMap(({ name: step, results }) =>
    withOutcome(results, which).map(({ name, message }) => {
      const lines = stripVTControlCharacters(message).trim().split('\n', LINES).filter(Boolean)
      return [`  ${step}: ${name}`, ...lines.map((line) => `      ${line.slice(0, 200)}`)].join('\n')
    }),
  )
}

function again({ name, results }: Taken) {
  const files = new Set(withOutcome(results, 'failed').map(({ file }) => file))
  return [name, ...files].join(' ').trimEnd()
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`.padStart(9)
