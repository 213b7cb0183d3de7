/**
 * An event that is being typed, kept in this tab's session storage so that a reload loses nothing (R17.9).
 * The event's password is not kept.
 */
import { z } from 'zod'
import { NEW_EVENT, type EventValues } from './values.ts'

/** The version and values that an edit began with. */
export interface Base {
  version: number
  values: EventValues
}

export interface Draft {
  values: EventValues
  /** Null for an event that is not there yet. */
  base: Base | null
}

const valuesSchema = z.object(
  Object.fromEntries(
    Object.entries(NEW_EVENT).map(([name, empty]) => [
      name,
      typeof empty === 'boolean' ? z.boolean() : z.string(),
    ]),
  ),
) as unknown as z.ZodType<EventValues>

const draftSchema = z.object({
  values: valuesSchema,
  base: z.object({ version: z.int(), values: valuesSchema }).nullable(),
})

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (form: string) => `event-form:${form}`

/** The kept draft of a form; null when there is none or it cannot be read. `password` is what stands there instead. */
export function readDraft(storage: DraftStorage, form: string, password: string): Draft | null {
  try {
    const kept = draftSchema.safeParse(JSON.parse(storage.getItem(keyOf(form)) ?? 'null'))
    if (!kept.success) return null
    const { values, base } = kept.data
    return {
      values: { ...values, password },
      base: base && { version: base.version, values: { ...base.values, password } },
    }
  } catch {
    return null
  }
}

const withoutPassword = (all: EventValues): EventValues => ({ ...all, password: '' })

export function keepDraft(storage: DraftStorage, form: string, { values, base }: Draft): void {
  const draft = {
    values: withoutPassword(values),
    base: base && { version: base.version, values: withoutPassword(base.values) },
  }
  try {
    storage.setItem(keyOf(form), JSON.stringify(draft))
  } catch {
    // A full or forbidden storage costs the draft after a reload, nothing else.
  }
}

export function forgetDraft(storage: DraftStorage, form: string): void {
  try {
    storage.removeItem(keyOf(form))
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}
