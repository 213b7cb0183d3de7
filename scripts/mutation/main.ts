/**
 * `npm run test:mutation`: mutates the pure rules, keeps in docs/measured/mutation.json what that came to, and writes docs/mutation.md;
 * fails when too many mutants survive their tests, or one unexplained. `npm run test:mutation -- money days` takes the files alone whose paths
 * contain one of the words; `-- --page` runs nothing and writes the page of what is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../prepare/paths.mjs'
import { run } from '../prepare/process.mjs'
import { MUTATED } from './files.ts'
import { mutationPage, problemsOf, type Results, resultsOf } from './page.ts'

const KEPT = join(ROOT, 'docs', 'measured', 'mutation.json')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const words = process.argv.slice(2)
const pageOnly = words.includes('--page')
const files = MUTATED.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
if (!pageOnly && files.length === 0) {
  console.error(`No file of scripts/mutation/files.ts has ${words.join(' or ')} in its path`)
  process.exit(1)
}

const before: Results = JSON.parse(readFileSync(KEPT, 'utf8'))
// Those of files that are mutated no more are forgotten.
const results: Results = Object.fromEntries(
  MUTATED.flatMap((file) => (before[file] ? [[file, before[file]]] : [])),
)
for (const file of pageOnly ? [] : files) {
  Object.assign(results, resultsOf(await mutate(file), before))
  writeFileSync(KEPT, `${JSON.stringify(results, null, 2)}\n`)
}

const sources = Object.fromEntries(MUTATED.map((file) => [file, read(file)]))
writeFileSync(join(ROOT, 'docs', 'mutation.md'), mutationPage(results, sources))
const asked = Object.entries(results).filter(([file]) => pageOnly || files.includes(file))
const problems = problemsOf(Object.fromEntries(asked))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

/** Each file by itself, to Stryker's own report: what its own tests do not notice has survived, whatever others would see. */
async function mutate(file: string) {
  const cli = join('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  const args = [cli, 'run', 'scripts/mutation/stryker.config.mjs', '--mutate', file]
  const env = { ...process.env, MUTATED_FILE: file }
  const { status } = await run(process.execPath, args, { cwd: ROOT, env })
  if (status !== 0) process.exit(status)
  return JSON.parse(read('node_modules/.cache/mutation/report.json'))
}
