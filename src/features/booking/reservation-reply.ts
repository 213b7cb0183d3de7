/** What admins' changes of a stay are answered with. */
import { fail } from '#platform/http/bind.ts'
import type { BookingDeps } from './deps.ts'
import { readReservation } from './use-cases/show-reservation.ts'

/** A reservation as it is after a change. */
export async function reservationReply(deps: BookingDeps, id: number) {
  const reservation = await readReservation(deps, id)
  return reservation ? { reservation } : fail('not_found')
}
