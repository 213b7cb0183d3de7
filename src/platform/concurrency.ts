/**
 * Two ways to limit how often work runs: at most a number of tasks at the same time, or only once for all
 * callers.
 */

/**
 * Runs the work when a slot is free. If several pieces of work wait, they start in the order in which they
 * arrived.
 */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a semaphore that lets `places` pieces of work run at the same time. It is for work that needs a lot
 * of memory.
 */
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
      // The next task takes over the slot, so the number of free slots does not change.
      if (next) next()
      else free += 1
    }
  }
}

/**
 * Returns a function that does the work on its first call and gives all callers the same result. If the work
 * fails, the next call tries again.
 */
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
