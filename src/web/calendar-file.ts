import type { EventSummary } from '../capabilities/events/contract.ts'
import { CALENDAR_CONTENT_TYPE, eventCalendar, eventUid } from '../shared/ics.ts'
import { absoluteLink } from '../shared/links.ts'
import { paths } from './paths.ts'

/** An event's calendar as a download. Calendars are shared: it names the public page, never a private link. */
export function calendarFile(event: EventSummary, publicUrl: string): Response {
  const text = eventCalendar({
    event,
    url: absoluteLink(publicUrl, paths.event(event.urlName)),
    uid: eventUid(event.id),
    now: new Date(),
  })
  return new Response(text, {
    headers: {
      'content-type': CALENDAR_CONTENT_TYPE,
      // A url name has only letters that are safe in a header.
      'content-disposition': `attachment; filename="${event.urlName}.ics"`,
      'cache-control': 'no-store',
    },
  })
}
