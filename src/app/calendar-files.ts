/**
 * Serves the calendar files of three routes: for one event, for a guest's stay, and for the family. Also
 * creates the feed of all events for `well-known.ts`.
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

/** Serves an event's calendar file. Returns 404 for a private event that the visitor has not unlocked. */
async function eventFile(context: Context, eventUrlName: string) {
  const found = await context.get(callContext)(getEvent, { query: { eventUrlName, guests: 0 } })
  if (!found.ok || found.data.locked) throw data('Event Not Found', 404)
  return calendarFile(found.data, context.get(siteContext).publicUrl)
}

/**
 * Serves the calendar file of a guest's stay. The guest's private link is enough to get it, even if the event
 * has a password.
 */
async function stayFile(context: Context, uuid: string) {
  const found = await context.get(callContext)(getReservation, { query: { uuid } })
  if (!found.ok) throw data(found.message, { status: found.status || 503, headers: PRIVATE })
  const { event, status, attendeeToken } = found.data
  // A cancellation needs a higher revision than the event's own calendar file. Otherwise a calendar that has
  // this file would ignore the cancellation.
  const off = status === 'cancelled' && { cancelled: true, revision: event.revision + 1 }
  const file = calendarFile({ ...event, ...off }, context.get(siteContext).publicUrl, attendeeToken)
  for (const [name, value] of Object.entries(PRIVATE)) file.headers.set(name, value)
  return file
}

/** Serves the family's calendar feed. Phones subscribe to it by a secret address that an admin created. */
async function familyFile(context: Context, token: string) {
  const found = await context.get(callContext)(readFeed, { query: { token } })
  // Returns an error instead of an empty feed. To a phone, an empty feed would mean that all calendar entries
  // were canceled.
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
 * Creates an event's calendar file. With `attendee`, the file also has the guest's own link to the
 * directions. The file never contains a private link, because people often share calendars.
 */
export function calendarFile(event: EventSummary, publicUrl: string, attendee?: string): Response {
  const own = attendee === undefined ? {} : { directions: directionsLink(publicUrl, attendee) }
  const text = eventCalendar({ ...calendarEntry(event, publicUrl), ...own, now: new Date() })
  return new Response(text, {
    headers: {
      'content-type': CALENDAR_CONTENT_TYPE,
      // The url name needs no escaping, because it only contains characters that are safe in a header.
      'content-disposition': `attachment; filename="${event.urlName}.ics"`,
      'cache-control': 'no-store',
    },
  })
}

/** Creates the calendar feed of public events. Leaves out private and unpublished events, even if an admin asks. */
export function calendarFeed(events: readonly EventSummary[], publicUrl: string): Response {
  const listed = events.filter((event) => !event.private && !event.unpublished)
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
