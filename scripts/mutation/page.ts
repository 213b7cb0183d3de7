/** What a run came to, what is kept of it by file, and the page that says so. */
import { createHash } from 'node:crypto'

/** The least score: of a hundred mutants so many must be killed. */
export const LEAST = 90

/** In a file, counted from 1. */
type Place = { line: number; column: number }

type Mutant = { status: string; replacement?: string; location: { start: Place; end: Place } }

/** What is read of Stryker's own report. */
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }

/** A mutant that no test can tell from the code, and why. */
type Explained = { file: string; from: string; to: string; why: string }

type Survivor = { line: number; from: string; to: string }

/** Of one file; `text`: the hash of what was mutated. */
type Result = { text: string; killed: number; survived: Survivor[] }

/** The results by file. */
export type Results = Record<string, Result>

const KILLED = new Set(['Killed', 'Timeout'])
const SURVIVED = new Set(['Survived', 'NoCoverage'])

export const hashOf = (source: string) => createHash('sha256').update(source).digest('hex').slice(0, 16)

export function resultsOf(report: Report): Results {
  return Object.fromEntries(
    Object.entries(report.files).map(([file, { source, mutants }]) => {
      const killed = mutants.filter(({ status }) => KILLED.has(status)).length
      const survived = mutants
        .filter(({ status }) => SURVIVED.has(status))
        .map(({ location, replacement = '' }) => ({
          line: location.start.line,
          from: inOneLine(cut(source, location)),
          to: inOneLine(replacement),
        }))
      return [file, { text: hashOf(source), killed, survived }]
    }),
  )
}

const ROW = /^\| `([^`]+):\d+` \| `([^`]*)` → `([^`]*)` \| (.+) \|$/gm
const NOT_EXPLAINED = '**not explained**'

/** The reasons that somebody has written into the page's table of survivors. */
export function explainedIn(page: string): Explained[] {
  const rows = [...page.matchAll(ROW)].map(([, file = '', from = '', to = '', why = '']) => ({
    file,
    from: from.replaceAll('\\|', '|'),
    to: to.replaceAll('\\|', '|'),
    why,
  }))
  return rows.filter(({ why }) => why !== NOT_EXPLAINED)
}

/** What is wrong with these results, a line each; none: all is well. */
export function problemsOf(results: Results, explained: Explained[]) {
  const score = scoreOf(Object.values(results))
  const unexplained = Object.entries(results).flatMap(([file, { survived }]) =>
    survived
      .filter((survivor) => !explained.some((one) => same(file, survivor, one)))
      .map((one) => ({ file, ...one })),
  )
  return [
    ...(score < LEAST ? [`The score is ${percent(score)}, less than ${LEAST} %`] : []),
    ...unexplained.map(({ file, line, from, to }) => `survived at ${file}:${line}: ${from} → ${to}`),
  ]
}

/**
 * What the kept results do not speak of, a line each.
 * @param sources as they are now, by file
 */
export function staleOf(results: Results, sources: Record<string, string>) {
  return Object.entries(sources).flatMap(([file, source]) => {
    const result = results[file]
    if (!result) return [`${file} has not been run`]
    return result.text === hashOf(source) ? [] : [`${file} has changed since its run`]
  })
}

export function mutationPage(results: Results, explained: Explained[], stale: string[]) {
  const files = Object.entries(results).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const rows = files.map(([file, result]) => scoreRow(`\`${file}\``, [result]))
  const left = files.flatMap(([file, { survived }]) =>
    survived.map((survivor) => {
      const why = explained.find((one) => same(file, survivor, one))?.why ?? NOT_EXPLAINED
      return `| \`${file}:${survivor.line}\` | ${code(survivor.from)} → ${code(survivor.to)} | ${why} |`
    }),
  )
  return `# Mutation tests

Made by \`npm run test:mutation\` of what its runs have left in \`docs/measured/mutation.json\`; only the reasons in the last column are written by hand. [Stryker](https://stryker-mutator.io) changes
the pure rules of money, spots, refunds, dates and reminders in every way it knows, one change at a time, and runs the tests beside them: a change that no test
notices has survived. The command fails below ${LEAST} %, and for a survivor without a reason there.
\`npm run test:mutation -- money days\` runs the files alone whose paths contain one of the words, and keeps the others' results.

${stale.length > 0 ? `**Not as the code is now:**\n\n${stale.map((line) => `- ${line}`).join('\n')}` : 'Every result is of the code as it is.'}

| file | mutants | killed | survived | score |
|---|---|---|---|---|
${[...rows, scoreRow('together', Object.values(results))].join('\n')}

## What survived, and why

${left.length > 0 ? `| place | code → mutant | why no test tells them apart |\n|---|---|---|\n${left.join('\n')}` : 'Nothing.'}
`
}

function scoreRow(name: string, results: Result[]) {
  const { killed, survived } = countOf(results)
  return `| ${name} | ${killed + survived} | ${killed} | ${survived} | ${percent(scoreOf(results))} |`
}

const countOf = (results: Result[]) => ({
  killed: results.reduce((sum, { killed }) => sum + killed, 0),
  survived: results.reduce((sum, { survived }) => sum + survived.length, 0),
})

function scoreOf(results: Result[]) {
  const { killed, survived } = countOf(results)
  return killed + survived === 0 ? 0 : (100 * killed) / (killed + survived)
}

const same = (file: string, survivor: Survivor, one: Explained) =>
  file === one.file && survivor.from === one.from && survivor.to === one.to

function cut(source: string, { start, end }: Mutant['location']) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  return lines.join('\n')
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``
const percent = (score: number) => `${score.toFixed(1)} %`
