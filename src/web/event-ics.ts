import type { EventSummary } from '#features/events/contract/events.ts'
import { CALENDAR_CONTENT_TYPE, eventCalendar, eventFeed, eventUid } from '#shared/ics.ts'
import { absoluteLink, directionsLink } from '#shared/links.ts'
import { paths } from './paths.ts'

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
