/** The event of a reservation as a calendar file, by the private link: no password is asked for again. */
import { data } from 'react-router'
import { getReservation } from '../../../capabilities/booking/contract.ts'
import { calendarFile } from '../../calendar-file.ts'
import { callContext, siteContext } from '../../server-context.ts'
import type { Route } from './+types/reservation-calendar'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getReservation, { query: { uuid: params.uuid } })
  if (!found.ok) throw data(found.message, found.status || 503)
  return calendarFile(found.data.event, context.get(siteContext).publicUrl)
}
