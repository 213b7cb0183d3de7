import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './reports.ts'

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

test('vitest: what passed and failed, with the file in the name', () => {
  const assertionResults = [result('passed', 'one'), result('failed', 'two'), result('pending', 'three')]
  const counts = vitestCounts(
    reportOf({ testResults: [{ name: '/home/x/src/a.test.ts', status: 'failed', assertionResults }] }),
  )
  expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: ['src/a.test.ts › three'] })
  expect(counts?.timed[0]).toEqual({ name: 'src/a.test.ts › one', milliseconds: 5 })
})

test('vitest: a file that cannot be loaded or set up is a failure', () => {
  const testResults = [
    { name: 'a', status: 'failed', assertionResults: [] },
    { name: 'b', status: 'failed', assertionResults: [result('skipped')] },
  ]
  expect(vitestCounts(reportOf({ testResults }))).toMatchObject({ passed: 0, failed: 2 })
})

test('playwright: flaky would be failed, errors beside the tests count, groups are opened', () => {
  const suites = [
    { specs: [spec('expected')], suites: [{ specs: [spec('flaky'), spec('unexpected'), spec('skipped')] }] },
  ]
  const counts = playwrightCounts(reportOf({ errors: [{}], suites }))
  expect(counts).toMatchObject({ passed: 1, failed: 3, skipped: ['a.spec.ts › skipped (phone)'] })
  expect(counts?.timed).toContainEqual({ name: 'a.spec.ts › expected (phone)', milliseconds: 5 })
})

test('a failure keeps its file and its reason', () => {
  const failed = { ...result('failed', 'two'), failureMessages: ['expected 1 to be 2'] }
  const counts = vitestCounts(
    reportOf({ testResults: [{ name: '/x/src/a.test.ts', status: 'failed', assertionResults: [failed] }] }),
  )
  expect(counts?.failures).toEqual([
    { file: 'src/a.test.ts', name: 'src/a.test.ts › two', message: 'expected 1 to be 2' },
  ])
})

test('a report that is missing or cut off is none, so that a crash never looks like a pass', () => {
  expect(vitestCounts('/nowhere/report.json')).toBeNull()
  expect(playwrightCounts(reportOf('{"suites": ['))).toBeNull()
})
