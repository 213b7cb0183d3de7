/** The event of a reservation as a calendar file, by the private link: no password is asked for again. */
import { data } from 'react-router'
import { getReservation } from '../../../capabilities/booking/contract.ts'
import { eventCalendar, eventUid } from '../../../shared/ics.ts'
import { absoluteLink } from '../../../shared/links.ts'
import { calendarFile } from '../../calendar-file.ts'
import { paths } from '../../paths.ts'
import { callContext, siteContext } from '../../server-context.ts'
import type { Route } from './+types/reservation-calendar'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getReservation, { query: { uuid: params.uuid } })
  if (!found.ok) throw data(found.message, found.status || 503)
  const { event } = found.data
  const { publicUrl } = context.get(siteContext)
  // Calendars are shared: the file names the public page, never the private link.
  const text = eventCalendar({
    event,
    url: absoluteLink(publicUrl, paths.event(event.urlName)),
    uid: eventUid(event.id),
    now: new Date(),
  })
  return calendarFile(text, event.urlName)
}
