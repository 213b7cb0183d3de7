/**
 * Drafts: unsent input in this tab's session storage, so that a reload loses nothing (R17.9). No other code
 * touches them. A duplicated tab starts without drafts (R44.6).
 */
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { isOwnTab } from './own-tab.ts'

/** The kinds of drafts. A draft's key in the storage begins with its kind. */
type DraftKind = 'form' | 'inline' | 'sign-up' | 'waitlist'

export type Draft<T> = ReturnType<typeof sessionDraft<T>>

/**
 * Returns the draft of this name. Never throws: if the browser stores nothing (private windows), a reload
 * loses the draft. The server has no drafts.
 */
export function sessionDraft<T>(kind: DraftKind, name: string | number, schema: z.ZodType<T>) {
  const key = `${kind}:${name}`
  return {
    /** Returns null if there is no draft or the schema refuses it. */
    read: (): T | null => {
      try {
        if (!isOwnTab()) return null
        return schema.safeParse(JSON.parse(window.sessionStorage.getItem(key) ?? 'null')).data ?? null
      } catch {
        return null
      }
    },
    save: (draft: T) => attempt(() => window.sessionStorage.setItem(key, JSON.stringify(draft))),
    delete: () => attempt(() => window.sessionStorage.removeItem(key)),
  }
}

function attempt(write: () => void): void {
  try {
    if (isOwnTab()) write()
  } catch {
    // The browser stores nothing, so a reload loses this draft.
  }
}

interface FormDraft<Values> {
  values: Values
  /** The record's version and values when the user opened the form. */
  opened: { version: number; values: Values }
}

/** Returns the draft of a form with these fields. Ignores a stored draft with different fields or types. */
export const formDraft = <Values extends FieldValues>(name: string, values: Values) =>
  sessionDraft(
    'form',
    name,
    z.custom<FormDraft<Values>>((found) => isDraftOf(found, values)),
  )

function isDraftOf(found: unknown, values: FieldValues): boolean {
  const { values: typed, opened } = (found ?? {}) as Partial<FormDraft<FieldValues>>
  const fits = (some: FieldValues | undefined) =>
    some !== undefined && Object.entries(values).every(([name, value]) => typeof some[name] === typeof value)
  return fits(typed) && fits(opened?.values) && typeof opened?.version === 'number'
}
