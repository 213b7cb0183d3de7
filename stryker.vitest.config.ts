/**
 * Runs only the tests next to the mutated rules. These tests need no database, and use the same random values
 * in every run.
 */
import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import stryker from './stryker.config.mjs'

process.env['SEED'] = '1'

export default defineConfig({
  test: {
    include: stryker.mutate.flatMap((pattern) => globSync(pattern.replace(/\.ts$/, '*.test.ts'))),
    setupFiles: ['test/support/seeded-properties.ts'],
  },
})
