/** Two ways to limit how often work runs: a number of tasks at the same time, or once for all callers. */

/** Runs the given work when a slot is free. Waiting work starts in the order in which it arrived. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a semaphore with `places` slots, for work that needs a lot of memory. */
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
      // The slot passes directly to the next task, so `free` stays unchanged.
      if (next) next()
      else free += 1
    }
  }
}

/**
 * Returns a function that does the work on its first call and shares the result. After a failure, the next
 * call tries again.
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
