/** The tests of the mutated rules alone, quick and without any database; what they draw by chance is the same each time. */
import { defineConfig } from 'vitest/config'
import { MUTATED } from './files.ts'

process.env['SEED'] = '1'
const mutated = process.env['MUTATED_FILE']

export default defineConfig({
  test: {
    include: (mutated ? [mutated] : MUTATED).map((file) => file.replace(/\.ts$/, '*.test.ts')),
    setupFiles: ['src/testing/seeded-properties.ts'],
  },
})
