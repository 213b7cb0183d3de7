/**
 * Sorts the test files into Vitest projects. `browser` has the tests of components in a real browser
 * (`*.browser.test.ts`, `.tsx`). `http` has the tests that import a test database, and `unit` has all others.
 * Tests that replace modules are in `http-mocking` and `unit-mocking`.
 *
 * Tests of `http` with concurrent requests run on PostgreSQL (TEST_DATABASE=postgres). RACES_ELSEWHERE=1 says
 * that such a run exists, so the run on the embedded database leaves these tests out. EVERY_TEST=1 runs all
 * tests on the chosen database. DEEP=1 (`npm run test:deep`) runs the long tests, `*.deep.test.ts`, instead of
 * the others.
 */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import mdx from '@mdx-js/rollup'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { CHROMIUM_OPTIONS } from './scripts/test-run/chromium.ts'
import { layerOrder } from './scripts/prepare/layer-order.ts'
import { runSeed } from './scripts/test-run/seed.ts'

// The test processes read the seed from the environment.
process.env['SEED'] = String(runSeed(process.env['SEED']))
const deep = process.env['DEEP'] === '1'

const files = globSync(['{src,test}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'], {
  exclude: ['test/e2e/**'],
})
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('.browser.test.'))
  .filter((file) => /\.deep\.test\./.test(file) === deep)
const above = filesAbove('test/support/database.ts')
const aboveDatabase = files.filter((file) => above.has(file))
const unit = files.filter((file) => !aboveDatabase.includes(file))
/**
 * Tests about the database itself, which run on both databases. On PostgreSQL the short run adds only the tests with concurrent requests,
 * because the single connection of the embedded database proves nothing about locks. The long run has all tests on both.
 */
const ABOUT_DATABASE = [
  /^src\/platform\//,
  /^test\/reliability\/(?!email)/,
  /^test\/history\/(history|rows)\./,
  /^src\/domain\/booking\/payments\/kill-points\./,
  /^src\/domain\/booking\/store\/(payments|refund-overpayments)\./,
  /^src\/domain\/desk\/backup\/restore-backup-proof\./,
  /^src\/domain\/money\/ledger\/promises\./,
  /^src\/domain\/desk\/reconciliation\/nightly-reconciliation\./,
  /^src\/domain\/booking\/waitlist\/random\./,
]
/** Tests with concurrent work that takes no database locks: limits, sockets, e-mail, pictures. */
const BESIDE_DATABASE = [
  /^src\/dev\/(oidc|mailbox)\//,
  /^test\/security\/(?!email|payment|waitlist)/,
  /^src\/domain\/mail\/emails\/deliver\./,
  /^src\/domain\/events\/uploads\/handlers\./,
  /^src\/domain\/calendar\/time-zones\./,
]
/**
 * Tests that take minutes of processor time and that few changes can break. Only the long run (EVERY_TEST=1)
 * executes them.
 */
const IN_LONG_RUN = [/^test\/reliability\/(restarts-under-load|two-processes)\.test\.ts$/]
// Tests that compare both databases, and tests of several processes on one database, which the embedded
// database does not allow. The next tests would crash the embedded database under load: `last-spots.deep`,
// `crash-recovery.deep` and `src/server/process.test.ts`.
const ON_SERVER_ALONE = [
  /\/two-databases(\.deep)?\.test\.ts$/,
  /^test\/reliability\/(crash-recovery|last-spots|restarts-under-load)\.test\.ts$/,
]
/**
 * Long tests that run on one database, because the other would execute the same code. A history of random steps runs on
 * PostgreSQL, where its steps really run at the same time. `two-databases.deep` repeats shorter ones on both databases.
 */
const LONG_ON_SERVER_ALONE = [/^test\/history\/history\.deep\./]
const LONG_ON_EMBEDDED_ALONE = [
  /^src\/domain\/mail\/reminders\/[a-z]+\.deep\./,
  /^src\/domain\/booking\/payments\/(month|saved-card-clock)\.deep\./,
  /^src\/domain\/desk\/reconciliation\/scale\.deep\./,
  /^src\/domain\/guests\/privacy\/purged-data-folder\.deep\./,
  /^test\/reliability\/email-outage\.deep\./,
  /^test\/security\/fuzzing\.deep\./,
]
// Fails if a pattern above matches no test. Otherwise a moved or renamed test would silently leave its group.
const named = deep
  ? [...LONG_ON_SERVER_ALONE, ...LONG_ON_EMBEDDED_ALONE]
  : [...ABOUT_DATABASE, ...BESIDE_DATABASE, ...ON_SERVER_ALONE, ...IN_LONG_RUN]
for (const pattern of named)
  if (!aboveDatabase.some((file) => pattern.test(file)))
    throw new Error(`vitest.config.ts: no test is at ${pattern}`)

const onServer = process.env['TEST_DATABASE'] === 'postgres'
const every = deep || process.env['EVERY_TEST'] === '1'
const isOf = (group: RegExp[], file: string) => group.some((named) => named.test(file))
const atOnce = (file: string) =>
  /Promise\.all/.test(readFileSync(file, 'utf8')) && !isOf(BESIDE_DATABASE, file)
