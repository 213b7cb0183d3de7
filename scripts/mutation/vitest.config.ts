/** The tests of one mutated file alone, quick and without any database; what they draw by chance is the same each time. */
import { defineConfig } from 'vitest/config'

process.env['SEED'] = '1'

export default defineConfig({
  test: {
    include: [(process.env['MUTATED_FILE'] ?? '').replace(/\.ts$/, '*.test.ts')],
    setupFiles: ['src/testing/seeded-properties.ts'],
  },
})
