/**
 * Runs before every test file. Gives fast-check the seed of the test run. If a property test fails, its
 * message explains how to repeat the failure and how to keep the seed.
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
