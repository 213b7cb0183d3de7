/**
 * Two groups of tests, told apart by what they import: `http` are those that open a test database (they run
 * once more on PostgreSQL, with TEST_DATABASE=postgres), `unit` are all others. `*.deep.test.ts` are the
 * long ones and only run with DEEP=1 (`npm run test:deep`).
 */
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const opensDatabase = /from '[^']*\/testing\/(database|app)\.ts'|from '\.\/(database|app)\.ts'/
const deep = process.env['DEEP'] === '1'

const files = globSync(['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.deep\.test\./.test(file) === deep)
const http = files.filter((file) => opensDatabase.test(readFileSync(file, 'utf8')))
const unit = files.filter((file) => !http.includes(file))

// An embedded database takes seconds to open on a busy machine; the pure tests take none of this.
const patience = deep ? 20 * 60_000 : 60_000

export default defineConfig({
  test: {
    // Processes, not threads: the embedded database and its locks belong to one process.
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      { test: { name: 'unit', include: unit, environment: 'node', testTimeout: deep ? patience : 20_000 } },
      {
        test: {
          name: 'http',
          include: http,
          environment: 'node',
          testTimeout: patience,
          hookTimeout: patience,
          env: { TZ: 'UTC' },
        },
      },
    ],
  },
})
