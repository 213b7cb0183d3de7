/** The roster as the site takes it: its calls, and what events ask about their guests, answered by booking, the waitlist and the hosts' links. */
import { type PaymentReceived, withMoneyLeft } from '#features/booking/domain/refunds.ts'
import {
  type BookingDeps,
  countReservations,
  deleteReservations,
  listReservations,
  listStanding,
  moveRemainders,
  readReservations,
} from '#features/booking/index.ts'
import type { EventGuests } from '#features/events/index.ts'
import { moveHostLinks } from '#features/hosts/index.ts'
import { deleteEntriesOfEvent, enqueueOffers, readQueue } from '#features/waitlist/index.ts'
import { isGuest } from '#shared/reservation-status.ts'

export { rosterHandlers } from './handlers.ts'

export function eventGuests(deps: BookingDeps): EventGuests {
  const { db, sealer, emails } = deps
  return {
    async read(event, spots, most) {
      const rows = await listReservations(db, { eventId: event.id, after: 0, limit: most.guests })
      const queue = await readQueue(db, sealer, { eventId: event.id, limit: most.waitlist })
      return {
        reservations: await readReservations(deps, rows, { event, spots }),
        reservationCount: rows.length === most.guests ? await countReservations(db, event.id) : rows.length,
        waitlists: queue.entries,
        waitlistCount: queue.count,
      }
    },

    startMoved: moveRemainders,
    endMoved: moveHostLinks,
    // Once per version of the event.
    async tellDays(tx, { id: eventId, version }, now) {
      const coming = (await listStanding(tx, eventId)).filter(isGuest)
      for (const { id: reservationId } of coming) {
        const key = `dates-moved:${reservationId}:${version}`
        await emails.enqueue(tx, { type: 'dates-moved', reservationId, key, now })
      }
      return coming.length
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
