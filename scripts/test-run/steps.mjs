/** What `npm test` does, in order. Each step gives its counts; a program's crash is one failure. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../prepare/build.mjs'
import { ROOT } from '../prepare/paths.mjs'
import { run } from '../prepare/process.mjs'
import { findChromium } from './chromium.mjs'
import { findPooler } from './pooler.mjs'
import { startPostgres } from './postgres.mjs'
import { noCounts, playwrightCounts, vitestCounts } from './reports.mjs'
import { tried } from './second-try.mjs'

/**
 * @typedef {import('./reports.mjs').Counts} Counts
 * @typedef {{ node: string, folder: string, filters: string[], seed: number }} Run the pinned Node, a folder for reports,
 *   parts of file names to which the tests are limited, and what chance is drawn from
 * @typedef {{ name: string, quick?: boolean, work: (run: Run) => Promise<Counts> }} Step `quick` ones run side by
 *   side, before the others: each of them leaves a processor idle now and then, and none minds when another is slow
 */

const LIMIT_SECONDS = 600

/** @type {Step} Before the tests: some start the real process, which serves the built pages. */
const BUILD = { name: 'build', quick: true, work: ({ node }) => asOneTest(build(node, { quiet: true })) }

/** @type {Step[]} */
export const STEPS = [
  { name: 'types', quick: true, work: ({ node }) => types(node) },
  { name: 'lint', quick: true, work: ({ node }) => check(node, 'oxlint/bin/oxlint') },
  { name: 'format', quick: true, work: ({ node }) => check(node, 'oxfmt/bin/oxfmt', '--check') },
  { name: 'imports', quick: true, work: ({ node }) => single(node, ['scripts/check-imports.ts']) },
  BUILD,
  { name: 'unit', work: (context) => vitest(context, 'unit*', {}) },
  { name: 'http', work: (context) => vitest(context, 'http*', {}) },
  { name: 'postgres', work: postgres },
  { name: 'e2e', work: (context) => endToEnd(context, {}) },
]

/** @type {Step[]} The long tests: on both databases, since the locks are proved on PostgreSQL alone. */
export const DEEP_STEPS = [
  BUILD,
  { name: 'unit', work: (context) => vitest(context, 'unit*', { DEEP: '1' }) },
  { name: 'http', work: (context) => vitest(context, 'http*', { DEEP: '1' }) },
  { name: 'postgres', work: (context) => postgres(context, { DEEP: '1' }) },
  // Those of the short run which it leaves to the embedded database.
  { name: 'both', work: (context) => postgres(context, { EVERY_TEST: '1' }) },
  // On a wide screen, or at the widths that the tests themselves set.
  { name: 'e2e', work: (context) => endToEnd(context, { DEEP: '1' }, ['--project=desktop']) },
]

/** @param {string} node */
async function types(node) {
  const generated = await single(node, ['node_modules/@react-router/dev/bin.cjs', 'typegen'])
  if (generated.failed > 0) return generated
  let counts = generated
  for (const project of ['.', 'src/sandbox/payments/browser', 'src/web/no-signal/worker']) {
    const known = join('node_modules', '.cache', 'types', `${project.replaceAll(/\W/g, '-')}.json`)
    const kept = ['--incremental', '--tsBuildInfoFile', known]
    counts = await check(node, 'typescript/bin/tsc', '--noEmit', '-p', project, ...kept)
    if (counts.failed > 0) break
  }
  return counts
}

/**
 * @param {string} node
 * @param {string} program its path in node_modules
 * @param {string[]} args
 */
function check(node, program, ...args) {
  return single(node, [join('node_modules', program), ...args])
}

/**
 * Runs a program that counts as one test; its output is shown when it fails.
 * @param {string} node
 * @param {string[]} args
 */
function single(node, args) {
  return asOneTest(run(node, args, { cwd: ROOT, quiet: true, limitSeconds: LIMIT_SECONDS }))
}

/**
 * @param {Promise<{ status: number, output: string }>} running
 * @returns {Promise<Counts>}
 */
