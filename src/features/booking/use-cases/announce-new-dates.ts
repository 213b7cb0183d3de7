/** Tells those who are coming that the event has other days. */
import type { EventRow } from '#features/events/index.ts'
import type { Transaction } from '#platform/database/database.ts'
import { isGuest } from '#shared/reservation-status.ts'
import type { BookingDeps } from '../deps.ts'
import { listStanding } from '../store/reservations.ts'

/** Enqueues an e-mail to everybody who is coming, once per version of the event; gives how many. The caller holds the event's lock. */
export async function tellNewDates(
  tx: Transaction,
  { emails }: Pick<BookingDeps, 'emails'>,
  { event: { id, version }, now }: { event: EventRow; now: Date },
): Promise<number> {
  const coming = (await listStanding(tx, id)).filter(isGuest)
  for (const { id: reservationId } of coming)
    await emails.enqueue(tx, {
      type: 'dates-moved',
      reservationId,
      key: `dates-moved:${reservationId}:${version}`,
      now,
    })
  return coming.length
}
