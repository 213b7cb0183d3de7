import { MUTATED } from './files.ts'

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: MUTATED,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // No rule here could run on without end, and a busy machine must not count as a test that fails.
  timeoutMS: 120_000,
  reporters: ['json', 'clear-text'],
  jsonReporter: { fileName: 'node_modules/.cache/mutation/report.json' },
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  tempDirName: 'node_modules/.cache/mutation/sandbox',
  ignorePatterns: ['build', 'data', 'deploy', 'docs', 'e2e', 'public', 'content', '.react-router'],
  // It would read it by TypeScript's classic interface, which TypeScript 7 has not: what is read so is of no matter here.
  tsconfigFile: 'none',
}
