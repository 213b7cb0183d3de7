/**
 * Serves three routes with calendar files: of one event, of a guest's stay, and of the family. Also creates the
 * feed of all events for `well-known.ts`.
 */
import { data } from 'react-router'
import { getReservation } from '#domain/booking/contract/guest.ts'
import { readFeed } from '#domain/calendar/contract.ts'
import { familyFeed } from '#domain/calendar/domain/ics-feed.ts'
import { getEvent } from '../domain/booking/contract/event.ts'
import type { EventSummary } from '#domain/events/contract/events.ts'
import { CALENDAR_CONTENT_TYPE, eventCalendar, eventFeed, eventUid } from '#shared/ics.ts'
import { absoluteLink, directionsLink } from '#shared/links.ts'
import { paths } from '#app/paths.ts'
import { callContext, siteContext } from '#app/server-context.ts'
import type { Route } from './+types/calendar-files'
import { PRIVATE } from './private-page.ts'

type Context = Route.LoaderArgs['context']

export function loader({ context, params: { uuid, token, eventUrlName = '' } }: Route.LoaderArgs) {
  if (uuid !== undefined) return stayFile(context, uuid)
  return token === undefined ? eventFile(context, eventUrlName) : familyFile(context, token)
}

/** Serves an event's file. A private event that the visitor has not unlocked has no file. */
async function eventFile(context: Context, eventUrlName: string) {
  const found = await context.get(callContext)(getEvent, { query: { eventUrlName, guests: 0 } })
  if (!found.ok || found.data.locked) throw data('Event Not Found', 404)
  return calendarFile(found.data, context.get(siteContext).publicUrl)
}

/** Serves the event of a reservation by its private link, without asking for the event's password again. */
async function stayFile(context: Context, uuid: string) {
  const found = await context.get(callContext)(getReservation, { query: { uuid } })
  if (!found.ok) throw data(found.message, { status: found.status || 503, headers: PRIVATE })
  const { event, status, attendeeToken } = found.data
  // The cancellation has a higher revision than the event's own file. Otherwise calendars that have that file
  // would ignore it.
  const off = status === 'cancelled' && { cancelled: true, revision: event.revision + 1 }
  const file = calendarFile({ ...event, ...off }, context.get(siteContext).publicUrl, attendeeToken)
  for (const [name, value] of Object.entries(PRIVATE)) file.headers.set(name, value)
  return file
}

/** Serves the family's calendar feed, for phones that subscribe to an admin's secret address. */
async function familyFile(context: Context, token: string) {
  const found = await context.get(callContext)(readFeed, { query: { token } })
  // Returns an error and no empty calendar: an empty one would mean that all entries were canceled.
  if (!found.ok) throw data(found.message, { status: found.status || 503, headers: PRIVATE })
  const { publicUrl } = context.get(siteContext)
  const text = familyFeed({
    ...found.data,
    pageOf: (urlName) => absoluteLink(publicUrl, paths.event(urlName)),
    now: new Date(),
  })
  return new Response(text, { headers: { ...PRIVATE, 'content-type': CALENDAR_CONTENT_TYPE } })
}

/**
 * Creates an event's calendar file. With `attendee`, it has the guest's own link to the directions. People
 * often share calendars, so the file names the public page and never a private link.
 */
export function calendarFile(event: EventSummary, publicUrl: string, attendee?: string): Response {
  const own = attendee === undefined ? {} : { directions: directionsLink(publicUrl, attendee) }
  const text = eventCalendar({ ...calendarEntry(event, publicUrl), ...own, now: new Date() })
  return new Response(text, {
    headers: {
      'content-type': CALENDAR_CONTENT_TYPE,
      // A URL name only contains characters that are safe in a header.
      'content-disposition': `attachment; filename="${event.urlName}.ics"`,
      'cache-control': 'no-store',
    },
  })
}

/** Creates the feed of public events, without private ones even for admins. */
export function calendarFeed(events: readonly EventSummary[], publicUrl: string): Response {
  const listed = events.filter((event) => !event.private)
  const text = eventFeed({
    entries: listed.map((event) => calendarEntry(event, publicUrl)),
    url: absoluteLink(publicUrl, paths.eventsCalendar),
    now: new Date(),
  })
  return new Response(text, { headers: { 'content-type': CALENDAR_CONTENT_TYPE } })
}

function calendarEntry(event: EventSummary, publicUrl: string) {
  const url = absoluteLink(publicUrl, paths.event(event.urlName))
  return { event, url, uid: eventUid(event.id) }
}
