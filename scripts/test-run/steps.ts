/**
 * The steps of `npm test`, in order. Each step returns the results of its tests. If a step's program crashes,
 * that counts as one failure.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPooler } from '#test/support/postgres/pooler.ts'
import { postgresServer } from '#test/support/postgres/server.ts'
import { build } from '../prepare/build.mjs'
import { ROOT, run } from '../prepare/process.mjs'
import { findChromium } from './chromium.ts'
import { outsideTests, playwrightResults, type TestResult, vitestResults, withOutcome } from './reports.ts'

interface Run {
  node: string
  folder: string
  filters: string[]
  seed: number
  steps: string[]
}

export interface Step {
  name: string
  /**
   * True if this step is short and does not depend on timing. Then it may run first, at the same time as
   * other such steps.
   */
  quick?: boolean
  /** True if the next steps may start while this step still runs. */
  lasting?: boolean
  work: (run: Run) => Promise<TestResult[]>
}

const LIMIT_SECONDS = 900

/**
 * The step that builds the site. It runs before the tests, because some tests start the real site, which
 * needs the built pages.
 */
const BUILD: Step = {
  name: 'build',
  quick: true,
  work: ({ node }) => asOneTest(build(node, { quiet: true })),
}

export const STEPS: Step[] = [
  { name: 'types', quick: true, work: ({ node }) => single(node, ['--run', 'types']) },
  { name: 'lint', quick: true, work: ({ node }) => single(node, ['--run', 'lint']) },
  { name: 'format', quick: true, work: ({ node }) => single(node, ['--run', 'format', '--', '--check']) },
  BUILD,
  { name: 'browser', quick: true, lasting: true, work: browser },
  { name: 'unit', work: (context) => vitest(context, 'unit*', {}) },
  { name: 'http', work: embedded },
  { name: 'postgres', work: postgres },
  { name: 'e2e', work: (context) => endToEnd(context, {}) },
]

/** The long tests, on both databases, because only PostgreSQL shows whether locks work. */
export const DEEP_STEPS: Step[] = [
  BUILD,
  { name: 'unit', work: (context) => vitest(context, 'unit*', { DEEP: '1' }) },
  { name: 'http', work: (context) => vitest(context, 'http*', { DEEP: '1' }) },
  { name: 'postgres', work: (context) => postgres(context, { DEEP: '1' }) },
  // Runs all tests of the short run on the embedded database. The short run itself runs most of them on only
  // one of the two databases.
  { name: 'embedded', work: (context) => vitest(context, 'http*', { EVERY_TEST: '1' }) },
  { name: 'both', work: (context) => postgres(context, { EVERY_TEST: '1' }) },
  // Runs the browser tests on a wide screen. Tests that set a width keep it.
  { name: 'e2e', work: (context) => endToEnd(context, { DEEP: '1' }, ['--project=desktop']) },
  // Runs the browser tests of the short run in a browser that translates every page (R48.1).
  {
    name: 'translated',
    work: (context) => endToEnd(context, { E2E_TRANSLATED: '1', EVERY_TEST: '1' }, ['--project=phone']),
  },
]

/** The steps of `npm run test:browsers`: other browser engines than the one of the step `e2e`. */
export const ENGINE_STEPS: Step[] = [
  BUILD,
  { name: 'engines', work: (context) => vitest(context, 'engines', { DEEP: '' }) },
]

/** Runs a check, such as the linter, that counts as one test. Prints its output if it fails. */
function single(node: string, args: string[]) {
  return asOneTest(run(node, args, { cwd: ROOT, quiet: true, limitSeconds: LIMIT_SECONDS }))
}

async function asOneTest(running: Promise<{ status: number; output: string }>) {
  const { status, output } = await running
  if (status !== 0) console.log(output)
  return [outsideTests(status === 0 ? 'passed' : 'failed', 'it', output)]
}

interface TestProgram {
  /** Arguments for Node. The first one is the path of the test program in node_modules. */
  args: string[]
  env: Record<string, string>
  /** Path of the report that the test program writes. `args` or `env` also contain this path. */
  report: string
  read: (report: string) => TestResult[] | null
  /** Returns the arguments with which the test program runs only the failed tests again. */
  again: (failed: TestResult[]) => string[]
}

/** Runs a test program. In CI, runs failed tests once more. The long tests have no time limit. */
async function runTests(
  { node, filters }: Run,
  { args: [program = '', ...args], env, ...test }: TestProgram,
) {
  const limit = env['DEEP'] || env['EVERY_TEST'] ? {} : { limitSeconds: LIMIT_SECONDS }
  const options = { cwd: ROOT, env: { ...process.env, ...env }, ...limit }
  const once = async (which: string[]) => {
    rmSync(test.report, { force: true })
    const { status } = await run(node, [join('node_modules', program), ...args, ...which], options)
    return orCrash(test.read(test.report) ?? [], { status, filters })
  }
  const first = await once(filters)
  const failed = withOutcome(first, 'failed')
  const few = failed.length > 0 && failed.length <= MOST_AGAIN && failed.every(({ file }) => file !== '')
  return process.env['CI'] && few ? together(first, await once(test.again(failed))) : first
}

