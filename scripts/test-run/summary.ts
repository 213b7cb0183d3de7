/** The summary at the end of `npm test`, which CI logs often keep. Its last line is "N passed, N failed". */
import { stripVTControlCharacters } from 'node:util'
import { type TestResult, withOutcome } from './reports.ts'

const SLOWEST = 10
/** Maximum number of failures in the summary, and maximum number of lines for each failure. */
const MAX_SHOWN = 8
const LINES = 8

export interface StepResult {
  name: string
  results: TestResult[]
  milliseconds: number
}

export function summary(
  taken: StepResult[],
  { seed, deep, milliseconds }: { seed: number; deep: boolean; milliseconds: number },
) {
  const command = `SEED=${seed} npm ${deep ? 'run test:deep' : 'test'} --`
  const failing = taken.filter(({ results }) => withOutcome(results, 'failed').length > 0)
  const repeated = failing.map((step) => `  ${command} ${again(step)}`)
  return [
    section('The slowest tests', slowest(taken)),
    section('Skipped', failuresOf(taken, 'skipped')),
    section('Failed at first, passed when tried again', failuresOf(taken, 'flaky')),
    section('Failures', failuresOf(taken, 'failed').slice(0, MAX_SHOWN)),
    failing.length > 0 ? section('To repeat a failure', repeated) : '',
    section('The steps', [...taken.map(stepLine), `${'together'.padEnd(10)}${seconds(milliseconds)}`]),
    outcomes(taken.flatMap(({ results }) => results)),
  ].join('')
}

export function stepLine({ name, results, milliseconds }: StepResult) {
  return `${name.padEnd(10)}${seconds(milliseconds)}  ${outcomes(results)}`
}

const outcomes = (results: TestResult[]) =>
  `${withOutcome(results, 'passed').length} passed, ${withOutcome(results, 'failed').length} failed`

/**
 * Prints a section of the summary. Prints "none" for an empty section, so that a reader knows, for example,
 * that no test was skipped.
 */
function section(title: string, lines: string[]) {
  return lines.length > 0 ? `\n${title}\n${lines.join('\n')}\n` : `\n${title}: none\n`
}

function slowest(taken: StepResult[]) {
  return taken
    .flatMap(({ name, results }) => results.map((test) => ({ ...test, step: name })))
    .filter((test) => test.milliseconds > 0)
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, SLOWEST)
    .map(({ step, name, milliseconds }) => `${seconds(milliseconds)}  ${step}: ${name}`)
}

function failuresOf(taken: StepResult[], which: TestResult['outcome']) {
  return taken.flatMap(({ name: step, results }) =>
    withOutcome(results, which).map(({ name, message }) => {
      const lines = stripVTControlCharacters(message).trim().split('\n', LINES).filter(Boolean)
      return [`  ${step}: ${name}`, ...lines.map((line) => `      ${line.slice(0, 200)}`)].join('\n')
    }),
  )
}

function again({ name, results }: StepResult) {
  const files = new Set(withOutcome(results, 'failed').map(({ file }) => file))
  return [name, ...files].join(' ').trimEnd()
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`.padStart(9)
