/** Returns a fact whose existence `dropReason` has already checked. Throws if it is missing, which is a bug. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error('An e-mail lacks a fact that its dropReason must check')
  return value
}
