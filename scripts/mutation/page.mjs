/** Reads Stryker's report: what survived, and the page that says so. */

/** Of a hundred mutants so many must be killed. */
export const LEAST = 90

/**
 * @typedef {{ line: number, column: number }} Place counted from 1
 * @typedef {{ status: string, replacement?: string, location: { start: Place, end: Place } }} Mutant
 * @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} Report
 * @typedef {{ file: string, from: string, to: string, why: string }} Explained a mutant that no test can tell from the code
 * @typedef {{ file: string, line: number, from: string, to: string }} Survivor
 */

const KILLED = new Set(['Killed', 'Timeout'])
const SURVIVED = new Set(['Survived', 'NoCoverage'])

/**
 * @param {Report} report
 * @returns {Survivor[]}
 */
export function survivorsOf(report) {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => SURVIVED.has(status))
      .map(({ location, replacement = '' }) => ({
        file,
        line: location.start.line,
        from: inOneLine(cut(source, location)),
        to: inOneLine(replacement),
      })),
  )
}

/**
 * @param {Survivor} one
 * @param {Explained} other
 */
const same = (one, other) => one.file === other.file && one.from === other.from && one.to === other.to

/**
 * What is wrong with a run, a line each; none: all is well.
 * @param {Report} report
 * @param {Explained[]} explained
 */
export function problemsOf(report, explained) {
  const survivors = survivorsOf(report)
  const { score } = scoreOf(Object.values(report.files).flatMap(({ mutants }) => mutants))
  const unexplained = survivors.filter((survivor) => !explained.some((one) => same(survivor, one)))
  const stale = explained.filter(
    (one) => one.file in report.files && !survivors.some((survivor) => same(survivor, one)),
  )
  return [
    ...(score < LEAST ? [`The score is ${percent(score)}, less than ${LEAST} %`] : []),
    ...unexplained.map(({ file, line, from, to }) => `survived at ${file}:${line}: ${from} → ${to}`),
    ...stale.map(({ file, from, to }) => `explained, but did not survive: ${file}: ${from} → ${to}`),
  ]
}

/**
 * @param {Report} report
 * @param {Explained[]} explained
 */
export function mutationPage(report, explained) {
  const files = Object.entries(report.files).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const all = files.flatMap(([, { mutants }]) => mutants)
  const rows = files.map(([file, { mutants }]) => scoreRow(`\`${file}\``, mutants))
  const left = survivorsOf(report).map((survivor) => {
    const why = explained.find((one) => same(survivor, one))?.why ?? ''
    return `| \`${survivor.file}:${survivor.line}\` | ${code(survivor.from)} → ${code(survivor.to)} | ${why} |`
  })
  return `# Mutation tests

Made by \`npm run test:mutation\`; do not edit. [Stryker](https://stryker-mutator.io) changes the pure rules of money, spots, refunds, dates and reminders in every way it knows, one
change at a time, and runs the tests beside them: a change that no test notices has survived. The command fails below ${LEAST} %, and for a survivor
that \`scripts/mutation/explained.mjs\` does not explain.

| file | mutants | killed | survived | score |
|---|---|---|---|---|
${[...rows, scoreRow('together', all)].join('\n')}

## What survived, and why

${left.length > 0 ? `| place | code → mutant | why no test tells them apart |\n|---|---|---|\n${left.join('\n')}` : 'Nothing.'}
`
}

/**
 * @param {string} name
 * @param {Mutant[]} mutants
 */
function scoreRow(name, mutants) {
  const { killed, survived, score } = scoreOf(mutants)
  return `| ${name} | ${killed + survived} | ${killed} | ${survived} | ${percent(score)} |`
}

/** @param {Mutant[]} mutants */
function scoreOf(mutants) {
  const killed = mutants.filter(({ status }) => KILLED.has(status)).length
  const survived = mutants.filter(({ status }) => SURVIVED.has(status)).length
  return { killed, survived, score: killed + survived === 0 ? 0 : (100 * killed) / (killed + survived) }
}

/**
 * @param {string} source
 * @param {Mutant['location']} location
 */
function cut(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  return lines.join('\n')
}

/** @param {string} text */
const inOneLine = (text) => text.replaceAll(/\s+/g, ' ').trim()
/** @param {string} text */
const code = (text) => `\`${text.replaceAll('|', '\\|')}\``
/** @param {number} score */
const percent = (score) => `${score.toFixed(1)} %`
