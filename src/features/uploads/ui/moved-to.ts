/** The list with one thing moved; the same list when nothing moves. */
export function movedTo<T>(list: T[], from: number, to: number): T[] {
  const thing = list[from]
  if (thing === undefined || from === to || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, thing)
}
