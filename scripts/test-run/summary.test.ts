import { expect, test } from 'vitest'
import { outsideTests, type TestResult } from './reports.ts'
import { summary } from './summary.ts'

const RUN = { seed: 7, deep: false, milliseconds: 61_000 }
const result = (outcome: TestResult['outcome'], test: string, message = ''): TestResult => ({
  file: 'src/a.test.ts',
  name: `src/a.test.ts › ${test}`,
  outcome,
  milliseconds: 5,
  message,
})
const step = (name: string, ...results: TestResult[]) => ({ name, results, milliseconds: 1000 })
const PASSED = result('passed', 'right')

test('prints that no test was skipped or repeated, and ends with the counts', () => {
  const told = summary([step('unit', PASSED, PASSED), step('http', PASSED, PASSED, PASSED)], RUN)
  expect(told).toContain('Skipped: none\n')
  expect(told).toContain('Failed at first, passed when tried again: none\n')
  expect(told).not.toContain('To repeat a failure')
  expect(told.split('\n').at(-1)).toBe('5 passed, 0 failed')
})

test('lists skipped, repeated and failed tests, with the command that repeats a failure', () => {
  const late = result('flaky', 'late', 'expected 1 to be 2')
  const unit = step('unit', PASSED, result('skipped', 'as on PostgreSQL'), late)
  const http = step('http', result('failed', 'one', 'no'), result('failed', 'two', 'no'))
  const told = summary([unit, http], RUN)
  expect(told).toContain('Skipped\n  unit: src/a.test.ts › as on PostgreSQL\n')
  expect(told).toMatch(/passed when tried again\n {2}unit: src\/a.test.ts › late\n {6}expected 1 to be 2\n/)
  expect(told).toMatch(/Failures\n {2}http: src\/a.test.ts › one\n/)
  expect(told).toContain('To repeat a failure\n  SEED=7 npm test -- http src/a.test.ts\n')
  expect(told.split('\n').at(-1)).toBe('1 passed, 2 failed')
})

test('prints the command that repeats a whole deep step after a failure outside of its tests', () => {
  const broken = step('e2e', outsideTests('failed', 'outside of the tests', 'no'))
  expect(summary([broken], { ...RUN, deep: true })).toContain('\n  SEED=7 npm run test:deep -- e2e\n')
})
