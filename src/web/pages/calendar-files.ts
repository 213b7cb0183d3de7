/** The calendar files of one event, of a guest's stay, and of the family: one module for three routes. With the feed of all events for `well-known.ts`. */
import { data } from 'react-router'
import { getReservation } from '#features/booking/contract/guest.ts'
import { readFeed } from '#features/calendar/contract.ts'
import { familyFeed } from '#features/calendar/domain/ics-feed.ts'
import { getEvent } from '#features/events/contract/event.ts'
import type { EventSummary } from '#features/events/contract/events.ts'
import { CALENDAR_CONTENT_TYPE, eventCalendar, eventFeed, eventUid } from '#shared/ics.ts'
import { absoluteLink, directionsLink } from '#shared/links.ts'
import { paths } from '#web/paths.ts'
import { callContext, siteContext } from '#web/server-context.ts'
import type { Route } from './+types/calendar-files'
import { PRIVATE } from './private-page.ts'

type Context = Route.LoaderArgs['context']

export function loader({ context, params: { uuid, token, eventUrlName = '' } }: Route.LoaderArgs) {
  if (uuid !== undefined) return stayFile(context, uuid)
  return token === undefined ? eventFile(context, eventUrlName) : familyFile(context, token)
}

/** An event; a locked private event has none. */
async function eventFile(context: Context, eventUrlName: string) {
  const found = await context.get(callContext)(getEvent, { query: { eventUrlName, guests: 0 } })
  if (!found.ok || found.data.locked) throw data('Event Not Found', 404)
  return calendarFile(found.data, context.get(siteContext).publicUrl)
}

/** The event of a reservation, by the private link: no password is asked for again. */
async function stayFile(context: Context, uuid: string) {
  const found = await context.get(callContext)(getReservation, { query: { uuid } })
  if (!found.ok) throw data(found.message, { status: found.status || 503, headers: PRIVATE })
  const { event, status, attendeeToken } = found.data
  // One change more than the event's own, so that a calendar which has its file takes this one.
  const off = status === 'cancelled' && { cancelled: true, revision: event.revision + 1 }
  const file = calendarFile({ ...event, ...off }, context.get(siteContext).publicUrl, attendeeToken)
  for (const [name, value] of Object.entries(PRIVATE)) file.headers.set(name, value)
  return file
}

/** The family's calendar for phones to subscribe to, by the address that an admin has made. */
async function familyFile(context: Context, token: string) {
  const found = await context.get(callContext)(readFeed, { query: { token } })
  // A calendar without entries would be taken to mean that they are called off.
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
 * An event's calendar as a download; with `attendee` the guest's own, which leads to the directions by their token.
 * Calendars are shared: it names the public page, never a private link.
 */
export function calendarFile(event: EventSummary, publicUrl: string, attendee?: string): Response {
  const own = attendee === undefined ? {} : { directions: directionsLink(publicUrl, attendee) }
  const text = eventCalendar({ ...calendarEntry(event, publicUrl), ...own, now: new Date() })
  return new Response(text, {
    headers: {
      'content-type': CALENDAR_CONTENT_TYPE,
      // A url name has only letters that are safe in a header.
      'content-disposition': `attachment; filename="${event.urlName}.ics"`,
      'cache-control': 'no-store',
    },
  })
}

/** The public ones among the events, whoever asks, as a calendar to subscribe to. */
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
