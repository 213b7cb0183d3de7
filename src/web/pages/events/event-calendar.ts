/** An event as a calendar file; a locked private event has none. */
import { data } from 'react-router'
import { getEvent } from '../../../capabilities/events/contract.ts'
import { eventCalendar, eventUid } from '../../../shared/ics.ts'
import { absoluteLink } from '../../../shared/links.ts'
import { calendarFile } from '../../calendar-file.ts'
import { paths } from '../../paths.ts'
import { callContext, siteContext } from '../../server-context.ts'
import type { Route } from './+types/event-calendar'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getEvent, { query: { eventUrlName: params.eventUrlName } })
  if (!found.ok || found.data.locked) throw data('Event Not Found', 404)
  const event = found.data
  const { publicUrl } = context.get(siteContext)
  const text = eventCalendar({
    event,
    url: absoluteLink(publicUrl, paths.event(event.urlName)),
    uid: eventUid(event.id),
    now: new Date(),
  })
  return calendarFile(text, event.urlName)
}
