/**
 * Configures the end-to-end tests. Each worker starts its own site with its own data folder and port. Otherwise
 * two tests could compete for the last spot of an event. E2E_URL runs the tests sequentially against a site
 * that is already running. CHROMIUM_PATH is the browser's path.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_OPTIONS } from './scripts/test-run/chromium.ts'
import { freePort } from '#test/support/process.ts'

const node = join(import.meta.dirname, 'node_modules/node/bin/node')

const given = process.env['E2E_URL']
// The tests sign in with this password.
process.env['DEV_ADMIN_PASSWORD'] ??= 'ranch-admin'
const deep = Boolean(process.env['DEEP'])
// Tests that set the page width themselves, or that use no page.
const OWN_WIDTHS = /(attack|axe|desk-pages|directions-offline|errors|search|drawer)\.spec\.ts$/
// Tests that work the same at any width. The short run executes them only at a phone's width, and the long run
// also on a wide screen.
const ONCE =
  /(event-form-access|event-form-kept|event-pdf|guest-page|hosts|identity|lost-link|components|components-carousel|privacy|private-address|replacement|season|self-cancel|sign-up-form|uploads|waitlist)\.spec\.ts$/
// The short run has one more worker than the smallest machine has processors (two), because one worker always waits
// for a page to load.
const WORKERS = given ? 1 : deep ? 2 : 3

// Every worker reads this file again, so environment variables pass the ports and the folder to it.
process.env['E2E_PORTS'] ??= (await Promise.all(Array.from({ length: WORKERS }, () => freePort()))).join()
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'site-e2e-'))
const dataDir = process.env['E2E_DATA_DIR']
const sites = process.env['E2E_PORTS'].split(',').map((port) => ({ port, url: `http://localhost:${port}` }))
const baseURL = given ?? sites[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]?.url

export default defineConfig({
  testDir: 'test/e2e',
  // `npm run test:deep` adds the long tests and runs everything on a wide screen.
  testMatch: deep ? '**/*.spec.ts' : '**/!(*.deep).spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  forbidOnly: true,
  workers: WORKERS,
  // What a test expects usually happens within a second, but a busy machine needs longer.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL,
    // Recording traces makes the run a third longer, so they are off unless asked for.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: CHROMIUM_OPTIONS,
  },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true },
      ...(deep ? {} : { grepInvert: /@long-run/ }),
    },
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } },
      // The short run executes tests with the tag @any-width only at a phone's width.
      ...(deep ? {} : { grepInvert: /@any-width|@long-run/ }),
      testIgnore: deep ? OWN_WIDTHS : [OWN_WIDTHS, ONCE],
    },
  ],
  webServer: given
    ? []
    : [
        {
          command: `"${node}" scripts/test-run/sites.ts "${dataDir}" ${sites.map(({ port }) => port).join(' ')}`,
          wait: { stdout: /The sites are ready/ },
          timeout: 300_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
          // The job that a guest's action starts runs immediately, so the tests need no frequent periodic jobs.
          // Those would slow down all the sites.
          env: { RATE_LIMITS: 'off', JOBS_EVERY_SECONDS: '5' },
        },
      ],
})
