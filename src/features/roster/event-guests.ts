/** The guests of an event: what the events' port asks is answered by booking, the waitlist and the hosts' links. */
import {
  type BookingDeps,
  countReservations,
  deleteReservations,
  listReservations,
  moveRemainders,
  readReservations,
  tellNewDates,
} from '#features/booking/index.ts'
import { type PaymentReceived, withMoneyLeft } from '#features/booking/domain/refunds.ts'
import { type EventGuests, promiseOffers } from '#features/events/index.ts'
import { moveHostLinks } from '#features/hosts/index.ts'
import { countLine, readLine, removeEntries } from '#features/waitlist/index.ts'

export function eventGuests(deps: BookingDeps): EventGuests {
  const { db, sealer } = deps
  return {
    async read(event, taken, most) {
      const rows = await listReservations(db, { eventId: event.id, after: 0, limit: most.guests })
      return {
        reservations: await readReservations(deps, rows, { event, taken }),
        reservationCount: rows.length === most.guests ? await countReservations(db, event.id) : rows.length,
        waitlists: (await readLine(db, sealer, { eventId: event.id, limit: most.waitlist })).entries,
        waitlistCount: await countLine(db, event.id),
      }
    },

    startMoved: moveRemainders,
    endMoved: moveHostLinks,
    tellDays: tellNewDates,
    edited: promiseOffers,

    async deleteAll({ eventId, force, by }, finish) {
      let paid = 0
      const mayGo = (money: PaymentReceived[]) => {
        paid = withMoneyLeft(money).size
        return force || paid === 0
      }
      const deletion = { which: { eventId }, eventId, mayGo, by }
      const result = await deleteReservations(deps, deletion, async (tx, ids) =>
        finish(tx, { reservations: ids.length, waitlists: await removeEntries(tx, eventId), paid }),
      )
      return result === 'paid' ? { paid } : result
    },
  }
}
