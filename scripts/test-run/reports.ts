/** Reads what the test programs wrote down as JSON: how many passed and failed, why, and how long each took. */
import { existsSync, readFileSync } from 'node:fs'

type Timed = { name: string; milliseconds: number }

type Failed = { file: string; name: string; message: string }

export interface Counts {
  passed: number
  failed: number
  /** Those of the passed that are not run again when the failed ones are */
  passedBeside: number
  timed: Timed[]
  failures: Failed[]
  /** Those that did not run, each with the reason in its name */
  skipped: string[]
  /** Those that failed at first, and passed when they were tried again */
  unsteady: Failed[]
}

export const noCounts = (): Counts => ({
  passed: 0,
  failed: 0,
  passedBeside: 0,
  timed: [],
  failures: [],
  skipped: [],
  unsteady: [],
})

/** Of what is no test, and failed. `file`: empty, since there is none to run again. */
export const failedAs = (name: string, message: string): Counts => ({
  ...noCounts(),
  failed: 1,
  failures: [{ file: '', name, message }],
})

/** Vitest's words for a test that did not run, and Playwright's. */
const NOT_RUN = new Set(['skipped', 'pending', 'todo'])

/**
 * Vitest's report. A file that fails outside its tests (it cannot be loaded, or set up) counts as one failure.
 * @returns null when there is no whole report: the program crashed
 */
export function vitestCounts(path: string): Counts | null {
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

/** Playwright's report. */
export function playwrightCounts(path: string): Counts | null {
  const report = read(path)
  if (!report) return null
  const counts = noCounts()
  for (const { message } of report.errors) addFailure(counts, { file: '', name: 'beside the tests', message })
  for (const suite of report.suites) addSuite(counts, suite)
  counts.passedBeside = counts.passed
  return counts
}

/** A file or a `describe` of Playwright's report. */
interface Suite {
  suites?: Suite[]
  specs?: {
    file: string
    title: string
    tests: {
      status: string
      projectName: string
      results: { duration: number; error?: { message?: string } }[]
    }[]
  }[]
}

function addSuite(counts: Counts, suite: Suite) {
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

function addFailure(counts: Counts, failure: Omit<Failed, 'message'> & { message: string | undefined }) {
  counts.failed += 1
  counts.failures.push({ ...failure, message: failure.message ?? 'no reason was given' })
}

function read(path: string) {
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
