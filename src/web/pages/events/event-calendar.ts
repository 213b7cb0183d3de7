/** An event as a calendar file; a locked private event has none. */
import { data } from 'react-router'
import { getEvent } from '#features/events/contract/admin.ts'
import { calendarFile } from '#web/calendar-file.ts'
import { callContext, siteContext } from '#web/server-context.ts'
import type { Route } from './+types/event-calendar'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getEvent, {
    query: { eventUrlName: params.eventUrlName, guests: 0 },
  })
  if (!found.ok || found.data.locked) throw data('Event Not Found', 404)
  return calendarFile(found.data, context.get(siteContext).publicUrl)
}
