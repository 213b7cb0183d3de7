/**
 * `npm test`: installs what is missing, then checks and tests everything; goes on after a failing step.
 * `npm test -- http events` runs the named steps, limited to test files whose names contain "events".
 * `npm run test:deep` (--deep) runs the long tests, `npm run test:deep -- chaos` some of them.
 */
import './prepare/node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { run } from './prepare/process.mjs'
import { keepResults } from './reliability/results.mjs'
import { noCounts } from './test-run/reports.mjs'
import { DEEP_STEPS, STEPS } from './test-run/steps.mjs'

const SLOWEST = 10
/** So many failures are told again at the end, each in so many lines: a log is often kept from its end. */
const TOLD = 8
const LINES = 8
const started = Date.now()
const words = process.argv.slice(2)
const steps = words.includes('--deep') ? DEEP_STEPS : STEPS
const isStep = (/** @type {string} */ word) => steps.some((step) => step.name === word)
const chosen = steps.filter((step) => words.includes(step.name) || !words.some(isStep))
/** For docs/reliability.md. */
const keeps = words.includes('--deep') || words.includes('--keep')
const filters = words.filter((word) => !isStep(word) && !word.startsWith('--'))

await ensureInstalled()
const node = await pinnedNode()
process.env['PATH'] = `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`
const folder = mkdtempSync(join(tmpdir(), 'test-reports-'))
for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => process.exit(1))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

let passed = 0
let failed = 0
/** @type {string[]} */
const lines = []
/** @type {import('./test-run/reports.mjs').Timed[]} */
const timed = []
/** @type {string[]} */
const failures = []
/** @type {string[]} */
const unsteady = []

const quick = chosen.filter((step) => step.quick)
if (quick.length > 0) console.log(`\n── ${quick.map(({ name }) => name).join(', ')}`)
await Promise.all(quick.map(take))
for (const step of chosen.filter((step) => !step.quick)) {
  console.log(`\n── ${step.name}`)
  await take(step)
}

if (keeps)
  await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/reliability/main.ts'], {
    cwd: ROOT,
    quiet: true,
  })

console.log(
  `\nThe slowest tests\n${timed
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, SLOWEST)
    .map(row)
    .join('\n')}`,
)
for (const [title, list] of /** @type {[string, string[]][]} */ ([
  ['Failed at first, passed when tried again', unsteady],
  ['What failed', failures],
]))
  if (list.length > 0) console.log(`\n${title}\n${list.slice(0, TOLD).join('\n')}`)
console.log(
  `\nThe steps\n${lines.join('\n')}\n${'together'.padEnd(10)}${seconds(Date.now() - started).padStart(9)}\n`,
)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed`)

/** @param {import('./test-run/steps.mjs').Step} step */
async function take({ name, work }) {
  const begun = Date.now()
  const counts = await work({ node, folder, filters }).catch((error) => {
    console.log(error)
    return { ...noCounts(), failed: 1 }
  })
  if (keeps) keepResults(name, counts)
  passed += counts.passed
  failed += counts.failed
  timed.push(...counts.timed.map((test) => ({ ...test, name: `${name}: ${test.name}` })))
  failures.push(...counts.failures.map((failure) => told(name, failure)))
  unsteady.push(...counts.unsteady.map((failure) => told(name, failure)))
  const line = `${name.padEnd(10)}${seconds(Date.now() - begun).padStart(9)}  ${counts.passed} passed, ${counts.failed} failed`
  lines.push(line)
  console.log(line)
}

/**
 * @param {string} step
 * @param {import('./test-run/reports.mjs').Failed} failure
 */
function told(step, { name, message }) {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, LINES)
  return [`  ${step}: ${name}`, ...lines.map((line) => `      ${line.slice(0, 200)}`)].join('\n')
}

/** @param {import('./test-run/reports.mjs').Timed} test */
function row({ name, milliseconds }) {
  return `${seconds(milliseconds).padStart(9)}  ${name}`
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
