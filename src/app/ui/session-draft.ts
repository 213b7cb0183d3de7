/**
 * Drafts of forms in this tab's session storage, so that a reload loses nothing (R17.9). A duplicated tab starts
 * without them (R44.6).
 */
import type { z } from 'zod'
import { isOwnTab } from './own-tab.ts'

/**
 * Returns the draft under `key`. Never throws: if storage is forbidden or full (private windows), a draft just does
 * not survive a reload. On the server there is never a draft.
 */
export function sessionDraft<T>(key: string, schema: z.ZodType<T>) {
  return {
    /** Returns null if there is no draft or the schema rejects it. */
    read: (): T | null => {
      try {
        if (!isOwnTab()) return null
        return schema.safeParse(JSON.parse(window.sessionStorage.getItem(key) ?? 'null')).data ?? null
      } catch {
        return null
      }
    },
    save: (draft: T) => attempt(() => window.sessionStorage.setItem(key, JSON.stringify(draft))),
    forget: () => attempt(() => window.sessionStorage.removeItem(key)),
  }
}

function attempt(write: () => void): void {
  try {
    if (isOwnTab()) write()
  } catch {
    // If storage fails, the draft exists only in memory.
  }
}
