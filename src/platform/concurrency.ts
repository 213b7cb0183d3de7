/** Work that needs much memory waits for its turn. */

/** Runs what it is given, so many at once; the rest in the order in which it came. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore(places: number): InTurn {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on.
      if (next) next()
      else free += 1
    }
  }
}
