/** Tracks the database's notifications of changes, so that an old page is neither cached nor found. */
import { type ChangeListener, isMarker, newMarker, publish } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/database.ts'

interface ChangeTrackerOptions {
  db: Database
  /** The data of a tag has changed, or with null: anything may have. */
  onChange: (tag: string | null) => void
}

/** A marker of our own comes back in milliseconds; if not, the listener is in trouble. */
const MARKER_TIMEOUT_MS = 500
const ROUNDS = 5

export function createChangeTracker({ db, onChange }: ChangeTrackerOptions) {
  let listening = false
  let behind = false
  let catchingUp: Promise<boolean> | null = null
  // A counter that each change raises, and what it was when a tag, or everything, changed last.
  let revision = 0
  let everythingAt = 0
  const changedAt = new Map<string, number>()
  const awaitedMarkers = new Map<string, () => void>()

  function invalidateAll(): void {
    everythingAt = revision += 1
    onChange(null)
  }

  /** Publishes a marker and waits for it: once it has come, the notifications of all that was committed before have come too. */
  async function awaitMarker(): Promise<boolean> {
    const marker = newMarker()
    const came = Promise.withResolvers<boolean>()
    awaitedMarkers.set(marker, () => came.resolve(true))
    const timer = setTimeout(() => came.resolve(false), MARKER_TIMEOUT_MS)
    behind = false
    publish(db, marker).catch(() => came.resolve(false))
    const current = await came.promise
    clearTimeout(timer)
    awaitedMarkers.delete(marker)
    if (!current) behind = true
    return current
  }

  const listener: ChangeListener = {
    notified: (payload) => {
      const awaited = awaitedMarkers.get(payload)
      if (awaited) return awaited()
      if (isMarker(payload)) return
      changedAt.set(payload, (revision += 1))
      onChange(payload)
    },
    listening: () => {
      listening = true
      invalidateAll()
    },
    lost: () => {
      listening = false
      invalidateAll()
    },
  }

  return {
    ...listener,
    /** True when notifications arrive at all. */
    isListening: () => listening,
    /** This process has changed something: the cache is not current until `catchUp`. */
    wrote: () => {
      behind = true
    },
    /** True when the notifications of everything that this process has committed have come. */
    isCurrent: () => listening && !behind && !catchingUp,
    /** Waits for the notifications of what this process has committed. False: they did not come, so answer without the cache. */
    catchUp: async () => {
      // More may be written while a marker is on its way.
      for (let round = 0; round < ROUNDS; round += 1) {
        if (!listening) return false
        if (!behind && !catchingUp) return true
        catchingUp ??= awaitMarker().finally(() => {
          catchingUp = null
        })
        if (!(await catchingUp)) return false
      }
      return false
    },
    /** The number of the last change, for `isUnchanged`. */
    revision: () => revision,
    /** True when none of these tags has changed since a revision. */
    isUnchanged: (tags: readonly string[], since: number) =>
      everythingAt <= since && tags.every((tag) => (changedAt.get(tag) ?? 0) <= since),
  }
}
