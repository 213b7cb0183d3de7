/**
 * Tests of parts in a real browser (`*.browser.test.ts` and `.tsx`) are `browser`. The others are told apart by what they import: `http` are those that open a test database, `unit` are all others;
 * `http-mocking` and `unit-mocking` are those of them that replace modules. Of `http`, those that do several things at once run on
 * PostgreSQL (TEST_DATABASE=postgres) and, where that is at hand (RACES_ELSEWHERE=1), not on the embedded database; EVERY_TEST=1 runs all on either. `*.deep.test.ts` are the long ones and only run with DEEP=1 (`npm run test:deep`).
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

// Handed on to the processes of the tests.
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
 * On PostgreSQL the short run takes the tests in which several things happen at once, since one connection proves nothing about locks,
 * and these, about the database itself, which run on both; the long run takes all on both: the statements are the same on either.
 */
const ABOUT_DATABASE = [
  /^src\/platform\//,
  /^test\/reliability\/(?!email)/,
  /^test\/history\/(history|rows)\./,
  /^src\/domain\/booking\/payments\/kill-points\./,
  /^src\/domain\/booking\/store\/(payments|refund-overpayments)\./,
  /^src\/domain\/desk\/backup\/restore-backup-proof\./,
  /^src\/domain\/desk\/reconciliation\/nightly-reconciliation\./,
  /^src\/domain\/booking\/waitlist\/random\./,
]
/** Tests that do many things at the same time but take no database locks: limits, sockets, mail, pictures. */
const BESIDE_DATABASE = [
  /^src\/dev\/(oidc|mailbox)\//,
  /^test\/security\/(?!email|payment|waitlist)/,
  /^src\/domain\/mail\/emails\/deliver\./,
  /^src\/domain\/events\/uploads\/handlers\./,
  /^src\/domain\/calendar\/zones\./,
]
/** Minutes of a processor to prove what no change is likely to break: the long run alone has them (EVERY_TEST=1). */
const IN_LONG_RUN = [/^test\/reliability\/(restarts-under-load|two-processes)\.test\.ts$/]
// What compares both, and so runs where both are; and what real processes do to each other, which one connection cannot show.
// The long run proves the latter on either (`last-spots.deep`, `crash-recovery.deep`); the embedded one is ended under load in `src/server/process.test.ts`.
const ON_SERVER_ALONE = [
  /\/two-databases(\.deep)?\.test\.ts$/,
  /^test\/reliability\/(crash-recovery|last-spots|restarts-under-load)\.test\.ts$/,
]
// Where a test is moved or renamed, what names it here is told of, so that none is left out in silence.
for (const named of deep ? [] : [...ABOUT_DATABASE, ...BESIDE_DATABASE, ...ON_SERVER_ALONE, ...IN_LONG_RUN])
  if (!aboveDatabase.some((file) => named.test(file)))
    throw new Error(`vitest.config.ts: no test is at ${named}`)

const onServer = process.env['TEST_DATABASE'] === 'postgres'
const every = deep || process.env['EVERY_TEST'] === '1'
const isOf = (group: RegExp[], file: string) => group.some((named) => named.test(file))
const atOnce = (file: string) =>
  /Promise\.all/.test(readFileSync(file, 'utf8')) && !isOf(BESIDE_DATABASE, file)
const http = aboveDatabase.filter((file) => {
  if (!every && isOf(IN_LONG_RUN, file)) return false
  if (isOf(ON_SERVER_ALONE, file)) return onServer
  if (every || isOf(ABOUT_DATABASE, file)) return true
  return onServer ? atOnce(file) : !atOnce(file) || process.env['RACES_ELSEWHERE'] !== '1'
})
const mocks = (file: string) => readFileSync(file, 'utf8').includes('vi.mock(')
const keeps = (file: string) => !mocks(file)

/** The files that import `target`, themselves or through what they import. Each is read once: this is done anew for every project of a run. */
function filesAbove(target: string): Set<string> {
  const importers = new Map<string, string[]>()
  for (const path of globSync(['{src,test}/**/*.{ts,tsx}', 'scripts/**/*.ts'])) {
    const file = path.replaceAll('\\', '/')
    for (const [, named = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([.#][^']+)'/g)) {
      const imported = placeOf(file, named)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  // The set grows while it is walked.
  const found = new Set([target])
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return found
}

/** Files that start processes or play histories: each lasts longer than twenty others, whatever its size. */
const lasting = new Set([
  ...files.filter((file) => readFileSync(file, 'utf8').includes("from 'node:child_process'")),
  ...filesAbove('test/support/process.ts'),
  ...filesAbove('test/history/play.ts'),
])

const isShort = ({ moduleId }: TestSpecification) =>
  Number(!lasting.has(posix.relative(import.meta.dirname, moduleId)))

/** Begins with the files that last, so that none of them runs alone at the end. */
class LastingFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const sorted = await super.sort(specifications)
    return sorted.toSorted((a, b) => a.project.name.localeCompare(b.project.name) || isShort(a) - isShort(b))
  }
}

/** The file that an import names. */
function placeOf(file: string, path: string): string {
  return path.startsWith('#test/')
    ? path.slice(1)
    : path.startsWith('#')
      ? `src/${path.slice(1)}`
      : posix.join(posix.dirname(file), path)
}

// An embedded database takes seconds to open on a busy machine; the pure tests take none of this.
const patience = deep ? 20 * 60_000 : 60_000

/** What is waited for comes in a moment, and on a busy machine later than that. */
const POLL = { poll: { timeout: 20_000 } }
const ANY = {
  environment: 'node' as const,
  setupFiles: ['test/support/seeded-properties.ts', 'test/support/quick-retries.ts'],
  expect: POLL,
}
const UNIT = { ...ANY, testTimeout: patience }
const HTTP = {
  ...ANY,
  testTimeout: patience,
  hookTimeout: patience,
  env: { TZ: 'UTC' },
}

/** The pages in `content/`, as the build takes them. */
const PAGES = { enforce: 'pre' as const, ...mdx() }

/** One page in one Chromium for all of them: starting a browser takes longer than the tests. */
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

/** What the parts import, bundled before the first test: found on the way, it would load the page anew in the middle of one. */
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
    // Processes, not threads: the embedded database and its locks belong to one process.
    pool: 'forks',
    // One more than the least machine has processors: there is always one that waits for a server, a file or a clock.
    maxWorkers: deep ? 2 : 3,
    passWithNoTests: true,
    sequence: { sequencer: LastingFirst },
    projects: [
      // One file after the other in the same process: loading the whole site for each would take as long as the tests.
      { plugins: [PAGES], test: { ...UNIT, name: 'unit', include: unit.filter(keeps), isolate: false } },
      { test: { ...UNIT, name: 'unit-mocking', include: unit.filter(mocks) } },
      { test: { ...HTTP, name: 'http', include: http.filter(keeps), isolate: false } },
      { test: { ...HTTP, name: 'http-mocking', include: http.filter(mocks) } },
      // `npm run test:browsers`: whole pages in other engines than the one of `e2e`.
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
