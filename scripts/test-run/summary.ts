/** What `npm test` says at its end: a log is often kept from there. Its last line is "N passed, N failed". */
import { stripVTControlCharacters } from 'node:util'
import type { Counts } from './reports.ts'

const SLOWEST = 10
/** So many failures are told again, each in so many lines. */
const TOLD = 8
const LINES = 8

/** A step as it went. */
export interface Taken {
  name: string
  counts: Counts
  milliseconds: number
}

export function summary(
  taken: Taken[],
  { seed, deep, milliseconds }: { seed: number; deep: boolean; milliseconds: number },
) {
  const command = `SEED=${seed} npm ${deep ? 'run test:deep' : 'test'} --`
  const failing = taken.filter(({ counts }) => counts.failures.length > 0)
  return [
    section('The slowest tests', slowest(taken)),
    section(
      'Skipped',
      taken.flatMap(({ name, counts }) => counts.skipped.map((test) => `  ${name}: ${test}`)),
    ),
    section('Failed at first, passed when tried again', told(taken, 'unsteady')),
    section('What failed', told(taken, 'failures').slice(0, TOLD)),
    failing.length > 0 &&
      section(
        'To see it again',
        failing.map((step) => `  ${command} ${again(step)}`),
      ),
    section('The steps', [...taken.map(stepLine), `${'together'.padEnd(10)}${seconds(milliseconds)}`]),
    `${sum(taken, 'passed')} passed, ${sum(taken, 'failed')} failed`,
  ]
    .filter((part) => part !== false)
    .join('')
}

export function stepLine({ name, counts, milliseconds }: Taken) {
  return `${name.padEnd(10)}${seconds(milliseconds)}  ${counts.passed} passed, ${counts.failed} failed`
}

/** Of nothing at all is said so: whether anything was skipped or tried again is what a reader wants to know. */
function section(title: string, lines: string[]) {
  return lines.length > 0 ? `\n${title}\n${lines.join('\n')}\n` : `\n${title}: none\n`
}

function slowest(taken: Taken[]) {
  const timed = taken.flatMap(({ name, counts }) => counts.timed.map((test) => ({ ...test, step: name })))
  return timed
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, SLOWEST)
    .map(({ step, name, milliseconds }) => `${seconds(milliseconds)}  ${step}: ${name}`)
}

function told(taken: Taken[], which: 'failures' | 'unsteady') {
  return taken.flatMap(({ name: step, counts }) =>
    counts[which].map(({ name, message }) => {
      const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, LINES)
      return [`  ${step}: ${name}`, ...lines.map((line) => `      ${line.slice(0, 200)}`)].join('\n')
    }),
  )
}

function again({ name, counts }: Taken) {
  const files = new Set(counts.failures.map(({ file }) => file))
  return [name, ...files].join(' ').trimEnd()
}

function sum(taken: Taken[], which: 'passed' | 'failed') {
  return taken.reduce((all, { counts }) => all + counts[which], 0)
}

function seconds(milliseconds: number) {
  return `${(milliseconds / 1000).toFixed(1)} s`.padStart(9)
}
