/** Changed copies of sets, lists and records, and what has changed. */

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

/** The names of the fields whose values a change would alter, in alphabetical order; what is undefined changes nothing. */
export function changedFields<Row extends object>(
  current: Row,
  changes: Partial<Row>,
): (keyof Row & string)[] {
  const names = Object.keys(changes) as (keyof Row & string)[]
  return names.filter((name) => changes[name] !== undefined && changes[name] !== current[name]).toSorted()
}

/** The ids of all rows in the wanted order: strange and repeated ones dropped, rows that are not named behind the others. */
export function orderByIds(rows: { id: number }[], wanted: number[]): number[] {
  const present = rows.map(({ id }) => id)
  const named = new Set(wanted.filter((id) => present.includes(id)))
  return [...named, ...present.filter((id) => !named.has(id))]
}
