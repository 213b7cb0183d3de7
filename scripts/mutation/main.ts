/**
 * `npm run test:mutation`: mutates the pure rules, keeps in docs/measured/mutation.json what that came to, and writes docs/mutation.md;
 * fails when too many mutants survive their tests, or one unexplained. `npm run test:mutation -- money days` takes the files alone whose paths
 * contain one of the words; `-- --page` runs nothing and writes the page of what is kept.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { fillPage, readMeasured, writeMeasured } from '../measured.ts'
import { ROOT } from '../prepare/process.mjs'
import { MUTATED, mutationTables, problemsOf, resultOf, type Results } from './page.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const words = process.argv.slice(2)
const pageOnly = words.includes('--page')
const files = MUTATED.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
if (!pageOnly && files.length === 0) {
  console.error(`No file of scripts/mutation/page.ts has ${words.join(' or ')} in its path`)
  process.exit(1)
}

const sources = Object.fromEntries(MUTATED.map((file) => [file, read(file)]))
const before = readMeasured<Results>('mutation') ?? {}
// Those of files that are mutated no more are forgotten.
const results: Results = Object.fromEntries(
  MUTATED.flatMap((file) => (before[file] ? [[file, before[file]]] : [])),
)
for (const file of pageOnly ? [] : files) {
  results[file] = resultOf(sources[file] ?? '', await mutate(file), before[file])
  writeMeasured('mutation', results)
}

fillPage('docs/mutation.md', mutationTables(results, sources))
const asked = Object.entries(results).filter(([file]) => pageOnly || files.includes(file))
const problems = problemsOf(Object.fromEntries(asked))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

/** Each file by itself: what its own tests do not notice has survived, whatever others would see. */
function mutate(file: string) {
  process.env['MUTATED_FILE'] = file
  return new Stryker({
    mutate: [file],
    // All tests to the end: a run that ends at its first failure now and then ends before that failure is told.
    disableBail: true,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // No rule here could run on without end, and a busy machine must not count as a test that fails.
    timeoutMS: 120_000,
    reporters: ['clear-text'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    tempDirName: 'node_modules/.cache/mutation/sandbox',
    ignorePatterns: ['build', 'data', 'deploy', 'docs', 'e2e', 'public', 'content', '.react-router'],
    // It would read it by TypeScript's classic interface, which TypeScript 7 has not: what is read so is of no matter here.
    tsconfigFile: 'none',
  }).runMutationTest()
}
