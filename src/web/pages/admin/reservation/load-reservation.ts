import { data } from 'react-router'
import { type AdminReservation, getReservationByAdmin } from '#features/booking/contract/admin.ts'
import type { Call } from '#shared/client.ts'

/** The form of our ids; anything else in the address is as good as an unknown id. */
const NUMBER = /^[1-9]\d{0,8}$/

/** Loads a reservation for a loader; one that is not there is an answer of its own (R12.2). */
export async function loadReservation(call: Call, reservationId: string): Promise<AdminReservation> {
  if (!NUMBER.test(reservationId)) throw notFound()
  const found = await call(getReservationByAdmin, { query: { id: Number(reservationId) } })
  if (found.ok) return found.data
  if (found.status === 404) throw notFound()
  throw data({ text: found.message }, found.status || 503)
}

function notFound() {
  const text = 'It may have been deleted, or the address is not whole.'
  return data({ heading: 'Reservation not found', text }, 404)
}
