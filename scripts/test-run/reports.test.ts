import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './reports.mjs'
import { together } from './second-try.mjs'

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
  expect(counts).toMatchObject({ passed: 1, failed: 1 })
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
  expect(counts).toMatchObject({ passed: 1, failed: 3 })
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

/** A run of files, each with its tests and how they ended. */
function run(...files: Record<string, string>[]) {
  const testResults = files.map((tests, index) => ({
    name: `/x/src/${index}.test.ts`,
    status: Object.values(tests).includes('failed') ? 'failed' : 'passed',
    assertionResults: Object.entries(tests).map(([name, status]) => result(status, name)),
  }))
  const counts = vitestCounts(reportOf({ testResults }))
  if (!counts) throw new Error('no report')
  return counts
}
const first = () => run({ one: 'failed', two: 'passed', three: 'failed' }, { four: 'passed' })

describe('a second try', () => {
  test('has the last word on what was tried again, and names what was not steady', () => {
    const counts = together(first(), run({ one: 'passed', two: 'passed', three: 'failed' }))
    expect(counts).toMatchObject({ passed: 3, failed: 1 })
    expect(counts.unsteady.map(({ name }) => name)).toEqual(['src/0.test.ts › one'])
    expect(counts.failures.map(({ name }) => name)).toEqual(['src/0.test.ts › three'])
  })

  test('that breaks off, or ran less than what had failed, says nothing', () => {
    expect(together(first(), null)).toMatchObject({ passed: 2, failed: 2 })
    expect(together(first(), run({ one: 'passed' }))).toMatchObject({ passed: 2, failed: 2 })
  })
})

test('a report that is missing or cut off is none, so that a crash never looks like a pass', () => {
  expect(vitestCounts('/nowhere/report.json')).toBeNull()
  expect(playwrightCounts(reportOf('{"suites": ['))).toBeNull()
})
