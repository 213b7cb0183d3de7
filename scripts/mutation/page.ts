/** The results of a run, kept by file with the reasons for its survivors, and the page that tells them. */
import { createHash } from 'node:crypto'
import type { Stryker } from '@stryker-mutator/core'

/** The pure rules of money, spots, refunds, dates and reminders, each held by the tests beside it that bear its name. */
export const MUTATED = [
  'src/shared/money.ts',
  'src/shared/days.ts',
  'src/shared/invoice-label.ts',
  'src/shared/reservation-money.ts',
  'src/features/booking/domain/settle.ts',
  'src/features/booking/domain/refund-policy.ts',
  'src/features/booking/domain/guest-actions.ts',
  'src/features/booking/domain/invoices.ts',
  'src/features/booking/domain/refunds.ts',
  'src/features/booking/domain/replacement.ts',
  'src/features/booking/domain/sign-up.ts',
  'src/features/reconciliation/rules.ts',
  'src/features/events/rules.ts',
  'src/features/waitlist/rules.ts',
  'src/features/privacy/rules.ts',
  'src/features/reminders/plan-rules.ts',
  'src/features/reminders/rules.ts',
]

/** The least score: of a hundred mutants so many must be killed (docs/mutation.md says so). */
export const LEAST = 90

/** A mutant, as much of it as is read of Stryker's own results; lines and columns are counted from 1. */
export type Mutant = Pick<
  Awaited<ReturnType<Stryker['runMutationTest']>>[number],
  'status' | 'replacement' | 'location'
>

/** Of one file. `text`: the hash of what was mutated. `why`: the reason that no test can tell the mutant from the code, written by hand; null: none yet. */
interface Result {
  text: string
  killed: number
  survived: { line: number; from: string; to: string; why: string | null }[]
}

/** The results by file. */
export type Results = Record<string, Result>

const hashOf = (source: string) => createHash('sha256').update(source).digest('hex').slice(0, 16)

const hasSurvived = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'

/** The result that is kept of a file's run. The reasons are those of `before`, for what survives again. */
export function resultOf(source: string, mutants: Mutant[], before: Result | undefined): Result {
  const survived = mutants.filter(hasSurvived).map(({ location, replacement }) => {
    const [from, to] = [inOneLine(cut(source, location)), inOneLine(replacement)]
    const known = before?.survived.find((one) => one.from === from && one.to === to)
    return { line: location.start.line, from, to, why: known?.why ?? null }
  })
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  return { text: hashOf(source), killed: killed.length, survived }
}

function cut(source: string, { start, end }: Mutant['location']) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  return lines.join('\n')
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The problems of these results, a line each; none: all is well. */
export function problemsOf(results: Results) {
  const { score } = countOf(Object.values(results))
  const unexplained = survivorsOf(results).filter(({ why }) => why === null)
  return [
    ...(score < LEAST ? [`The score is ${percent(score)}, less than ${LEAST} %`] : []),
    ...unexplained.map(({ file, line, from, to }) => `survived at ${file}:${line}: ${from} → ${to}`),
  ]
}

const survivorsOf = (results: Results) =>
  Object.entries(results).flatMap(([file, { survived }]) => survived.map((one) => ({ file, ...one })))

/**
 * The tables of docs/mutation.md.
 * @param sources of all files that are mutated, as they are now
 */
export function mutationTables(results: Results, sources: Record<string, string>) {
  const rows = Object.entries(sources).map(([file, source]) => {
    const result = results[file]
    if (!result) return `| \`${file}\` | **not run yet** | | | |`
    return scoreRow(`\`${file}\`${result.text === hashOf(source) ? '' : ' (changed since)'}`, [result])
  })
  const survivors = survivorsOf(results).map(({ file, line, from, to, why }) => {
    return `| \`${file}:${line}\` | ${code(from)} → ${code(to)} | ${why ?? '**not explained**'} |`
  })
  return {
    scores: [
      '| file | mutants | killed | survived | score |',
      '|---|---|---|---|---|',
      ...rows,
      scoreRow('together', Object.values(results)),
    ].join('\n'),
    survivors: [
      '| place | code → mutant | why no test tells them apart |',
      '|---|---|---|',
      ...survivors,
    ].join('\n'),
  }
}

function scoreRow(name: string, results: Result[]) {
  const { killed, survived, score } = countOf(results)
  return `| ${name} | ${killed + survived} | ${killed} | ${survived} | ${percent(score)} |`
}

function countOf(results: Result[]) {
  const killed = results.reduce((sum, result) => sum + result.killed, 0)
  const survived = results.reduce((sum, result) => sum + result.survived.length, 0)
  return { killed, survived, score: (100 * killed) / Math.max(1, killed + survived) }
}

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``
const percent = (score: number) => `${score.toFixed(1)} %`