/**
 * In CI, up to this many failed tests are tried once more, because rented machines can freeze for half a
 * minute. A test that passes in the second try counts as passed. The summary lists such tests with their
 * first failure, so that nobody overlooks a flaky test. The second try uses the same seed, so that failures
 * from random values repeat. More failed tests are no accident, and are not tried again. On a developer's
 * machine, every failure counts.
 */
const MOST_AGAIN = 5

/**
 * Combines the results of two tries of the failed tests: the second result counts. If the second try crashes
 * or does not run every failed test, the first results count.
 */
function together(first: TestResult[], second: TestResult[]): TestResult[] {
  const ran = second.filter(({ file, name, outcome }) => outcome !== 'skipped' && name !== file)
  // Includes the names of test files, because a file may have failed to load in the first try.
  const names = new Set(ran.flatMap(({ file, name }) => (file === '' ? [] : [file, name])))
  const [failed, still] = [withOutcome(first, 'failed'), withOutcome(second, 'failed')]
  if (![...failed, ...still].every(({ name }) => names.has(name))) return first
  const isStill = ({ name }: TestResult) => still.some((one) => one.name === name)
  const flaky = failed.filter((one) => !isStill(one))
  return [
    ...first.filter(({ name }) => !names.has(name)),
    ...second,
    ...flaky.map((one) => ({ ...one, outcome: 'flaky' as const })),
  ]
}

/**
 * Adds a failure to the results if the test program found no tests, or if it failed outside of its tests (an
 * uncaught error, a server that did not start).
 */
function orCrash(results: TestResult[], { status, filters }: { status: number; filters: string[] }) {
  if (withOutcome(results, 'failed').length > 0) return results
  const none = withOutcome(results, 'passed').length === 0 && filters.length === 0
  if (status === 0 && !none) return results
  const message = none ? 'no test ran' : `it ended with status ${status}, though no test failed`
  return [...results, outsideTests('failed', 'outside of the tests', message)]
}

function vitest(context: Run, project: string, extra: Record<string, string>) {
  const report = join(context.folder, `${project.replaceAll('*', '')}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  return runTests(context, {
    args: ['vitest/vitest.mjs', 'run', '--project', project, ...reporters],
    // Sets NODE_ENV to `test`. With `production`, React and the settings would behave differently than the
    // tests expect.
    env: { NODE_ENV: 'test', SEED: String(context.seed), ...extra },
    report,
    read: vitestResults,
    again: (failed) => [...new Set(failed.map(({ file }) => file))],
  })
}

/**
 * Runs the HTTP tests on the embedded database. Its single connection proves nothing about races, so tests of
 * races run on PostgreSQL if it is available.
 */
async function embedded(context: Run) {
  const takes = context.steps.includes('postgres') && !('missing' in (await postgresServer()))
  return vitest(context, 'http*', takes ? { RACES_ELSEWHERE: '1' } : {})
}

const NO_POOLER = 'THE TESTS BEHIND A POOLER DID NOT RUN: install PgBouncer.'

async function postgres(context: Run, extra: Record<string, string> = {}) {
  const server = await postgresServer()
  if ('missing' in server) {
    const missing = `all of it (${server.missing}): install PostgreSQL 15 or later, or set TEST_DATABASE_URL`
    return [outsideTests(process.env['CI'] ? 'failed' : 'skipped', missing)]
  }
  console.log(`PostgreSQL: ${server.from}`)
  const pooler = await findPooler()
  if (!pooler) console.log(`\n!!! ${NO_POOLER}\n`)
  try {
    const results = await vitest(context, 'http*', {
      ...extra,
      ...server.env,
      ...pooler?.env,
      TEST_DATABASE: 'postgres',
      TEST_DATABASE_URL: server.url,
    })
    return pooler || !process.env['CI'] ? results : [...results, outsideTests('failed', NO_POOLER)]
  } finally {
    await server.stop()
    pooler?.remove()
  }
}

const NO_CHROMIUM = [
  outsideTests('failed', 'no Chromium could be found or fetched: set CHROMIUM_PATH to one'),
]

async function browser(context: Run) {
  const chromium = await findChromium()
  return chromium ? vitest(context, 'browser', { CHROMIUM_PATH: chromium }) : NO_CHROMIUM
}

async function endToEnd(context: Run, extra: Record<string, string>, options: string[] = []) {
  const chromium = await findChromium()
  if (!chromium) return NO_CHROMIUM
  console.log(`Chromium: ${chromium}`)
  const report = join(context.folder, 'playwright.json')
  return runTests(context, {
    args: ['@playwright/test/cli.js', 'test', '--reporter=line,json', '--pass-with-no-tests', ...options],
    env: { ...extra, NODE_ENV: '', CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
    read: playwrightResults,
    again: () => ['--last-failed'],
  })
}
