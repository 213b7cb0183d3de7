/** Reads what the test programs wrote down as JSON: how each test ended, why it failed, and how long it took. */
import { existsSync, readFileSync } from 'node:fs'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export interface TestResult {
  /** Empty: it belongs to no file, so there is none to run again. */
  file: string
  /** Begins with the file; of a file that could not be loaded or set up, it is the file. */
  name: string
  /** `unsteady`: told beside how it ended at last, of what failed at first and passed when it was tried again. */
  outcome: 'passed' | 'failed' | 'skipped' | 'unsteady'
  /** 0 for what is no test. */
  milliseconds: number
  /** Why it failed; empty: it did not, or no reason was given. */
  message: string
}

export const withOutcome = (results: readonly TestResult[], wanted: TestResult['outcome']) =>
  results.filter(({ outcome }) => outcome === wanted)

/** Of what is no test, such as a program, or a file that cannot be loaded. */
export const besideTests = (outcome: TestResult['outcome'], name: string, message = ''): TestResult => ({
  file: '',
  name,
  outcome,
  milliseconds: 0,
  message,
})

/** Vitest's words and Playwright's; all others are of tests that did not run. */
const OUTCOMES: Record<string, TestResult['outcome']> = {
  passed: 'passed',
  failed: 'failed',
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
}
const outcomeOf = (status: string) => OUTCOMES[status] ?? 'skipped'

/**
 * Vitest's report. A file that fails outside its tests (it cannot be loaded, or set up) counts as one failure.
 * @returns null when there is no whole report: the program crashed
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
    return [...results, { ...besideTests('failed', file, message), file }]
  })
}

/** Playwright's report, likewise. */
export function playwrightResults(path: string): TestResult[] | null {
  const report = read<JSONReport>(path)
  if (!report) return null
  const errors = report.errors.map(({ message = '' }) => besideTests('failed', 'beside the tests', message))
  return [...errors, ...report.suites.flatMap(resultsOf)]
}

/** Of a file or a `describe` of Playwright's report. */
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
