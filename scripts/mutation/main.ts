/**
 * `npm run test:mutation`: mutates the pure rules, keeps in docs/measured/mutation.json what that came to, and writes docs/mutation.md;
 * fails when too many mutants survive their tests, or one unexplained. `npm run test:mutation -- money days` takes the files alone whose paths
 * contain one of the words; `-- --page` runs nothing and writes the page of what is kept.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../prepare/paths.mjs'
import { run } from '../prepare/process.mjs'
import { MUTATED } from './files.ts'
import { explainedIn, mutationPage, problemsOf, type Results, resultsOf, staleOf } from './page.ts'

const KEPT = join(ROOT, 'docs', 'measured', 'mutation.json')
const PAGE = join('docs', 'mutation.md')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const words = process.argv.slice(2)
const pageOnly = words.includes('--page')
const files = MUTATED.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
if (!pageOnly && files.length === 0) {
  console.error(`No file of scripts/mutation/files.ts has ${words.join(' or ')} in its path`)
  process.exit(1)
}

let results: Results = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {}
const fresh: Results = {}
for (const file of pageOnly ? [] : files) {
  Object.assign(fresh, await mutate(file))
  results = keep({ ...results, ...fresh })
}

const stale = staleOf(results, Object.fromEntries(MUTATED.map((file) => [file, read(file)])))
const explained = explainedIn(read(PAGE))
writeFileSync(join(ROOT, PAGE), mutationPage(results, explained, stale))
for (const line of stale) console.log(`The page says: ${line}`)
const problems = problemsOf(pageOnly ? results : fresh, explained)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

/** Those of files that are mutated no more are forgotten. */
function keep(all: Results) {
  const known = Object.entries(all).filter(([file]) => MUTATED.includes(file))
  const sorted = Object.fromEntries(known.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(KEPT, `${JSON.stringify(sorted, null, 2)}\n`)
  return sorted
}

/** Each file by itself: what its own tests do not notice has survived, whatever others would see. */
async function mutate(file: string) {
  const cli = join('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  const args = [cli, 'run', 'scripts/mutation/stryker.config.mjs', '--mutate', file]
  const { status } = await run(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, MUTATED_FILE: file },
  })
  if (status !== 0) process.exit(status)
  return resultsOf(JSON.parse(read('node_modules/.cache/mutation/report.json')))
}
