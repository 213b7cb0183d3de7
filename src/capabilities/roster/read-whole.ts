import type { BookingDeps } from '../booking/deps.ts'
import { readReservations } from '../booking/admin/read.ts'
import { countReservations, listReservations } from '../booking/admin/store.ts'
import { countTaken, type EventRow, findPhotos } from '../events/store.ts'
import { toEventForAdmin } from '../events/view.ts'
import { readEntries } from '../waitlist/store.ts'
import type { AdminEvent } from './contract.ts'

/** An event with all its guests, or the first `limit`, for an admin. A fixed number of statements, however many they are. */
export async function readWhole(deps: BookingDeps, event: EventRow, limit?: number): Promise<AdminEvent> {
  const { db, sealer, now } = deps
  const taken = await countTaken(db, event.id)
  const photos = await findPhotos(db, event.id)
  const rows = await listReservations(db, { eventId: event.id, after: 0, limit })
  return {
    ...toEventForAdmin(event, { taken, photos, now: now() }),
    reservations: await readReservations(deps, rows, { event, taken }),
    reservationCount: rows.length === limit ? await countReservations(db, event.id) : rows.length,
    waitlists: await readEntries(db, sealer, event.id),
    waitlistStopped: event.waitlistStoppedAt !== null,
  }
}
