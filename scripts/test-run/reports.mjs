/** Reads what the test programs wrote down as JSON: how many passed and failed, and how long each took. */
import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ name: string, milliseconds: number }} Timed
 * @typedef {{ passed: number, failed: number, timed: Timed[] }} Counts
 */

/**
 * Vitest's report. A file that fails outside its tests (it cannot be loaded, or set up) counts as one failure.
 * @param {string} path
 * @returns {Counts | null} null when there is no whole report: the program crashed
 */
export function vitestCounts(path) {
  const report = read(path)
  if (!report) return null
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, timed: [] }
  for (const file of report.testResults) {
    const before = counts.failed
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed += 1
      if (test.status === 'failed') counts.failed += 1
      const place = file.name.replace(/^.*?\/(?=src\/|scripts\/)/, '')
      counts.timed.push({ name: `${place} › ${test.fullName}`, milliseconds: test.duration ?? 0 })
    }
    if (file.status === 'failed' && counts.failed === before) counts.failed += 1
  }
  return counts
}

/**
 * Playwright's report. One that passed only when tried again counts as failed: so does the site.
 * @param {string} path
 * @returns {Counts | null}
 */
export function playwrightCounts(path) {
  const report = read(path)
  if (!report) return null
  /** @type {Counts} */
  const counts = { passed: 0, failed: report.errors.length, timed: [] }
  for (const suite of report.suites) addSuite(counts, suite)
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
      if (test.status === 'expected') counts.passed += 1
      if (test.status === 'unexpected' || test.status === 'flaky') counts.failed += 1
      let milliseconds = 0
      for (const result of test.results) milliseconds += result.duration
      counts.timed.push({ name: `${spec.file} › ${spec.title} (${test.projectName})`, milliseconds })
    }
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
