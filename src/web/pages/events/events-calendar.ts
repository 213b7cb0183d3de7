/** All public events as a calendar to subscribe to: the current ones and the newest past. */
import { data } from 'react-router'
import { listEvents } from '#features/events/contract/events.ts'
import { calendarFeed } from '#web/calendar-file.ts'
import type { PageHandle } from '#web/page-meta.ts'
import { callContext, siteContext } from '#web/server-context.ts'
import type { Route } from './+types/events-calendar'

export const handle: PageHandle = { cacheBy: [] }

export async function loader({ context }: Route.LoaderArgs) {
  const found = await context.get(callContext)(listEvents, { query: {} })
  // A calendar without them would be taken to mean that they are called off.
  if (!found.ok) throw data(found.message, found.status || 503)
  return calendarFeed(found.data.events, context.get(siteContext).publicUrl)
}
