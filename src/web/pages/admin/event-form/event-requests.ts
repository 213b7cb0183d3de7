import { data } from 'react-router'
import { listEvents } from '#features/events/contract/events.ts'
import {
  createEvent,
  eventForAdmin,
  type EventForAdmin,
  getEvent,
  updateEvent,
} from '#features/events/contract/event.ts'
import type { Call } from '#shared/client.ts'
import type { EventInputSent } from '#features/events/contract/fields.ts'
import type { Base } from '#features/events/ui/event-form/draft.ts'
import { changesOf, type EventValues } from '#features/events/ui/event-form/values.ts'
import { browserCall } from '#web/browser-call.ts'

/** An event as the form takes it: without its guests, who are none of a form's business. Null for one that is not there. */
async function findEvent(call: Call, eventUrlName: string): Promise<EventForAdmin | null> {
  const found = await call(getEvent, { query: { eventUrlName, guests: 0 } })
  if (!found.ok) return null
  return eventForAdmin.safeParse(found.data).data ?? null
}

/** The event as it is now, also when somebody has given it another address. */
async function findAgain(call: Call, { id, urlName }: EventForAdmin): Promise<EventForAdmin | null> {
  const found = await findEvent(call, urlName)
  if (found?.id === id) return found
  const all = await call(listEvents, { query: {} })
  const renamed = all.ok && all.data.events.find((event) => event.id === id)
  return renamed ? findEvent(call, renamed.urlName) : null
}

/** Loads an event for a loader; one that is not there is an answer of its own (R12.2). */
export async function loadEvent(call: Call, eventUrlName: string): Promise<EventForAdmin> {
  const found = await call(getEvent, { query: { eventUrlName, guests: 0 } })
  if (!found.ok && found.status !== 404) throw data({ text: found.message }, found.status || 503)
  const event = found.ok ? eventForAdmin.safeParse(found.data).data : undefined
  if (event) return event
  throw data({ heading: 'Event Not Found', text: 'It may have been renamed or deleted.' }, 404)
}

export interface SaveFailure {
  code: string
  /** The server's words. */
  message: string
  fields: Record<string, string>
}

type Saved =
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