const http = aboveDatabase.filter((file) => {
  if (!every && isOf(IN_LONG_RUN, file)) return false
  if (isOf([...ON_SERVER_ALONE, ...LONG_ON_SERVER_ALONE], file)) return onServer
  if (isOf(LONG_ON_EMBEDDED_ALONE, file)) return !onServer
  if (every || isOf(ABOUT_DATABASE, file)) return true
  return onServer ? atOnce(file) : !atOnce(file) || process.env['RACES_ELSEWHERE'] !== '1'
})
const mocks = (file: string) => readFileSync(file, 'utf8').includes('vi.mock(')
const keeps = (file: string) => !mocks(file)

/** Returns the files that import `target`, directly or through other files. */
function filesAbove(target: string): Set<string> {
  const importers = new Map<string, string[]>()
  for (const path of globSync(['{src,test}/**/*.{ts,tsx}', 'scripts/**/*.ts'])) {
    const file = path.replaceAll('\\', '/')
    for (const [, named = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([.#][^']+)'/g)) {
      const imported = placeOf(file, named)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  // The loop also visits the files that it adds to the set.
  const found = new Set([target])
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return found
}

/** Files that start processes or run random steps. Each takes longer than twenty other files. */
const lasting = new Set([
  ...files.filter((file) => readFileSync(file, 'utf8').includes("from 'node:child_process'")),
  ...filesAbove('test/support/process.ts'),
  ...filesAbove('test/history/run-history.ts'),
])

const isShort = ({ moduleId }: TestSpecification) =>
  Number(!lasting.has(posix.relative(import.meta.dirname, moduleId)))

/** Runs the slow test files first, so that no slow file is still running alone at the end. */
class LastingFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const sorted = await super.sort(specifications)
    return sorted.toSorted((a, b) => a.project.name.localeCompare(b.project.name) || isShort(a) - isShort(b))
  }
}

/** Returns the path of an imported file. */
function placeOf(file: string, path: string): string {
  return path.startsWith('#test/')
    ? path.slice(1)
    : path.startsWith('#')
      ? `src/${path.slice(1)}`
      : posix.join(posix.dirname(file), path)
}

// Opening an embedded database, or starting a site, takes many seconds on a busy machine.
const patience = deep ? 20 * 60_000 : 150_000

/** The longest wait for a condition. It usually holds within a second, but a busy machine needs longer. */
const POLL = { poll: { timeout: 20_000 } }
const ANY = {
  environment: 'node' as const,
  setupFiles: ['test/support/seeded-properties.ts', 'test/support/fast-stripe-retries.ts'],
  expect: POLL,
}
const UNIT = { ...ANY, testTimeout: patience }
const HTTP = {
  ...ANY,
  testTimeout: patience,
  hookTimeout: patience,
  env: { TZ: 'UTC' },
}

/** Compiles the pages in `content/` as the build does. */
const PAGES = { enforce: 'pre' as const, ...mdx() }

/** All browser tests share one page of one Chromium, because starting a browser takes longer than the tests. */
const BROWSER = {
  name: 'browser',
  include: deep ? [] : ['{src,test}/**/*.browser.test.{ts,tsx}'],
  setupFiles: ['test/support/app/each-browser-test.ts'],
  isolate: false,
  fileParallelism: false,
  expect: POLL,
  testTimeout: patience,
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    viewport: { width: 390, height: 844 },
    provider: playwright({ launchOptions: CHROMIUM_OPTIONS, actionTimeout: POLL.poll.timeout }),
    instances: [{ browser: 'chromium' as const }],
  },
}

/** Packages that Vite bundles before the first test. If it found one later, it would reload the page in the middle of a test. */
const BUNDLED_FIRST = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-dom/server',
  'react-router',
  'react-hook-form',
  '@hookform/resolvers/zod',
  '@stripe/react-stripe-js',
  '@stripe/stripe-js/pure',
  '@tanstack/react-query',
  '@date-fns/tz',
  'chartist',
  'vitest-browser-react',
  'zod',
]

export default defineConfig({
  test: {
    // The embedded database and its locks belong to one process, so tests run in processes and not in threads.
    pool: 'forks',
    // The short run has one more worker than the smallest machine has processors (two), because one worker always
    // waits for a server, a file or a timer.
    maxWorkers: deep ? 2 : 3,
    passWithNoTests: true,
    sequence: { sequencer: LastingFirst },
    projects: [
      // Without isolation, several test files share a process. If each file loaded the whole site again,
      // loading would take as long as the tests.
      { plugins: [PAGES], test: { ...UNIT, name: 'unit', include: unit.filter(keeps), isolate: false } },
      { test: { ...UNIT, name: 'unit-mocking', include: unit.filter(mocks) } },
      { plugins: [PAGES], test: { ...HTTP, name: 'http', include: http.filter(keeps), isolate: false } },
      { test: { ...HTTP, name: 'http-mocking', include: http.filter(mocks) } },
      // `npm run test:browsers` opens whole pages in other browser engines than `e2e` does.
      {
        test: {
          name: 'engines',
          include: ['test/e2e/browsers/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      { plugins: [layerOrder()], optimizeDeps: { include: BUNDLED_FIRST }, test: BROWSER },
    ],
  },
})
