/**
 * `npm run test:mutation`: mutates the pure rules and writes docs/mutation.md; fails when too many mutants survive their tests,
 * or one unexplained. `npm run test:mutation -- money days` takes the files alone whose paths contain one of the words, and writes nothing.
 */
import './prepare/node-version.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXPLAINED } from './mutation/explained.mjs'
import { MUTATED } from './mutation/files.mjs'
import { mutationPage, problemsOf } from './mutation/page.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { run } from './prepare/process.mjs'

const words = process.argv.slice(2)
const files = MUTATED.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))

await ensureInstalled()
const cli = join('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
const args = [cli, 'run', 'scripts/mutation/stryker.config.mjs', '--mutate', files.join()]
const { status } = await run(await pinnedNode(), args, { cwd: ROOT })
if (status !== 0) process.exit(status)

/** @type {import('./mutation/page.mjs').Report} */
const report = JSON.parse(readFileSync(join(ROOT, 'node_modules/.cache/mutation/report.json'), 'utf8'))
if (words.length === 0) writeFileSync(join(ROOT, 'docs', 'mutation.md'), mutationPage(report, EXPLAINED))
const problems = problemsOf(report, EXPLAINED)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
