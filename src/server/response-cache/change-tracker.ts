/** Tracks the database's changes as they are heard, so that an old page is neither kept nor found. */
import { type ChangeListener, isEcho, newEcho, tellChange } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/database.ts'

export interface ChangeTrackerOptions {
  db: Database
  /** A word other than our own was heard, or with null: anything may have changed. */
  onChange: (tag: string | null) => void
}

/** A word of our own comes back in milliseconds; if not, the listener is in trouble. */
const PATIENCE_MS = 500
const ROUNDS = 5

export function createChangeTracker({ db, onChange }: ChangeTrackerOptions) {
  let listening = false
  let behind = false
  let catchingUp: Promise<boolean> | null = null
  let moves = 0
  let allMoved = 0
  const moved = new Map<string, number>()
  const awaited = new Map<string, () => void>()

  function everythingMoved(): void {
    allMoved = moves += 1
    onChange(null)
  }

  /** Says a word and waits until it is heard: by then all that was committed before it has been heard too. */
  async function hearOut(): Promise<boolean> {
    const word = newEcho()
    const heard = Promise.withResolvers<boolean>()
    awaited.set(word, () => heard.resolve(true))
    const timer = setTimeout(() => heard.resolve(false), PATIENCE_MS)
    behind = false
    tellChange(db, word).catch(() => heard.resolve(false))
    const current = await heard.promise
    clearTimeout(timer)
    awaited.delete(word)
    if (!current) behind = true
    return current
  }

  const listener: ChangeListener = {
    heard: (word) => {
      const own = awaited.get(word)
      if (own) return own()
      if (isEcho(word)) return
      moved.set(word, (moves += 1))
      onChange(word)
    },
    listening: () => {
      listening = true
      everythingMoved()
    },
    lost: () => {
      listening = false
      everythingMoved()
    },
  }

  return {
    ...listener,
    /** Whether the words of others arrive at all. */
    hears: () => listening,
    /** This process has changed something: nothing is known until `caughtUp`. */
    wrote: () => {
      behind = true
    },
    /** Whether everything that this process has committed has been heard. */
    isCurrent: () => listening && !behind && !catchingUp,
    /** Hears out what this process has committed. False: it cannot be known now, so answer without the cache. */
    caughtUp: async () => {
      // More may be written while one write is being heard out.
      for (let round = 0; round < ROUNDS; round += 1) {
        if (!listening) return false
        if (!behind && !catchingUp) return true
        catchingUp ??= hearOut().finally(() => {
          catchingUp = null
        })
        if (!(await catchingUp)) return false
      }
      return false
    },
    /** A moment; see `unmoved`. */
    moment: () => moves,
    /** Whether none of these has changed since a moment. */
    unmoved: (tags: readonly string[], since: number) =>
      allMoved <= since && tags.every((tag) => (moved.get(tag) ?? 0) <= since),
  }
}
