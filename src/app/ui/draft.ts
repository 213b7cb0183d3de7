/**
 * Drafts: unsent input in this tab's session storage, so that a reload loses nothing (R17.9). No other code
 * reads or writes them there. A duplicated tab starts without drafts (R44.6).
 */
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { isOwnTab } from './own-tab.ts'

/** The kinds of drafts. A draft's key in session storage begins with the draft's kind. */
type DraftKind = 'form' | 'inline' | 'sign-up' | 'waitlist'

export type Draft<T> = ReturnType<typeof sessionDraft<T>>

/**
 * Returns the functions to read, save and delete a draft. They never throw. If the browser stores nothing (as
 * in some private windows), a reload loses the draft. The server has no drafts.
 */
export function sessionDraft<T>(kind: DraftKind, name: string | number, schema: z.ZodType<T>) {
  const key = `${kind}:${name}`
  return {
    /** Returns the saved draft. Returns null if no draft is saved or the schema refuses it. */
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
  /** The version and values that the record had when the user opened the form. */
  opened: { version: number; values: Values }
}

/**
 * Returns the draft of a form with the fields in `values`. Ignores a saved draft whose fields have other
 * names or types.
 */
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
