/** The order of a line. Pure. */
import type { EntryState } from '#platform/database/schema/waitlist.ts'

/** The ids with one of them moved up or down by one; null when it is not there, or at that end already. */
export function moved(ids: readonly number[], id: number, to: 'up' | 'down'): number[] | null {
  const from = ids.indexOf(id)
  const target = from + (to === 'up' ? -1 : 1)
  if (from < 0 || target < 0 || target >= ids.length) return null
  const order = [...ids]
  order[from] = ids[target] as number
  order[target] = id
  return order
}

/** The same of a whole line: one of those who wait changes places with the next who does. Whoever may come back to the line keeps the place. */
export function movedInLine(
  line: readonly { id: number; state: EntryState }[],
  id: number,
  to: 'up' | 'down',
): number[] | null {
  const waiting = line.filter(({ state }) => state === 'waiting').map((entry) => entry.id)
  const order = moved(waiting, id, to)
  return order && line.map((entry) => order[waiting.indexOf(entry.id)] ?? entry.id)
}
