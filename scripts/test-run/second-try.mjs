/**
 * In CI, tests that failed are tried once more, alone: a machine that stands still for half a minute, as rented ones
 * do, is no fault of the site. What then passes is counted as passed and named at the end with what it said at first,
 * so that nobody overlooks a test that is not steady. On a developer's machine every failure counts.
 */

/** More than these is no accident. */
const MOST = 5

/**
 * @typedef {import('./reports.mjs').Counts} Counts
 * @param {Counts | null} first
 * @returns {boolean}
 */
export function worthASecondTry(first) {
  if (!process.env['CI'] || !first || first.failed > MOST) return false
  return first.failures.length > 0 && first.failures.every(({ file }) => file !== '')
}

/**
 * What both tries say together: of what was tried again the second word counts.
 * @param {Counts} first
 * @param {Counts | null} second null: it crashed, and the first word stands
 * @returns {Counts}
 */
export function together(first, second) {
  const complete = second !== null && second.passed + second.failed >= first.failed
  if (!complete) return first
  const still = new Set(second.failures.map(({ name }) => name))
  return {
    ...second,
    passed: first.passedBeside + second.passed,
    timed: first.timed,
    unsteady: first.failures.filter(({ name }) => !still.has(name)),
  }
}
