/** What each part of an admin's page of a reservation is given. */
import type { Call } from '#shared/client.ts'
import type { AdminReservation } from '../contract/admin.ts'

export interface PartProps {
  reservation: AdminReservation
  call: Call
  /** Something has changed: as it is now, or to be read again. */
  onChanged: (reservation?: AdminReservation) => void
  /** Tells what has been done, for whoever does not see it. */
  say: (words: string) => void
}
