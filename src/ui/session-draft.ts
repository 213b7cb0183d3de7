/**
 * Drafts: what is being typed, kept in the session storage of this tab so that a reload loses nothing (R17.9). A copy of the tab has
 * none (R44.6).
 */
import type { z } from 'zod'
import { isOwnTab } from './own-tab.ts'

/**
 * The draft under `key`. A storage that is forbidden or full (private windows) costs what a reload would find,
 * nothing else: nothing here throws. Only for the browser; on the server there is never a draft.
 */
export function sessionDraft<T>(key: string, schema: z.ZodType<T>) {
  return {
    /** Null when there is none, or none that the schema accepts. */
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
    // The draft then only lives in memory.
  }
}
