/** The event of a reservation as a calendar file, by the private link: no password is asked for again. */
import { data } from 'react-router'
import { getReservation } from '#features/booking/contract/guest.ts'
import { calendarFile } from '#web/calendar-file.ts'
import { callContext, siteContext } from '#web/server-context.ts'
import { PRIVATE } from '../private-page.ts'
import type { Route } from './+types/reservation-calendar'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getReservation, { query: { uuid: params.uuid } })
  if (!found.ok) throw data(found.message, { status: found.status || 503, headers: PRIVATE })
  const { event, status, attendeeToken } = found.data
  // One change more than the event's own, so that a calendar which has its file takes this one.
  const off = status === 'cancelled' && { cancelled: true, revision: event.revision + 1 }
  const file = calendarFile({ ...event, ...off }, context.get(siteContext).publicUrl, attendeeToken)
  for (const [name, value] of Object.entries(PRIVATE)) file.headers.set(name, value)
  return file
}
