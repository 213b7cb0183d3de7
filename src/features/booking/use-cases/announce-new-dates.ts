/** Tells those who are coming that the event has other days. */
import { enqueueEmail } from '#features/emails/index.ts'
import type { EventRow } from '#features/events/index.ts'
import type { Transaction } from '#platform/database/database.ts'
import { isGuest } from '#shared/reservation-status.ts'
import { listStanding } from '../store/reservations.ts'

/** Enqueues an e-mail to everybody who is coming, once per version of the event; gives how many. The caller holds the event's lock. */
export async function tellNewDates(tx: Transaction, { id, version }: EventRow, now: Date): Promise<number> {
  const coming = (await listStanding(tx, id)).filter(isGuest)
  for (const { id: reservationId } of coming)
    await enqueueEmail(tx, {
      type: 'dates-moved',
      reservationId,
      key: `dates-moved:${reservationId}:${version}`,
      now,
    })
  return coming.length
}
