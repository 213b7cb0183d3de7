import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLAIMS } from './claims.ts'
import { readKept, reliabilityPage } from './page.ts'

test.each(CLAIMS.flatMap(({ tests }) => tests))('%s is there', (file) => {
  expect(existsSync(file)).toBe(true)
})

test('docs/reliability.md says what was kept: `npm run reliability` writes it', () => {
  expect(readFileSync('docs/reliability.md', 'utf8')).toBe(reliabilityPage(readKept()))
})

test('what has not been run or measured is said to be so', () => {
  const page = reliabilityPage({ tests: {}, bench: null, soak: null })
  expect(page).toContain('`server/resilience-tests/last-spots.deep.test.ts`: **not run yet**')
  expect(page).toContain('**not measured yet**')
})
