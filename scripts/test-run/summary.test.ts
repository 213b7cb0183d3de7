import { expect, test } from 'vitest'
import { noCounts } from './reports.ts'
import { summary } from './summary.ts'

const RUN = { seed: 7, deep: false, milliseconds: 61_000 }
const failure = (name: string) => ({
  file: 'src/a.test.ts',
  name: `src/a.test.ts › ${name}`,
  message: 'expected 1 to be 2',
})
const step = (name: string, counts: Partial<ReturnType<typeof noCounts>>) => ({
  name,
  counts: { ...noCounts(), ...counts },
  milliseconds: 1000,
})

test('a quiet run says that nothing was skipped or tried again, and ends with its counts', () => {
  const told = summary([step('unit', { passed: 2 }), step('http', { passed: 3 })], RUN)
  expect(told).toContain('Skipped: none\n')
  expect(told).toContain('Failed at first, passed when tried again: none\n')
  expect(told).not.toContain('To see it again')
  expect(told.split('\n').at(-1)).toBe('5 passed, 0 failed')
})

test('what was skipped, passed when tried again, or failed is named; with the command that repeats a failure', () => {
  const unit = step('unit', {
    passed: 1,
    skipped: ['src/b.test.ts › as on PostgreSQL'],
    unsteady: [failure('late')],
  })
  const http = step('http', { failed: 2, failures: [failure('one'), failure('two')] })
  const told = summary([unit, http], RUN)
  expect(told).toContain('Skipped\n  unit: src/b.test.ts › as on PostgreSQL\n')
  expect(told).toMatch(/passed when tried again\n {2}unit: src\/a.test.ts › late\n {6}expected 1 to be 2\n/)
  expect(told).toMatch(/What failed\n {2}http: src\/a.test.ts › one\n/)
  expect(told).toContain('To see it again\n  SEED=7 npm test -- http src/a.test.ts\n')
  expect(told.split('\n').at(-1)).toBe('1 passed, 2 failed')
})

test('a step that broke beside its tests is repeated whole, a deep one by its own command', () => {
  const broken = step('e2e', { failed: 1, failures: [{ file: '', name: 'beside the tests', message: 'no' }] })
  expect(summary([broken], { ...RUN, deep: true })).toContain('\n  SEED=7 npm run test:deep -- e2e\n')
})
