import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playwrightResults, vitestResults } from './reports.ts'

function reportOf(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const result = (status: string, fullName = 'a test') => ({ status, fullName, duration: 5 })

const spec = (status: string) => ({
  file: 'a.spec.ts',
  title: status,
  tests: [{ status, projectName: 'phone', results: [{ duration: 2 }, { duration: 3 }] }],
})

test("reads passed and failed tests from Vitest's report, with the file in their names", () => {
  const assertionResults = [result('passed', 'one'), result('failed', 'two'), result('pending', 'three')]
  const results = vitestResults(
    reportOf({ testResults: [{ name: '/home/x/src/a.test.ts', status: 'failed', assertionResults }] }),
  )
  expect(results).toMatchObject([
    { file: 'src/a.test.ts', name: 'src/a.test.ts › one', outcome: 'passed', milliseconds: 5 },
    { name: 'src/a.test.ts › two', outcome: 'failed' },
    { name: 'src/a.test.ts › three', outcome: 'skipped' },
  ])
})

test('counts a test file as a failure if Vitest could not load it or set it up', () => {
  const testResults = [
    { name: 'a', status: 'failed', assertionResults: [] },
    { name: 'b', status: 'failed', assertionResults: [result('skipped')] },
  ]
  expect(vitestResults(reportOf({ testResults }))).toMatchObject([
    { file: 'a', name: 'a', outcome: 'failed' },
    { name: 'b › a test', outcome: 'skipped' },
    { file: 'b', name: 'b', outcome: 'failed' },
  ])
})

test("reads Playwright's report, with tests inside groups; counts flaky tests and errors outside of tests as failed", () => {
  const suites = [
    { specs: [spec('expected')], suites: [{ specs: [spec('flaky'), spec('unexpected'), spec('skipped')] }] },
  ]
  const results = playwrightResults(reportOf({ errors: [{}], suites }))
  expect(results?.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['outside of the tests', 'failed'],
    ['a.spec.ts › flaky (phone)', 'failed'],
    ['a.spec.ts › unexpected (phone)', 'failed'],
    ['a.spec.ts › skipped (phone)', 'skipped'],
    ['a.spec.ts › expected (phone)', 'passed'],
  ])
  expect(results?.at(-1)).toMatchObject({ file: 'a.spec.ts', milliseconds: 5 })
})

test('keeps the file and the message of a failed test', () => {
  const failed = { ...result('failed', 'two'), failureMessages: ['expected 1 to be 2'] }
  const results = vitestResults(
    reportOf({ testResults: [{ name: '/x/src/a.test.ts', status: 'failed', assertionResults: [failed] }] }),
  )
  expect(results).toMatchObject([{ file: 'src/a.test.ts', message: 'expected 1 to be 2' }])
})

test('returns null for a missing or truncated test report, so that a crash never looks like a pass', () => {
  expect(vitestResults('/nowhere/report.json')).toBeNull()
  expect(playwrightResults(reportOf('{"suites": ['))).toBeNull()
})
