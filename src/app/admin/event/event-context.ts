/** The event of a workspace, which one middleware reads for the loaders of all its tabs. */
import { createContext, type RouterContextProvider } from 'react-router'
import { getEvent, type AdminEvent } from '#domain/booking/contract/event.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import type { Call } from '#shared/client.ts'
import { dataOf, pageError } from '#app/server-context.ts'
import { EVENT_NOT_FOUND } from '../admin-area.tsx'

/** An event as its workspace shows it, without the lists that single tabs load. */
export type WorkspaceEvent = Omit<AdminEvent, 'reservations' | 'waitlists'>

type Found = Awaited<ReturnType<typeof findEvent>>

const foundContext = createContext<Found>()

/** Reads an event without its guests and its waitlist, because each tab loads only its own data. */
const findEvent = (call: Call, eventUrlName: string) =>
  call(getEvent, { query: { eventUrlName, guests: 0, waitlist: 0 } })

/** Reads the event of this request once, so that the workspace and its tab need not both read it. */
export async function readEvent(
  context: Readonly<RouterContextProvider>,
  call: Call,
  urlName: string,
): Promise<void> {
  context.set(foundContext, await findEvent(call, urlName))
}

/**
 * Returns what all staff may see of the event of this request. It is the whole event for staff who look after guests.
 * Throws the error page if there is no such event.
 */
export function anyEventIn(context: Readonly<RouterContextProvider>): EventDetails | AdminEvent {
  const found = dataOf(context.get(foundContext), { words: EVENT_NOT_FOUND })
  if (found.locked) throw pageError({ status: 404, message: '' }, { words: EVENT_NOT_FOUND })
  return found
}

/** Returns the event of this request, for tabs of staff who look after guests. */
export function eventIn(context: Readonly<RouterContextProvider>): WorkspaceEvent {
  const found = anyEventIn(context)
  if (!('reservations' in found)) throw pageError({ status: 404, message: '' }, { words: EVENT_NOT_FOUND })
  const { reservations: _, waitlists: __, ...event } = found
  return event
}
