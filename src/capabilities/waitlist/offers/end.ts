/** An offer ends before its time: declined, or taken back by an admin or by the guest who passes on the spot. */
import { type AuditEntry, recordAudit } from '../../../platform/audit.ts'
import type { EntryState } from '../../../platform/database/schema/waitlist.ts'
import { listIntentsToEnd, lockReservation, lockWithInvoices } from '../../booking/admin/store.ts'
import { setReservationStatus } from '../../booking/apply/changes/store.ts'
import { endIntents, type NotEnded } from '../../booking/apply/cancel.ts'
import type { BookingDeps } from '../../booking/deps.ts'
import { findReplaced } from '../../booking/replacement/store.ts'
import { promiseOffers } from '../../events/line/store.ts'
import { lockEvent } from '../../events/store.ts'
import { setEntryState } from '../line/store.ts'
import { noteTakenBack, offerStayAgain } from '../pass-on/next.ts'
import { endOpenOffer, type FoundOffer } from './store.ts'

const ROUNDS = 5

interface Ending {
  /**
   * What becomes of the offer and of who had it. Back to waiting, with the place kept: the guest whose spot it is takes
   * it back, so it is offered to nobody else.
   */
  as: { offer: 'declined' | 'withdrawn'; entry: EntryState }
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
}

/** `over`: it had ended already, by whatever was faster. Nothing can be paid for the spot any more when it is `done`. */
export async function endOffer(
  deps: BookingDeps,
  { offer, entry, reservation }: FoundOffer,
  { as, by }: Ending,
): Promise<'done' | 'over' | NotEnded | 'changed_meanwhile'> {
  if (offer.state !== 'open' || reservation?.status !== 'pending') return 'over'
  const which = { reservationId: reservation.id }
  for (let round = 0; round < ROUNDS; round += 1) {
    const ended = await endIntents(deps, await listIntentsToEnd(deps.db, which), by.actor)
    if (typeof ended === 'string') return ended
    const result = await deps.db.transaction(async (tx) => {
      const event = await lockEvent(tx, entry.eventId)
      const row = await lockReservation(tx, reservation.id)
      await lockWithInvoices(tx, which)
      if (!event || row?.status !== 'pending') return 'over'
      if ((await listIntentsToEnd(tx, which)).some((intent) => !ended.has(intent))) return 'again'
      const now = deps.now()
      if (!(await endOpenOffer(tx, offer.id, { state: as.offer, now }))) return 'over'
      const kept = as.entry === 'waiting'
      const stayId = await findReplaced(tx, reservation.id)
      await setEntryState(tx, entry.id, as.entry)
      await setReservationStatus(tx, reservation.id, { status: 'expired', now })
      const base = { ...by, eventId: entry.eventId, reservationId: reservation.id, at: now }
      await recordAudit(tx, deps.sealer, [
        {
          ...base,
          action: `waitlist.${kept ? 'recalled' : as.offer}`,
          entity: 'waitlist',
          entityId: entry.id,
        },
        { ...base, action: 'reservation.expired', entity: 'reservation', entityId: reservation.id },
      ])
      if (stayId !== null) {
        if (kept) await noteTakenBack(tx, deps, { event, stayId, now })
        else await offerStayAgain(tx, deps, { event, stayId, now })
      }
      await promiseOffers(tx, entry.eventId, now)
      return 'done'
    })
    if (result !== 'again') return result
  }
  return 'changed_meanwhile'
}
