import { listEvents } from '#features/events/contract/events.ts'
import { eventForAdmin, type EventForAdmin, getEvent } from '#features/events/contract/admin.ts'
import type { Call } from '#shared/client.ts'
import { dataOf, pageError } from '#web/server-context.ts'
import type { EventValues } from '#features/events/ui/event-form/values.ts'

/** An event as the form takes it: without its guests, who are none of a form's business. Null for one that is not there. */
async function findEvent(call: Call, eventUrlName: string): Promise<EventForAdmin | null> {
  const found = await call(getEvent, { query: { eventUrlName, guests: 0 } })
  if (!found.ok) return null
  return eventForAdmin.safeParse(found.data).data ?? null
}

/** The event as it is now, also when somebody has given it another address. */
export async function findAgain(call: Call, { id, urlName }: EventForAdmin): Promise<EventForAdmin | null> {
  const found = await findEvent(call, urlName)
  if (found?.id === id) return found
  const all = await call(listEvents, { query: {} })
  const renamed = all.ok && all.data.events.find((event) => event.id === id)
  return renamed ? findEvent(call, renamed.urlName) : null
}

export const EVENT_NOT_FOUND = {
  404: { heading: 'Event Not Found', text: 'It may have been renamed or deleted.' },
}

/** Loads an event for a loader; one that is not there is an error page of its own (R12.2). */
export async function loadEvent(call: Call, eventUrlName: string): Promise<EventForAdmin> {
  const found = await call(getEvent, { query: { eventUrlName, guests: 0 } })
  const event = eventForAdmin.safeParse(dataOf(found, { words: EVENT_NOT_FOUND })).data
  if (event) return event
  throw pageError({ status: 404, message: '' }, { words: EVENT_NOT_FOUND })
}

/** True when the event would take place on other days than those it was saved with. */
export function movesDays(saved: EventForAdmin, typed: EventValues): boolean {
  return typed.startDateDate !== saved.startDateDate || typed.endDateDate !== saved.endDateDate
}
