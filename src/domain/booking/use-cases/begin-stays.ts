/** Posts the income of stays on their first ranch day, when the venue no longer owes the stay (R49.2). */
import { listBegunStays, postStays, writeBegunDay } from '#domain/money/ledger/store/post.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '../deps.ts'
import { lockReservationsAndInvoices } from '../store/locks.ts'

/** The most guests per run. The next run continues with the others. */
const BATCH = 500

/**
 * Posts the income of all stays that have begun and are not posted yet, an event at a time under the locks of a
 * change of its money. After downtime, posts what was missed, on its true day.
 */
export async function beginStays({ db, now }: Pick<BookingDeps, 'db' | 'now'>): Promise<void> {
  const today = ranchDay(now())
  const begun = await listBegunStays(db, today, BATCH)
  for (const eventId of new Set(begun.map((stay) => stay.eventId))) {
    const reservationIds = begun.filter((stay) => stay.eventId === eventId).map(({ id }) => id)
    await db.transaction(async (tx) => {
      await lockEvent(tx, eventId)
      await lockReservationsAndInvoices(tx, { reservationIds })
      await postStays(tx, reservationIds, { now: now() })
    })
  }
  if (begun.length < BATCH) await writeBegunDay(db, today)
}
