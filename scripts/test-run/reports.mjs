/** Reads what the test programs wrote down as JSON: how many passed and failed, why, and how long each took. */
import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ name: string, milliseconds: number }} Timed
 * @typedef {{ file: string, name: string, message: string }} Failed
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} passedBeside those of the passed that are not run again when the failed ones are
 * @property {Timed[]} timed
 * @property {Failed[]} failures
 * @property {string[]} skipped those that did not run, each with the reason in its name
 * @property {Failed[]} unsteady those that failed at first, and passed when they were tried again
 */

/** @returns {Counts} */
export const noCounts = () => ({
  passed: 0,
  failed: 0,
  passedBeside: 0,
  timed: [],
  failures: [],
  skipped: [],
  unsteady: [],
})

/** Vitest's words for a test that did not run, and Playwright's. */
const NOT_RUN = new Set(['skipped', 'pending', 'todo'])

/**
 * Vitest's report. A file that fails outside its tests (it cannot be loaded, or set up) counts as one failure.
 * @param {string} path
 * @returns {Counts | null} null when there is no whole report: the program crashed
 */
export function vitestCounts(path) {
  const report = read(path)
  if (!report) return null
  const counts = noCounts()
  for (const file of report.testResults) {
    const place = file.name.replace(/^.*?\/(?=src\/|scripts\/)/, '')
    const before = { ...counts }
    for (const test of file.assertionResults) {
      const name = `${place} › ${test.fullName}`
      if (test.status === 'passed') counts.passed += 1
      if (test.status === 'failed')
        addFailure(counts, { file: place, name, message: test.failureMessages?.[0] })
      if (NOT_RUN.has(test.status)) counts.skipped.push(name)
      counts.timed.push({ name, milliseconds: test.duration ?? 0 })
    }
    if (file.status === 'failed' && counts.failed === before.failed)
      addFailure(counts, { file: place, name: place, message: file.message })
    // A file is run again as a whole.
    if (counts.failed === before.failed) counts.passedBeside += counts.passed - before.passed
  }
  return counts
}

/**
 * Playwright's report.
 * @param {string} path
 * @returns {Counts | null}
 */
export function playwrightCounts(path) {
  const report = read(path)
  if (!report) return null
  const counts = noCounts()
  for (const { message } of report.errors) addFailure(counts, { file: '', name: 'beside the tests', message })
  for (const suite of report.suites) addSuite(counts, suite)
  counts.passedBeside = counts.passed
  return counts
}

/**
 * @param {Counts} counts
 * @param {any} suite a file or a `describe` of Playwright's report, which has no types
 */
function addSuite(counts, suite) {
  for (const inner of suite.suites ?? []) addSuite(counts, inner)
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests) {
      const name = `${spec.file} › ${spec.title} (${test.projectName})`
      const last = test.results.at(-1)
      if (test.status === 'expected') counts.passed += 1
      if (test.status === 'unexpected' || test.status === 'flaky')
        addFailure(counts, { file: spec.file, name, message: last?.error?.message })
      if (NOT_RUN.has(test.status)) counts.skipped.push(name)
      let milliseconds = 0
      for (const result of test.results) milliseconds += result.duration
      counts.timed.push({ name, milliseconds })
    }
}

/**
 * @param {Counts} counts
 * @param {{ file: string, name: string, message: string | undefined }} failure
 */
function addFailure(counts, { message = 'no reason was given', ...failure }) {
  counts.failed += 1
  counts.failures.push({ ...failure, message })
}

/** @param {string} path */
function read(path) {
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
