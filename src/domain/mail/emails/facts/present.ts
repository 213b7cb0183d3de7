/**
 * Returns the fact, or throws if it is missing. `dropReason` has already checked that the fact exists, so a missing
 * fact is a bug.
 */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error('An e-mail lacks a fact that its dropReason must check')
  return value
}
