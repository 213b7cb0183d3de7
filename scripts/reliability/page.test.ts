import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { today } from '../measured.ts'
import type { TestResult } from '../test-run/reports.ts'
import { readKept, reliabilityPage, withStep } from './page.ts'

const PAGE = readFileSync('docs/reliability.md', 'utf8')

test('each line of the page names what proves it, and that is there', () => {
  const rows = PAGE.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const tests = [...row.matchAll(/`((?:src|scripts|e2e)\/[^`]+)`/g)].map(([, path = '']) => path)
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((path) => !existsSync(path))).toEqual([])
  }
})

test('the page says what was kept: `npm run reliability` writes it', () => {
  expect(PAGE).toBe(reliabilityPage(PAGE, readKept()))
})

test('what has not been run or measured is said to be so, and what else the page says stays', () => {
  const page = reliabilityPage(PAGE, { tests: {}, bench: null, soak: null })
  expect(page).toContain('`src/server/resilience-tests/last-spots.deep.test.ts`: **not run yet**')
  expect(page).toContain('`npm run soak`: **not measured yet**')
  expect(reliabilityPage(page, readKept())).toBe(PAGE)
})

const result = (outcome: TestResult['outcome'], file = 'src/a.test.ts'): TestResult => {
  return { file, name: `${file} › ${outcome}`, outcome, milliseconds: 5, message: '' }
}

test('what a step came to is kept by file: a skipped test has not passed', () => {
  const before = { 'src/b.test.ts': { http: { day: '2026-11-20', passed: 1, failed: 0 } } }
  const results = [result('passed'), result('failed'), result('skipped'), result('skipped', 'src/b.test.ts')]
  expect(withStep(before, 'http', results)).toEqual({
    'src/a.test.ts': { http: { day: today(), passed: 1, failed: 1 } },
    ...before,
  })
})
