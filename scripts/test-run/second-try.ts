/**
 * In CI, tests that failed are tried once more, alone: a machine that stands still for half a minute, as rented ones
 * do, is no fault of the site. What then passes is counted as passed and named at the end with what it said at first,
 * so that nobody overlooks a test that is not steady. It draws by chance from the same seed, so that a mistake that
 * chance has found is found again. On a developer's machine every failure counts.
 */
import type { Counts } from './reports.ts'

/** More than these is no accident. */
const MOST = 5

/** `once` runs some of the tests, with the same environment each time; `filters` are those of the first try, `again` gives those of the second. */
export async function tried(
  once: (which: string[]) => Promise<Counts>,
  filters: string[],
  again: (first: Counts) => string[],
) {
  const first = await once(filters)
  return worthASecondTry(first) ? together(first, await once(again(first))) : first
}

function worthASecondTry(first: Counts): boolean {
  if (!process.env['CI'] || first.failed > MOST) return false
  return first.failures.length > 0 && first.failures.every(({ file }) => file !== '')
}

/**
 * What both tries say together: of what was tried again the second word counts. A second try that breaks off, or does not
 * come to a test that had failed, says nothing.
 */
export function together(first: Counts, second: Counts): Counts {
  const skipped = new Set(second.skipped)
  const ran = new Set(second.timed.map(({ name }) => name).filter((name) => !skipped.has(name)))
  // A file that could not be loaded at first, and now has.
  for (const name of ran) ran.add(name.replace(/ › .*/s, ''))
  const complete = [...first.failures, ...second.failures].every(({ name }) => ran.has(name))
  if (!complete) return first
  const still = new Set(second.failures.map(({ name }) => name))
  return {
    ...second,
    passed: first.passedBeside + second.passed,
    timed: first.timed,
    skipped: first.skipped,
    unsteady: first.failures.filter(({ name }) => !still.has(name)),
  }
}
