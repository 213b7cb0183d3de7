import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { run } from '../prepare/process.mjs'
import { type TestResult, withOutcome } from './reports.ts'
import { STEPS } from './steps.ts'

vi.mock('../prepare/process.mjs')

/** The outcome of each test in a test file. Null if the file could not be loaded. */
type FakeFile = Record<string, 'passed' | 'failed' | 'skipped'> | null
/**
 * Returns the fake report of one run of the test program with this seed. Undefined if the program crashes.
 */
type Try = (seed: number) => Record<string, FakeFile> | undefined

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tries-'))
  vi.stubEnv('CI', 'true')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/**
 * Runs the step `unit` of `npm test` with fake results. Returns the step's counts, and the files and the seed
 * of each run.
 */
async function take(seed: number, ...tries: Try[]) {
  const asked: { files: string[]; seed: string | undefined }[] = []
  vi.mocked(run).mockImplementation(async (_, args, options) => {
    const drawn = options?.env?.['SEED']
    const files = tries[asked.length]?.(Number(drawn))
    asked.push({ files: args.filter((arg) => arg.endsWith('.test.ts')), seed: drawn })
    const path = args.find((arg) => arg.startsWith('--outputFile'))?.replace(/^[^=]*=/, '')
    if (path && files)
      writeFileSync(path, JSON.stringify({ testResults: Object.entries(files).map(resultOf) }))
    const sound = files && !Object.values(files).some(isBroken)
    return { status: sound ? 0 : 1, output: '' }
  })
  const unit = STEPS.find(({ name }) => name === 'unit')
  const results = (await unit?.work({ node: 'node', folder, filters: [], seed, steps: [] })) ?? []
  const names = (wanted: TestResult['outcome']) => withOutcome(results, wanted).map(({ name }) => name)
  const [failures, flaky] = [names('failed'), names('flaky')]
  return { asked, passed: names('passed').length, failed: failures.length, failures, flaky }
}

const isBroken = (tests: FakeFile) => tests === null || Object.values(tests).includes('failed')

function resultOf([name, tests]: [string, FakeFile]) {
  const ends = Object.entries(tests ?? {})
  return {
    name: `/x/src/${name}`,
    status: isBroken(tests) ? 'failed' : 'passed',
    assertionResults: ends.map(([fullName, status]) => ({ fullName, status, duration: 5 })),
  }
}

const FIRST: Try = () => ({
  'a.test.ts': { one: 'failed', two: 'passed', three: 'failed' },
  'b.test.ts': { four: 'passed' },
})
const ONE_MENDED: Try = () => ({ 'a.test.ts': { one: 'passed', two: 'passed', three: 'failed' } })
const UNLUCKY: Try = (seed) => ({ 'a.test.ts': { drawn: seed === 7 ? 'failed' : 'passed' } })
const MANY: Try = () => ({
  'a.test.ts': Object.fromEntries([1, 2, 3, 4, 5, 6].map((nth) => [nth, 'failed' as const])),
})

test('repeats a random failure in the second run, because both runs use the same seed', async () => {
  const { asked, ...counts } = await take(7, UNLUCKY, UNLUCKY)
  expect(asked).toEqual([
    { files: [], seed: '7' },
    { files: ['src/a.test.ts'], seed: '7' },
  ])
  expect(counts).toMatchObject({ passed: 0, failed: 1, flaky: [] })
})

describe('the script that runs failed tests a second time in CI', () => {
  test('counts the second result of a failed test, and lists tests that passed only in the second run', async () => {
    const counts = await take(7, FIRST, ONE_MENDED)
    expect(counts).toMatchObject({ passed: 3, failed: 1, failures: ['src/a.test.ts › three'] })
    expect(counts.flaky).toEqual(['src/a.test.ts › one'])
  })

  const silent: Record<string, Try> = {
    'that crashes': () => undefined,
    'that does not run every failed test': () => ({ 'a.test.ts': { one: 'passed', two: 'passed' } }),
    'that skips a failed test': () => ({
      'a.test.ts': { one: 'passed', two: 'passed', three: 'skipped' },
    }),
    'whose file cannot be loaded': () => ({ 'a.test.ts': null }),
  }
  test.each(Object.entries(silent))(
    'keeps the results of the first run if the second run %s',
    async (_, again) => {
      expect(await take(7, FIRST, again)).toMatchObject({ passed: 2, failed: 2, flaky: [] })
    },
  )

  test('counts the tests of a file that could be loaded only in the second run', async () => {
    const counts = await take(
      7,
      () => ({ 'a.test.ts': null, 'b.test.ts': { four: 'passed' } }),
      () => ({ 'a.test.ts': { one: 'passed' } }),
    )
    expect(counts).toMatchObject({ passed: 2, failed: 0, flaky: ['src/a.test.ts'] })
  })

  test('runs failed tests a second time only in CI, and only if they are few', async () => {
    expect((await take(7, MANY)).asked).toHaveLength(1)
    vi.stubEnv('CI', '')
    expect((await take(7, FIRST)).asked).toHaveLength(1)
  })
})

test('reports a failure if a run of the test program contains no test at all', async () => {
  expect(await take(7, () => ({}))).toMatchObject({ passed: 0, failed: 1 })
})
