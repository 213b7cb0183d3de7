/**
 * An event that is being typed, kept in this tab's session storage so that a reload loses nothing (R17.9).
 * The event's password is not kept.
 */
import { z } from 'zod'
import { sessionDraft } from '#ui/session-draft.ts'
import { NEW_EVENT, type EventValues } from './values.ts'

/** The version and values that an edit began with. */
export interface Base {
  version: number
  values: EventValues
}

export interface EventDraft {
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

/** The kept draft of a form; `password` is what stands in it instead of the one that was typed. */
export function eventDraft(form: string, password: string) {
  const { read, keep, forget } = sessionDraft(`event-form:${form}`, draftSchema)
  return {
    read: () => {
      const kept = read()
      return kept && withPassword(kept, password)
    },
    keep: (draft: EventDraft) => keep(withPassword(draft, '')),
    forget,
  }
}

function withPassword({ values, base }: EventDraft, password: string): EventDraft {
  return {
    values: { ...values, password },
    base: base && { version: base.version, values: { ...base.values, password } },
  }
}
