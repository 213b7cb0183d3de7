/** The order of a line. Pure. */

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
