/** An offer ends before its time: declined, or taken back by an admin or by the guest who passes on the spot. */
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import {
  auditReservation,
  type BookingDeps,
  expire,
  findReplaced,
  lockReservation,
  lockReservationsAndInvoices,
  type NotStopped,
  stopPayments,
} from '#features/booking/index.ts'
import { lockEvent } from '#features/events/index.ts'
import { offerStayAgain } from './replacement-offers.ts'
import { setEntry } from './store/entries.ts'
import { endOpenOffer, type FoundOffer } from './store/offers.ts'

interface Ending {
  /**
   * The states that the offer and its entry end in. An entry goes back to waiting, with its place kept, where the guest
   * whose spot it is takes it back, so that it is offered to nobody else.
   */
  as: { offer: 'declined' | 'withdrawn'; entry: EntryState }
  by: Actor
}

/** `over`: it had ended already, by whatever was faster. Nothing can be paid for the spot any more when it is `done`. */
export async function endOffer(
  deps: BookingDeps,
  { offer, entry, reservation }: FoundOffer,
  { as, by }: Ending,
): Promise<'done' | 'over' | NotStopped> {
  if (offer.state !== 'open' || reservation?.status !== 'pending') return 'over'
  const which = { reservationId: reservation.id }
  return stopPayments<null, 'done' | 'over'>(deps, {
    of: which,
    by: by.actor,
    look: async () => ({ seen: null }),
    write: async (tx, _, stopped) => {
      const event = await lockEvent(tx, entry.eventId)
      const row = await lockReservation(tx, reservation.id)
      await lockReservationsAndInvoices(tx, which)
      if (!event || row?.status !== 'pending') return 'over'
      await stopped()
      const now = deps.now()
      if (!(await endOpenOffer(tx, offer.id, { state: as.offer, now }))) return 'over'
      const kept = as.entry === 'waiting'
      const stayId = await findReplaced(tx, reservation.id)
      await setEntry(tx, entry.id, { state: as.entry })
      const action = `waitlist.${kept ? 'recalled' : as.offer}`
      const about = { entity: 'waitlist', entityId: entry.id, reservationId: reservation.id }
      await recordAudit(tx, deps.sealer, [{ ...by, action, ...about, eventId: entry.eventId, at: now }])
      await expire(tx, deps, { reservation: row, by, now })
      if (stayId !== null && !kept) await offerStayAgain(tx, deps, { event, stayId, now })
      if (stayId !== null && kept) {
        const stay = { id: stayId, eventId: event.id }
        await auditReservation(tx, deps, { row: stay, action: 'replacement.taken_back', by, now })
      }
      return 'done'
    },
  })
}
