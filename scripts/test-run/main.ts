/**
 * `npm test`: runs all checks and tests, and continues after a failed step. `npm test -- http events` runs
 * the step `http`, limited to test files whose names contain "events". `SEED=7 npm test` uses the seed 7 for
 * all random values. Without `SEED`, each run draws a new seed. `npm run test:browsers` (--browsers) follows
 * a guest in Firefox and WebKit. `npm run test:deep` (--deep) runs the long tests, and `npm run test:deep --
 * crash` only some of them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, delimiter, join } from 'node:path'
import { outsideTests, withOutcome } from './reports.ts'
import { runSeed } from './seed.ts'
import { DEEP_STEPS, ENGINE_STEPS, type Step, STEPS } from './steps.ts'
import { stepLine, summary, type StepResult } from './summary.ts'

const started = Date.now()
const words = process.argv.slice(2)
const deep = words.includes('--deep')
const steps = deep ? DEEP_STEPS : words.includes('--browsers') ? ENGINE_STEPS : STEPS
const isStep = (word: string) => steps.some((step) => step.name === word)
const chosen = steps.filter((step) => words.includes(step.name) || !words.some(isStep))
const seed = runSeed(process.env['SEED'])
const filters = words.filter((word) => !isStep(word) && !word.startsWith('--'))

const node = process.execPath
process.env['PATH'] = `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`
const folder = mkdtempSync(join(tmpdir(), 'test-reports-'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const stepResults: StepResult[] = []

console.log(`SEED=${seed}`)
const quick = chosen.filter((step) => step.quick)
if (quick.length > 0) console.log(`\n── ${quick.map(({ name }) => name).join(', ')}`)
const begun = quick.map((step) => ({ step, running: runStep(step) }))
await Promise.all(begun.filter(({ step }) => !step.lasting).map(({ running }) => running))
for (const step of chosen.filter((step) => !step.quick)) {
  console.log(`\n── ${step.name}`)
  await runStep(step)
}
await Promise.all(begun.map(({ running }) => running))

console.log(summary(stepResults, { seed, deep, milliseconds: Date.now() - started }))
const all = stepResults.flatMap(({ results }) => results)
const sound = withOutcome(all, 'failed').length === 0 && withOutcome(all, 'passed').length > 0
process.exitCode = sound ? 0 : 1

async function runStep({ name, work }: Step) {
  const begun = Date.now()
  const context = { node, folder, filters, seed, steps: chosen.map((step) => step.name) }
  const results = await work(context).catch((error: unknown) => {
    console.log(error)
    return [outsideTests('failed', 'all of it', String(error))]
  })
  const step = { name, results, milliseconds: Date.now() - begun }
  stepResults.push(step)
  console.log(stepLine(step))
}
