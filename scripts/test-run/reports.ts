/** Reads the JSON reports of the test programs: each test's outcome, failure message and duration. */
import { existsSync, readFileSync } from 'node:fs'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export interface TestResult {
  /**
   * Path of the test file. Empty if the result belongs to a whole program, so that no single file can be run
   * again.
   */
  file: string
  /**
   * The name of the file, followed by the name of the test. If the file could not be loaded or set up, only
   * the name of the file.
   */
  name: string
  /**
   * `flaky` means that the test failed first and passed in the second try. Such a result is listed in
   * addition to the test's final result.
   */
  outcome: 'passed' | 'failed' | 'skipped' | 'flaky'
  /** Duration of the test. 0 if the result is not a test. */
  milliseconds: number
  /** The failure message. Empty if the test passed or the report has no reason. */
  message: string
}

export const withOutcome = (results: readonly TestResult[], wanted: TestResult['outcome']) =>
  results.filter(({ outcome }) => outcome === wanted)

/** Creates a result that belongs to no test, for example to a whole program. */
export const outsideTests = (outcome: TestResult['outcome'], name: string, message = ''): TestResult => ({
  file: '',
  name,
  outcome,
  milliseconds: 0,
  message,
})

/**
 * Maps the words of Vitest and Playwright for an outcome to ours. Any other word means that the test did not
 * run.
 */
const OUTCOMES: Record<string, TestResult['outcome']> = {
  passed: 'passed',
  failed: 'failed',
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
}
const outcomeOf = (status: string) => OUTCOMES[status] ?? 'skipped'

/**
 * Reads Vitest's report. A test file that fails outside of its tests (it cannot be loaded or set up) counts
 * as one failure.
 * @returns null if there is no complete report, because the program crashed
 */
export function vitestResults(path: string): TestResult[] | null {
  const report = read<JsonTestResults>(path)
  if (!report) return null
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(/^.*?\/(?=src\/|scripts\/)/, '')
    const results = assertionResults.map((test) => ({
      file,
      name: `${file} › ${test.fullName}`,
      outcome: outcomeOf(test.status),
      milliseconds: test.duration ?? 0,
      message: test.failureMessages?.[0] ?? '',
    }))
    if (status !== 'failed' || withOutcome(results, 'failed').length > 0) return results
    return [...results, { ...outsideTests('failed', file, message), file }]
  })
}

/** Reads Playwright's report. Returns null if there is no complete report, because Playwright crashed. */
export function playwrightResults(path: string): TestResult[] | null {
  const report = read<JSONReport>(path)
  if (!report) return null
  const errors = report.errors.map(({ message = '' }) =>
    outsideTests('failed', 'outside of the tests', message),
  )
  return [...errors, ...report.suites.flatMap(resultsOf)]
}

/** Returns the results of a file or a `describe` in Playwright's report. */
function resultsOf({ suites = [], specs }: JSONReportSuite): TestResult[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, projectName, results }) => ({
      file,
      name: `${file} › ${title} (${projectName})`,
      outcome: outcomeOf(status),
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      message: results.at(-1)?.error?.message ?? '',
    })),
  )
  return [...suites.flatMap(resultsOf), ...own]
}

function read<Report>(path: string): Report | null {
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return null
  }
}
