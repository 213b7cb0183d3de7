/** Creates changed copies of sets, lists and records, and compares two records. */

/** Returns a copy of the set with the items in `some` added, or removed if `wanted` is false. */
export const withOrWithout = <T>(all: ReadonlySet<T>, some: readonly T[], wanted: boolean): Set<T> =>
  new Set(wanted ? [...all, ...some] : [...all].filter((one) => !some.includes(one)))

/** Returns a copy of the list with one item moved. Returns the same list if its position stays the same. */
export function movedTo<T>(list: T[], from: number, to: number): T[] {
  const thing = list[from]
  if (thing === undefined || from === to || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, thing)
}

/** Returns the fields of `after` whose values differ from `before`. */
export const changedIn = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof T]),
  ) as Partial<T>

export function changedFields<Row extends object>(
  current: Row,
  changes: Partial<Row>,
): (keyof Row & string)[] {
  const names = Object.keys(changes) as (keyof Row & string)[]
  return names.filter((name) => changes[name] !== undefined && changes[name] !== current[name]).toSorted()
}

/**
 * Returns the ids of all rows: first those in `wanted`, in that order, then the ids of all other rows. Ignores
 * unknown and repeated ids.
 */
export function orderByIds(rows: { id: number }[], wanted: number[]): number[] {
  const present = rows.map(({ id }) => id)
  const named = new Set(wanted.filter((id) => present.includes(id)))
  return [...named, ...present.filter((id) => !named.has(id))]
}
