/** Handles the calls that list and export an event's guests. */
import type { BookingDeps } from '#domain/booking/deps.ts'
import { listReservations } from '#domain/booking/store/reservations.ts'
import { readReservations } from '#domain/booking/use-cases/show-reservation.ts'
import { findEvent, readSpots } from '#domain/events/store/events.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { attachment, csvResponse } from '#platform/http/headers.ts'
import { exportEvent, exportWaitlist, listGuests, toGuest } from './contract.ts'
import { csvOf, waitlistCsvOf } from './csv.ts'

export function rosterHandlers(deps: BookingDeps): Bound[] {
  const { db } = deps
  return [
    bind(listGuests, async ({ query: { id, after, limit } }) => {
      const event = await findEvent(db, id)
      if (!event) return fail('not_found')
      const rows = await listReservations(db, { eventId: id, after, limit })
      const spots = await readSpots(db, id)
      return {
        guests: (await readReservations(deps, rows, { event, spots })).map(toGuest),
        next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
      }
    }),

    bind(exportEvent, async ({ query }) => {
      const event = await findEvent(db, query.id)
      if (!event) return fail('not_found')
      const only = query.reservationIds?.split(',').map(Number)
      return csvResponse(csvOf(deps, event, { form: query.form, only }), attachment(event.name, 'csv'))
    }),

    bind(exportWaitlist, async ({ query }) => {
      const event = await findEvent(db, query.id)
      if (!event) return fail('not_found')
      const table = await waitlistCsvOf(deps, event.id, query.form)
      return csvResponse(table, attachment(event.name, 'csv', 'Waitlist'))
    }),
  ]
}
