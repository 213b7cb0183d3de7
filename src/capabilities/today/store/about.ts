/** What every row of the page is about: a reservation and its event. */
import { reservations } from '../../../platform/database/schema/booking.ts'
import type { Sealed } from '../../../platform/database/schema/columns.ts'
import { events } from '../../../platform/database/schema/events.ts'

/** Columns of a statement that joins reservations and events. The name is null once it was purged. */
export const ABOUT = {
  reservationId: reservations.id,
  uuid: reservations.uuid,
  customerName: reservations.customerName,
  eventName: events.name,
  eventUrlName: events.urlName,
}

export interface AboutRow {
  reservationId: number
  uuid: string
  customerName: Sealed | null
  eventName: string
  eventUrlName: string
}
