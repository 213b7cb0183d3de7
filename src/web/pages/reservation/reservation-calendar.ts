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
  const file = calendarFile(found.data.event, context.get(siteContext).publicUrl)
  for (const [name, value] of Object.entries(PRIVATE)) file.headers.set(name, value)
  return file
}
