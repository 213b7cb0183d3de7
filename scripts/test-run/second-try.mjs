/**
 * In CI, tests that failed are tried once more, alone: a machine that stands still for half a minute, as rented ones
 * do, is no fault of the site. What then passes is counted as passed and named at the end with what it said at first,
 * so that nobody overlooks a test that is not steady. It draws by chance from the same seed, so that a mistake that
 * chance has found is found again. On a developer's machine every failure counts.
 */

/** More than these is no accident. */
const MOST = 5

/**
 * @typedef {import('./reports.mjs').Counts} Counts
 * @param {(which: string[]) => Promise<Counts>} once runs some of the tests, with the same environment each time
 * @param {string[]} filters of the first try
 * @param {(first: Counts) => string[]} again those of the second
 */
export async function tried(once, filters, again) {
  const first = await once(filters)
  return worthASecondTry(first) ? together(first, await once(again(first))) : first
}

/**
 * @param {Counts} first
 * @returns {boolean}
 */
function worthASecondTry(first) {
  if (!process.env['CI'] || first.failed > MOST) return false
  return first.failures.length > 0 && first.failures.every(({ file }) => file !== '')
}

/**
 * What both tries say together: of what was tried again the second word counts. A second try that breaks off, or does not
 * come to a test that had failed, says nothing.
 * @param {Counts} first
 * @param {Counts} second
 * @returns {Counts}
 */
export function together(first, second) {
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
