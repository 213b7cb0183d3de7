/** The props that each part of an admin's page of a reservation takes. */
import type { Call } from '#shared/client.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'

export interface PartProps {
  reservation: AdminReservation
  call: Call
  /** Called after a change, with the reservation as it is now, or without it when it is to be read again. */
  onChanged: (reservation?: AdminReservation) => void
  /** Tells what has been done, for whoever does not see it. */
  say: (words: string) => void
}
