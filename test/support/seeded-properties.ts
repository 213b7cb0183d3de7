/**
 * Runs before every test file. Makes fast-check use the run's seed, and makes a failing property say how to repeat
 * it and keep its seed.
 */
import { relative } from 'node:path'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { RUN_SEED } from './seeds.ts'

fc.configureGlobal({ seed: RUN_SEED, reporter: report })

function report(details: fc.RunDetails<unknown>): void {
  if (!details.failed) return
  const file = relative(process.cwd(), expect.getState().testPath ?? '')
  const message = `${fc.defaultReportMessage(details)}

To repeat it: SEED=${details.seed} npm test -- unit http ${file}
To keep it as a fixed case: examples: [${fc.stringify(details.counterexample)}] beside its numRuns`
  throw new Error(message, { cause: details.errorInstance })
}
