/** The guests of an event: what the events' port asks is answered by booking, the waitlist and the hosts' links. */
import { type PaymentReceived, withMoneyLeft } from '#features/booking/domain/refunds.ts'
import {
  type BookingDeps,
  countReservations,
  deleteReservations,
  listReservations,
  moveRemainders,
  readReservations,
  tellNewDates,
} from '#features/booking/index.ts'
import type { EventGuests } from '#features/events/index.ts'
import { moveHostLinks } from '#features/hosts/index.ts'
import { deleteEntriesOfEvent, enqueueOffers, readQueue } from '#features/waitlist/index.ts'

export function eventGuests(deps: BookingDeps): EventGuests {
  const { db, sealer } = deps
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
    tellDays: (tx, event, now) => tellNewDates(tx, deps, { event, now }),
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
