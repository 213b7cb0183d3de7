/**
 * In CI, tests that failed are tried once more, alone: a machine that stands still for half a minute, as rented ones
 * do, is no fault of the site. What then passes is counted as passed and named at the end with what it said at first,
 * so that nobody overlooks a test that is not steady. It draws by chance from the same seed, so that a mistake that
 * chance has found is found again. On a developer's machine every failure counts.
 */
import { type TestResult, withOutcome } from './reports.ts'

/** More than these is no accident. */
const MOST = 5

/** `once` runs some of the tests, with the same environment each time; `filters` are those of the first try, `again` gives those of the second. */
export async function tried(
  once: (which: string[]) => Promise<TestResult[]>,
  filters: string[],
  again: (failed: TestResult[]) => string[],
) {
  const first = await once(filters)
  const failed = withOutcome(first, 'failed')
  const few = failed.length > 0 && failed.length <= MOST && failed.every(({ file }) => file !== '')
  return process.env['CI'] && few ? together(first, await once(again(failed))) : first
}

/**
 * The results of both tries together: of what was tried again the second word counts. A second try that breaks off, or does not
 * come to a test that had failed, says nothing.
 */
function together(first: TestResult[], second: TestResult[]): TestResult[] {
  const ran = second.filter(({ file, name, outcome }) => outcome !== 'skipped' && name !== file)
  // With their files: one that could not be loaded at first may have been now.
  const names = new Set(ran.flatMap(({ file, name }) => (file === '' ? [] : [file, name])))
  const [failed, still] = [withOutcome(first, 'failed'), withOutcome(second, 'failed')]
  if (![...failed, ...still].every(({ name }) => names.has(name))) return first
  const isStill = ({ name }: TestResult) => still.some((one) => one.name === name)
  const unsteady = failed.filter((one) => !isStill(one))
  return [
    ...first.filter(({ name }) => !names.has(name)),
    ...second,
    ...unsteady.map((one) => ({ ...one, outcome: 'unsteady' as const })),
  ]
}
