import { createEvent, type EventForAdmin, updateEvent } from '#features/events/contract/event.ts'
import type { EventInputSent } from '#features/events/contract/fields.ts'
import type { Base } from '#features/events/ui/event-form/draft.ts'
import { changesOf, type EventValues } from '#features/events/ui/event-form/values.ts'
import { browserCall } from '#web/browser-call.ts'
import { findAgain } from './load-event.ts'

export interface SaveFailure {
  code: string
  /** The server's words. */
  message: string
  fields: Record<string, string>
}

export type Saved =
  | { kind: 'saved'; event: EventForAdmin }
  /** Another admin has saved it in the meantime. */
  | { kind: 'stale'; theirs: EventForAdmin }
  | { kind: 'failed'; failure: SaveFailure }

interface Saving {
  values: EventValues
  /** `values`, checked. */
  input: EventInputSent
  /** The event that is changed, and what the change began with; null for a new one. */
  edited: { event: EventForAdmin; base: Base } | null
  /** Other days are mailed to everybody who is coming. */
  tellGuests: boolean
}

/** Whether the event would take place on other days than those it was saved with. */
export function movesDays(saved: EventForAdmin, typed: EventValues): boolean {
  return typed.startDateDate !== saved.startDateDate || typed.endDateDate !== saved.endDateDate
}

/** Saves the form. What fails: see `Saved`; nothing is thrown. */
export async function saveEvent({ values, input, edited, tellGuests }: Saving): Promise<Saved> {
  const saved = edited
    ? await browserCall(updateEvent, {
        body: {
          updateEventData: {
            id: edited.event.id,
            version: edited.base.version,
            ...(tellGuests ? { tellGuests } : {}),
            ...changesOf(edited.base.values, values, input),
          },
        },
      })
    : await browserCall(createEvent, { body: input })
  if (saved.ok) return { kind: 'saved', event: saved.data.event }
  if (saved.code === 'stale' && edited) {
    const theirs = await findAgain(browserCall, edited.event)
    if (theirs) return { kind: 'stale', theirs }
  }
  return { kind: 'failed', failure: saved }
}
