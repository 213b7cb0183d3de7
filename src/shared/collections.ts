/** Changed copies of sets, lists and records. */

/** The set with these too, or without them. */
export const withOrWithout = <T>(all: ReadonlySet<T>, some: readonly T[], wanted: boolean): Set<T> =>
  new Set(wanted ? [...all, ...some] : [...all].filter((one) => !some.includes(one)))

/** The list with one thing moved to another place; the same list when nothing moves. */
export function movedTo<T>(list: T[], from: number, to: number): T[] {
  const thing = list[from]
  if (thing === undefined || from === to || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, thing)
}

/** Of `after` only what is not as before. */
export const changedIn = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof T]),
  ) as Partial<T>
