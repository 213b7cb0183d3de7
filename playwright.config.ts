/**
 * The tests in a real browser. Each worker has a started site of its own, with a data folder and a port, so that
 * two tests never want the same last spot. E2E_URL runs them one by one against a site that is up already;
 * CHROMIUM_PATH names the browser.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_OPTIONS } from './scripts/test-run/chromium.ts'
import { freePort } from '#test/support/process.ts'

const node = join(import.meta.dirname, 'node_modules/node/bin/node')

const given = process.env['E2E_URL']
// Known to the tests, which sign in with it.
process.env['DEV_ADMIN_PASSWORD'] ??= 'ranch-admin'
const deep = Boolean(process.env['DEEP'])
// These set their widths themselves, or talk to the site without a page.
const OWN_WIDTHS = /(attack|axe|directions-offline|errors|search|drawer)\.spec\.ts$/
// What is done here is done the same on any screen: once, as a phone, and on a wide one in the long run.
const ONCE =
  /(event-form-access|event-form-kept|event-pdf|guest-page|hosts|identity|lost-link|pieces|pieces-carousel|privacy|private-address|replacement|season|self-cancel|sign-up-form|uploads|waitlist)\.spec\.ts$/
// One more than the least machine has processors: there is always one that waits for a page to settle.
const WORKERS = given ? 1 : deep ? 2 : 3

// Each worker reads this file again: what the first reader chose is handed on by the environment.
process.env['E2E_PORTS'] ??= (await Promise.all(Array.from({ length: WORKERS }, () => freePort()))).join()
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'site-e2e-'))
const dataDir = process.env['E2E_DATA_DIR']
const sites = process.env['E2E_PORTS'].split(',').map((port) => ({ port, url: `http://localhost:${port}` }))
const baseURL = given ?? sites[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]?.url

export default defineConfig({
  testDir: 'test/e2e',
  // `npm run test:deep` runs the long ones too, and all on a wide screen.
  testMatch: deep ? '**/*.spec.ts' : '**/!(*.deep).spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  forbidOnly: true,
  workers: WORKERS,
  // What is waited for comes in a moment, and on a busy machine later than that.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL,
    // Recording every test takes a third longer: asked for when one fails.
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
      // What does not mind how wide the screen is runs once, but for the long run.
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
          timeout: 120_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
          // What a guest's act causes is done at once; each round of the rest costs every site a part of a processor.
          env: { RATE_LIMITS: 'off', JOBS_EVERY_SECONDS: '5' },
        },
      ],
})
