import type { BookingDeps } from '#features/booking/deps.ts'
import { readReservations } from '#features/booking/admin/read.ts'
import { countReservations, listReservations } from '#features/booking/admin/store.ts'
import { countTaken, type EventRow, findPhotos, toEventForAdmin } from '#features/events/index.ts'
import { countLine, readLine } from '#features/waitlist/index.ts'
import type { AdminEvent } from './contract.ts'

/** How many come along at most; all when missing. */
interface Most {
  guests?: number | undefined
  waitlist?: number | undefined
}

/** An event with its guests and its waitlist, for an admin. A fixed number of statements, however many they are. */
export async function readWhole(deps: BookingDeps, event: EventRow, most: Most = {}): Promise<AdminEvent> {
  const { db, sealer, now } = deps
  const taken = await countTaken(db, event.id)
  const photos = await findPhotos(db, event.id)
  const rows = await listReservations(db, { eventId: event.id, after: 0, limit: most.guests })
  return {
    ...toEventForAdmin(event, { taken, photos, now: now() }),
    reservations: await readReservations(deps, rows, { event, taken }),
    reservationCount: rows.length === most.guests ? await countReservations(db, event.id) : rows.length,
    waitlists: (await readLine(db, sealer, { eventId: event.id, limit: most.waitlist })).entries,
    waitlistCount: await countLine(db, event.id),
    waitlistStopped: event.waitlistStoppedAt !== null,
  }
}
