/** How often work runs: so much at once, or one time for all who need it. */

/** Runs what it is given, so many at once; the rest in the order in which it came. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Work that needs much memory waits for its turn. */
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

/** Does the work at the first call, for all that follow; after one that failed the next call tries again. */
export function createOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}
