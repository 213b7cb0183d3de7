/**
 * The few tests in a real browser, against one started site with a data folder and a port of its own.
 * E2E_URL runs them against a site that is up already; CHROMIUM_PATH names the browser.
 */
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { freePort } from './scripts/test-run/free-port.mjs'

const node = join(import.meta.dirname, 'node_modules/.bin/node')

// Each worker reads this file again: what the first one chose is handed on by the environment.
process.env['E2E_PORT'] ??= await freePort()
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'site-e2e-'))
const port = process.env['E2E_PORT']
const baseURL = process.env['E2E_URL'] ?? `http://localhost:${port}`

const chromium = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find((path) => path && existsSync(path))

export default defineConfig({
  testDir: 'e2e',
  // The long ones run in `npm run test:deep`.
  testMatch: process.env['DEEP'] ? '**/*.deep.spec.ts' : '**/!(*.deep).spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  forbidOnly: true,
  workers: process.env['E2E_WORKERS'] ? Number(process.env['E2E_WORKERS']) : 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } },
      // An attack does not mind how wide the screen is.
      testIgnore: '**/attack.spec.ts',
    },
  ],
  ...(process.env['E2E_URL']
    ? {}
    : {
        webServer: {
          command: `"${node}" src/server/main.ts`,
          url: `${baseURL}/readyz`,
          timeout: 60_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
          env: {
            PORT: port,
            DATA_DIR: process.env['E2E_DATA_DIR'],
            RATE_LIMITS: 'off',
            JOBS_EVERY_SECONDS: '2',
          },
        },
      }),
})
