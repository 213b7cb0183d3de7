/** Creates valid database rows for tests. A test sets only the columns that matter to it. */
import { randomUUID } from 'node:crypto'
import { readSpots } from '#domain/events/store/events.ts'
import type { Database } from '#platform/database/database.ts'
import { type ReservationStatus, reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import type { Sealer } from '#platform/sealing.ts'
import { reservationColumns } from '#test/support/booking-rows.ts'

export type EventRow = typeof events.$inferSelect
type ReservationRow = typeof reservations.$inferSelect

let count = 0

/** First and last day of an event in the far future, for tests of sites that use the real time. */
export const FAR_AHEAD = { startDateDate: '2099-07-01', endDateDate: '2099-07-05' }

/** Creates an event in summer 2027 with a price of 90,000 cents, 11 spots and a unique name. */
export async function makeEvent(
  db: Database,
  changes: Partial<typeof events.$inferInsert> = {},
): Promise<EventRow> {
  count += 1
  const [event] = await db
    .insert(events)
    .values({
      name: `Retreat ${count}`,
      urlName: `retreat-${count}`,
      hostCell: '505-555-0100',
      adminEmail: 'howdy@twelvemile.example',
      cost: 90_000,
      startDate: 'Thursday afternoon',
      startDateDate: '2027-07-01',
      endDate: 'Monday morning',
      endDateDate: changes.startDateDate ?? '2027-07-05',
      spots: 11,
      ...changes,
    })
    .returning()
  if (!event) throw new Error('the event was not created')
  return event
}

/** Creates a reservation without invoices and with a price of 90,000 cents. Encrypts personal fields. */
export async function makeReservation(
  { db, sealer }: { db: Database; sealer: Sealer },
  eventId: number,
  guest: { customerName: string; email: string; status: ReservationStatus },
): Promise<ReservationRow> {
  const { status, ...named } = guest
  const [reservation] = await db
    .insert(reservations)
    .values(
      reservationColumns(sealer, {
        uuid: randomUUID(),
        attendeeToken: randomUUID(),
        eventId,
        status,
        holdExpiresAt: status === 'pending' ? new Date('2027-01-01T00:00:00Z') : null,
        price: 90_000,
        termsHash: null,
        guest: named,
      }),
    )
    .returning()
  if (!reservation) throw new Error('the reservation was not created')
  return reservation
}

/** Adds sample guests to an event, so that fewer of its spots are free. */
export async function takeSpots(
  services: { db: Database; sealer: Sealer },
  eventId: number,
  { spots, status = 'confirmed' }: { spots: number; status?: ReservationStatus },
): Promise<void> {
  for (let guest = 1; guest <= spots; guest += 1) {
    const email = `guest-${randomUUID()}@example.test`
    await makeReservation(services, eventId, { customerName: `Guest ${guest}`, email, status })
  }
}

/** Returns how many of an event's spots are taken (R2.2). */
export const countTaken = async (db: Database, eventId: number): Promise<number> =>
  (await readSpots(db, eventId)).taken
