/** The steps of `npm test`, in order. Each step gives its results; a program's crash is one failure. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPooler } from '#testing/postgres/pooler.ts'
import { postgresServer } from '#testing/postgres/server.ts'
import { build } from '../prepare/build.mjs'
import { ROOT, run } from '../prepare/process.mjs'
import { findChromium } from './chromium.ts'
import { besideTests, playwrightResults, type TestResult, vitestResults, withOutcome } from './reports.ts'

interface Run {
  node: string
  /** For reports. */
  folder: string
  /** Parts of file names to which the tests are limited. */
  filters: string[]
  /** The seed of all chance. */
  seed: number
  /** The names of the steps of this run. */
  steps: string[]
}

export interface Step {
  name: string
  /** Run side by side, before the others: each of them leaves a processor idle now and then, and none minds when another is slow. */
  quick?: boolean
  /** The others need not wait for this quick one: they use what it leaves idle. */
  lasting?: boolean
  work: (run: Run) => Promise<TestResult[]>
}

const LIMIT_SECONDS = 600

/** Before the tests: some start the real process, which serves the built pages. */
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

/** The long tests: on both databases, since the locks are proved on PostgreSQL alone. */
export const DEEP_STEPS: Step[] = [
  BUILD,
  { name: 'unit', work: (context) => vitest(context, 'unit*', { DEEP: '1' }) },
  { name: 'http', work: (context) => vitest(context, 'http*', { DEEP: '1' }) },
  { name: 'postgres', work: (context) => postgres(context, { DEEP: '1' }) },
  // Those of the short run, each of which it leaves to one of the databases.
  { name: 'embedded', work: (context) => vitest(context, 'http*', { EVERY_TEST: '1' }) },
  { name: 'both', work: (context) => postgres(context, { EVERY_TEST: '1' }) },
  // On a wide screen, or at the widths that the tests themselves set.
  { name: 'e2e', work: (context) => endToEnd(context, { DEEP: '1' }, ['--project=desktop']) },
  // Those of the short run, in a browser that translates every page (R48.1).
  {
    name: 'translated',
    work: (context) => endToEnd(context, { E2E_TRANSLATED: '1', EVERY_TEST: '1' }, ['--project=phone']),
  },
]

/** `npm run test:browsers`: other engines than the one in which `e2e` looks at everything. */
export const ENGINE_STEPS: Step[] = [
  BUILD,
  { name: 'engines', work: (context) => vitest(context, 'engines', { DEEP: '' }) },
]

/** Runs a program that counts as one test; its output is shown when it fails. */
function single(node: string, args: string[]) {
  return asOneTest(run(node, args, { cwd: ROOT, quiet: true, limitSeconds: LIMIT_SECONDS }))
}

async function asOneTest(running: Promise<{ status: number; output: string }>) {
  const { status, output } = await running
  if (status !== 0) console.log(output)
  return [besideTests(status === 0 ? 'passed' : 'failed', 'it', output)]
}

interface TestProgram {
  /** With the path of the program in node_modules first. */
  args: string[]
  env: Record<string, string>
  /** The file of its report, as its arguments or variables tell it. */
  report: string
  read: (report: string) => TestResult[] | null
  /** The arguments that run only those again that failed. */
  again: (failed: TestResult[]) => string[]
}

/** Runs a test program, in CI once more those of its tests that failed. The long tests have no time limit. */
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
 * In CI, tests that failed are tried once more, alone: a machine that stands still for half a minute, as rented ones
 * do, is no fault of the site. What then passes is counted as passed and named at the end with what it said at first,
 * so that nobody overlooks a test that is not steady. It draws by chance from the same seed, so that a mistake that
 * chance has found is found again. More than these are no accident, and on a developer's machine every failure counts.
 */
const MOST_AGAIN = 5

/**
 * The results of both tries together: of what was tried again the second word counts. A second try that breaks off, or does not
 * come to a test that had failed, says nothing.
 */
function together(first: TestResult[], second: TestResult[]): TestResult[] {
  const ran = second.filter(({ file, name, outcome }) => outcome !== 'skipped' && name !== file)
  // With their files: one that could not be loaded at first may have been now.
  const names = new Set(ran.flatMap(({ file, name }) => (file === '' ? [] : [file, name])))
  const [failed, still] = [withOutcome(first, 'failed'), withOutcome(second, 'failed')]
  if (![...failed, ...still].every(({ name }) => names.has(name))) return first
  const isStill = ({ name }: TestResult) => still.some((one) => one.name === name)
  const unsteady = failed.filter((one) => !isStill(one))
  return [
    ...first.filter(({ name }) => !names.has(name)),
    ...second,
    ...unsteady.map((one) => ({ ...one, outcome: 'unsteady' as const })),
  ]
}

/** A program may fail beside its tests (an error nobody caught, a server that did not start), or find none of them. */
function orCrash(results: TestResult[], { status, filters }: { status: number; filters: string[] }) {
  if (withOutcome(results, 'failed').length > 0) return results
  const none = withOutcome(results, 'passed').length === 0 && filters.length === 0
  if (status === 0 && !none) return results
  const message = none ? 'no test ran' : `it ended with status ${status}, though no test failed`
  return [...results, besideTests('failed', 'beside the tests', message)]
}

function vitest(context: Run, project: string, extra: Record<string, string>) {
  const report = join(context.folder, `${project.replaceAll('*', '')}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  return runTests(context, {
    args: ['vitest/vitest.mjs', 'run', '--project', project, ...reporters],
    // NODE_ENV=production would make React and the settings behave otherwise than the tests expect.
    env: { NODE_ENV: 'test', SEED: String(context.seed), ...extra },
    report,
    read: vitestResults,
    again: (failed) => [...new Set(failed.map(({ file }) => file))],
  })
}

/** Races prove nothing on one connection: where PostgreSQL takes them, the embedded database need not. */
async function embedded(context: Run) {
  const takes = context.steps.includes('postgres') && !('missing' in (await postgresServer()))
  return vitest(context, 'http*', takes ? { RACES_ELSEWHERE: '1' } : {})
}

const NO_POOLER = 'THE TESTS BEHIND A POOLER DID NOT RUN: install PgBouncer.'

async function postgres(context: Run, extra: Record<string, string> = {}) {
  const server = await postgresServer()
  if ('missing' in server) {
    const missing = `all of it (${server.missing}): install PostgreSQL 15 or later, or set TEST_DATABASE_URL`
    return [besideTests(process.env['CI'] ? 'failed' : 'skipped', missing)]
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
    return pooler || !process.env['CI'] ? results : [...results, besideTests('failed', NO_POOLER)]
  } finally {
    await server.stop()
    pooler?.remove()
  }
}

const NO_CHROMIUM = [besideTests('failed', 'no Chromium could be found or fetched: set CHROMIUM_PATH to one')]

/** The parts of pages, in a real browser. */
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