async function asOneTest(running) {
  const { status, output } = await running
  if (status !== 0) console.log(output)
  const counts = noCounts()
  if (status === 0) return { ...counts, passed: 1 }
  return { ...counts, failed: 1, failures: [{ file: '', name: 'it', message: output }] }
}

/**
 * @param {Run} context
 * @param {string} project
 * @param {Record<string, string>} extra environment
 */
async function vitest({ node, folder, filters, seed }, project, extra) {
  const report = join(folder, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const cli = join('node_modules', 'vitest', 'vitest.mjs')
  // NODE_ENV=production would make React and the settings behave otherwise than the tests expect.
  const env = { ...process.env, NODE_ENV: 'test', SEED: String(seed), ...extra }
  const limitSeconds = extra['DEEP'] ? undefined : LIMIT_SECONDS
  const once = async (/** @type {string[]} */ files) => {
    rmSync(report, { force: true })
    const args = [cli, 'run', '--project', project, ...reporters, ...files]
    const { status } = await run(node, args, { cwd: ROOT, env, ...(limitSeconds ? { limitSeconds } : {}) })
    return orCrash(vitestCounts(report), { status, filters })
  }
  return tried(once, filters, ({ failures }) => [...new Set(failures.map(({ file }) => file))])
}

/**
 * @param {Run} context
 * @param {Record<string, string>} [extra]
 * @returns {Promise<Counts>}
 */
async function postgres(context, extra = {}) {
  const server = await startPostgres()
  if ('missing' in server) {
    const message = `all of it (${server.missing}): install PostgreSQL 15 or later, or set TEST_DATABASE_URL`
    if (!process.env['CI']) return { ...noCounts(), skipped: [message] }
    return { ...noCounts(), failed: 1, failures: [{ file: '', name: 'all of it', message }] }
  }
  console.log(`PostgreSQL: ${server.from}`)
  const pooler = await findPooler()
  if (!pooler) console.log('\n!!! THE TESTS BEHIND A POOLER DID NOT RUN: install PgBouncer.\n')
  try {
    const counts = await vitest(context, 'http*', {
      ...extra,
      ...server.env,
      ...pooler?.env,
      TEST_DATABASE: 'postgres',
      TEST_DATABASE_URL: server.url,
    })
    return { ...counts, failed: counts.failed + (pooler || !process.env['CI'] ? 0 : 1) }
  } finally {
    await server.stop()
    pooler?.remove()
  }
}

/**
 * @param {Run} context
 * @param {Record<string, string>} extra
 * @param {string[]} [options]
 */
async function endToEnd({ node, folder, filters }, extra, options = []) {
  const chromium = await findChromium(node)
  if (!chromium) {
    const message = 'no Chromium could be found or fetched: set CHROMIUM_PATH to one'
    return { ...noCounts(), failed: 1, failures: [{ file: '', name: 'all of it', message }] }
  }
  console.log(`Chromium: ${chromium}`)
  const report = join(folder, 'playwright.json')
  const cli = join('node_modules', '@playwright', 'test', 'cli.js')
  const env = {
    ...process.env,
    ...extra,
    NODE_ENV: '',
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  const limitSeconds = extra['DEEP'] ? undefined : LIMIT_SECONDS
  const once = async (/** @type {string[]} */ which) => {
    rmSync(report, { force: true })
    const args = [cli, 'test', '--reporter=line,json', '--pass-with-no-tests', ...options, ...which]
    const { status } = await run(node, args, { cwd: ROOT, env, ...(limitSeconds ? { limitSeconds } : {}) })
    return orCrash(playwrightCounts(report), { status, filters })
  }
  return tried(once, filters, () => ['--last-failed'])
}

/**
 * A program may fail beside its tests (an error nobody caught, a server that did not start), or find none of them.
 * @param {Counts | null} found
 * @param {{ status: number, filters: string[] }} run
 * @returns {Counts}
 */
function orCrash(found, { status, filters }) {
  const counts = found ?? noCounts()
  if (counts.failed > 0) return counts
  const none = counts.passed === 0 && filters.length === 0
  if (status === 0 && !none) return counts
  const message = none ? 'no test ran' : `it ended with status ${status}, though no test failed`
  return { ...counts, failed: 1, failures: [{ file: '', name: 'beside the tests', message }] }
}
