import { startTransition, useEffect, useState } from 'react'

/** More than any screen shows, and soon made. */
const FIRST_ROWS = 40

/** How many rows are made now: a screenful at first, so that the page answers, then all of them in the background. */
export function useRowsAtOnce(all: number): number {
  const [first, setFirst] = useState(true)
  useEffect(() => startTransition(() => setFirst(false)), [])
  return first ? Math.min(all, FIRST_ROWS) : all
}
