/**
 * Handles the requests about an event's guests, and implements what events need to know about them
 * (`events/guests-port.ts`).
 */
import { type PaymentReceived, withMoneyLeft } from '#domain/booking/domain/refunds.ts'
import {
  type BookingDeps,
  listReservations,
  readReservations,
  countReservations,
  deleteReservations,
  listStanding,
  moveRemainders,
} from '#domain/booking/index.ts'
import { findEvent, readSpots, type EventGuests } from '#domain/events/index.ts'
import { spotsLeft } from '#domain/events/rules.ts'
import { moveHostLinks } from '#domain/guests/hosts/index.ts'
import { deleteEntriesOfEvent, enqueueOffers, readQueue } from '#domain/booking/waitlist/index.ts'
import { offerEnd } from '#domain/booking/waitlist/rules.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { attachment, csvResponse } from '#platform/http/headers.ts'
import { isGuest } from '#shared/reservation-status.ts'
import { exportEvent, exportWaitlist, listGuests, toGuest } from './contract.ts'
import { csvOf, waitlistCsvOf } from './csv.ts'

/** Guests per page of the API. A page is about 100 KB. */
const GUESTS_ON_A_PAGE = 250

export function rosterHandlers(deps: BookingDeps): Bound[] {
  const { db } = deps
  return [
    bind(listGuests, async ({ query: { id, after } }) => {
      const event = await findEvent(db, id)
      if (!event) return fail('not_found')
      const rows = await listReservations(db, { eventId: id, after, limit: GUESTS_ON_A_PAGE })
      const spots = await readSpots(db, id)
      return {
        guests: (await readReservations(deps, rows, { event, spots })).map(toGuest),
        next: rows.length === GUESTS_ON_A_PAGE ? (rows.at(-1)?.id ?? null) : null,
      }
    }),

    bind(exportEvent, async ({ query }) => {
      const event = await findEvent(db, query.id)
      if (!event) return fail('not_found')
      return csvResponse(csvOf(deps, event, query.form), attachment(event.name, 'csv'))
    }),

    bind(exportWaitlist, async ({ query }) => {
      const event = await findEvent(db, query.id)
      if (!event) return fail('not_found')
      const table = await waitlistCsvOf(deps, event.id, query.form)
      return csvResponse(table, attachment(event.name, 'csv', 'Waitlist'))
    }),
  ]
}

/** Implements the guests port of events with booking, the waitlist and the hosts' links. */
export function eventGuests(deps: BookingDeps): EventGuests {
  const { db, sealer, emails, now } = deps
  return {
    async read(event, spots, most) {
      const rows = await listReservations(db, { eventId: event.id, after: 0, limit: most.guests })
      const queue = await readQueue(db, sealer, { eventId: event.id, limit: most.waitlist })
      return {
        reservations: await readReservations(deps, rows, { event, spots }),
        reservationCount: rows.length === most.guests ? await countReservations(db, event.id) : rows.length,
        waitlists: queue.entries,
        waitlistCount: queue.count,
        spotsToOffer: offerEnd(event, now(), { byHand: true }) ? spotsLeft(event.spots, spots) : 0,
      }
    },

    startMoved: moveRemainders,
    endMoved: moveHostLinks,
    async tellDays(tx, { id: eventId, version }, now) {
      let told = 0
      for (const { id: reservationId } of (await listStanding(tx, eventId)).filter(isGuest)) {
        // The key contains the event's id, because a moved guest may meet the same version number at two
        // events.
        const key = `dates-moved:${reservationId}:${eventId}:${version}`
        const { isNew } = await emails.enqueue(tx, { type: 'dates-moved', reservationId, key, now })
        if (isNew) told += 1
      }
      return told
    },

    edited: enqueueOffers,

    async deleteAll({ eventId, force, by }, finish) {
      let paid = 0
      const mayGo = (money: PaymentReceived[]) => {
        paid = withMoneyLeft(money).size
        return force || paid === 0
      }
      const deletion = { which: { eventId }, eventId, mayGo, by }
      const result = await deleteReservations(deps, deletion, async (tx, ids) =>
        finish(tx, { reservations: ids.length, waitlists: await deleteEntriesOfEvent(tx, eventId), paid }),
      )
      return result === 'paid' ? { paid } : result
    },
  }
}
